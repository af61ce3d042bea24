// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of any number, by each ABI, with arguments that are made to go wrong: what is
 * behind them changes while it is read, ends at a page that is not there, or says that
 * it is endless. For tests/guest/storm-tracing:
 *
 *	chaos WORKERS SECONDS SEED
 *
 * Each of WORKERS processes makes children that are nobody in particular, so that they
 * can do no harm, and have a moment each. Prints how many there were.
 */
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#include "case.h"

#define NOBODY		65534
#define CALLS		300
#define NUMBERS		480
#define MOMENT_MS	300
#define ARENA		(4 * 4096)
#define X32_BIT		0x40000000
#define I386_EXIT	1
#define I386_EXIT_GROUP	252

/* No call takes longer, unless it is one that sees to that. */
#define ALARM_US	2000

static word state;
static char *arena;

/* xorshift */
static word chance(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;

	return state;
}

static bool one_in(unsigned int n)
{
	return chance() % n == 0;
}

static char *place(void)
{
	switch (chance() % 4) {
	/* Before a page that is not there */
	case 0:
		return arena + ARENA - chance() % 300;
	case 1:
		return arena + chance() % ARENA;
	default:
		return arena + chance() % (ARENA / 8) * 8;
	}
}

static word length(void)
{
	static const word some[] = {
		0, 1, 4, 8, 16, 64, 255, 4095, 4096, 65535, 65536, INT_MAX, INT_MIN,
		UINT_MAX, LLONG_MAX, LLONG_MIN, UINT64_MAX, UINT64_MAX / 16 + 1,
	};

	return one_in(3) ? some[chance() % (sizeof(some) / sizeof(*some))] : chance() % 48;
}

static word flags(void)
{
	return 1ULL << chance() % 64 | 1ULL << chance() % 32 | chance() % 8;
}

/* Most ioctl commands are about terminals, sockets and files. */
static word command(void)
{
	static const char types[] = { 'T', (char)0x89, 'f', 'X', (char)0xaa, 0x12, 'L' };
	word cmd = (word)(unsigned char)types[chance() % sizeof(types)] << 8;

	return cmd | chance() % 128 | (one_in(2) ? chance() & 0xe0ff0000 : 0);
}

/* An argument, or what a structure has in a place. */
static word value(void)
{
	switch (chance() % 16) {
	case 0 ... 6:
		return (uintptr_t)place();
	case 7 ... 9:
		return length();
	case 10 ... 11:
		return chance() % 8;
	case 12:
		return flags();
	case 13:
		return command();
	case 14:
		/* The kernel's half, and what is in neither */
		return chance() << 40 | (unsigned int)chance();
	default:
		return chance();
	}
}

static void scribble(unsigned int words)
{
	while (words--) {
		char *to = place();

		if (to + 8 > arena + ARENA)
			continue;
		if (one_in(4))
			memset(to, chance() % 128, 8);
		else if (one_in(2))
			__atomic_store_n((unsigned int *)to, value(), __ATOMIC_RELAXED);
		else
			__atomic_store_n((word *)to, value(), __ATOMIC_RELAXED);
	}
}

static int scribbler(void *arg)
{
	(void)arg;
	for (;;) {
		scribble(16);
		sched_yield();
	}

	return 0;
}

static void call(void)
{
	word args[6];
	unsigned int nr = one_in(50) ? chance() : chance() % NUMBERS;

	for (int i = 0; i < 6; i++)
		args[i] = value();
	/* An open file, or a command: else little comes of it. */
	if (one_in(2))
		args[0] = chance() % 8;
	if (nr == SYS_ioctl || (nr == 54 && one_in(2)))
		args[1] = command();
	switch (nr) {
	/* These would only end it. */
	case SYS_exit:
	case SYS_exit_group:
	case SYS_pause:
		return;
	}
	switch (chance() % 4) {
	case 0:
		if (nr != I386_EXIT && nr != I386_EXIT_GROUP)
			raw_int80(nr, args[0], args[1], args[2], args[3], args[4], args[5]);
		break;
	case 1:
		nr |= X32_BIT;
		__attribute__((fallthrough));
	default:
		raw_syscall(nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	}
}

static void limit(int what, rlim_t to)
{
	struct rlimit rlim = { to, to };

	if (setrlimit(what, &rlim))
		die("setrlimit: %s", strerror(errno));
}

/* Descriptors 0 to 7; none leads to where the output goes. */
static void open_files(void)
{
	int fds[2];

	closefrom(0);
	open("/dev/null", O_RDWR);
	open("/dev/zero", O_RDWR);
	open("/", O_RDONLY | O_DIRECTORY);
	if (pipe(fds) || socketpair(AF_UNIX, SOCK_DGRAM, 0, fds))
		_exit(1);
	socket(AF_INET, SOCK_DGRAM, 0);
}

static void ignore(int sig)
{
	(void)sig;
}

static void child(word seed)
{
	static const struct itimerval often = { { 0, ALARM_US }, { 0, ALARM_US } };
	static const struct sigaction alarm = { .sa_handler = ignore };
	static char stack[16 << 10] __attribute__((aligned(16)));

	state = seed * 0x9e3779b97f4a7c15 + 1;
	setpgid(0, 0);
	/* Where i386 can reach it, too */
	arena = mmap(NULL, ARENA + 4096, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (arena == MAP_FAILED || munmap(arena + ARENA, 4096))
		die("no memory");
	limit(RLIMIT_NPROC, 64);
	limit(RLIMIT_FSIZE, 1 << 20);
	limit(RLIMIT_AS, 256 << 20);
	limit(RLIMIT_CORE, 0);
	if (setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY))
		die("cannot be nobody");
	open_files();
	sigaction(SIGALRM, &alarm, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	scribble(ARENA / 4);
	if (one_in(2))
		clone(scribbler, stack + sizeof(stack),
		      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL);
	for (int i = 0; i < CALLS; i++) {
		call();
		if (one_in(8))
			scribble(64);
	}
	_exit(0);
}

/* Whatever a child has become, and its children: all that are nobody. */
static void sweep(void)
{
	pid_t pid = fork();

	if (!pid) {
		if (!setresuid(NOBODY, NOBODY, NOBODY))
			kill(-1, SIGKILL);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

static word now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);

	return now.tv_sec * 1000ULL + now.tv_nsec / 1000000;
}

/* Wait for a child, but not for long. */
static void await(pid_t pid)
{
	word end = now_ms() + MOMENT_MS;

	while (!waitpid(pid, NULL, WNOHANG)) {
		if (now_ms() > end) {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
			break;
		}
		usleep(5000);
	}
}

static unsigned int worker(time_t end, word seed)
{
	unsigned int n;

	for (n = 0; time(NULL) < end; n++) {
		pid_t pid = fork();

		if (!pid)
			child(seed + n);
		if (pid > 0)
			await(pid);
		if (n % 16 == 15)
			sweep();
	}

	return n;
}

int main(int argc, char **argv)
{
	unsigned int *count, i, workers, sum = 0;
	time_t end;

	if (argc == 2)
		return 0;
	if (argc != 4 || sizeof(long) != 8)
		die("usage: chaos WORKERS SECONDS SEED");
	workers = atoi(argv[1]);
	end = time(NULL) + atoi(argv[2]);
	count = mmap(NULL, workers * sizeof(*count), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (count == MAP_FAILED)
		die("no memory");
	for (i = 0; i < workers; i++) {
		if (!fork()) {
			count[i] = worker(end, strtoull(argv[3], NULL, 0) + i * 1000000007ULL);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	sweep();
	for (i = 0; i < workers; i++)
		sum += count[i];
	printf("%u children\n", sum);

	return 0;
}
