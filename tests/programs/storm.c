// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that come and go as fast as they can, and some that stay and show later
 * whether they are traced. Told what to do by tests/guest/storm-tracing:
 *
 *	storm WORKERS ROUNDS STAY
 *
 * Each of WORKERS processes makes ROUNDS children; each STAY-th of them stays,
 * half of these as threads. Prints "growing" when it begins and "grown N" when
 * it is over and N tasks stayed. For each line it reads then, these make CALLS
 * marker calls each; "done" when all have; they end at the end of the input.
 */
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "case.h"

#define STACK		(16 << 10)
#define CALLS		4

static struct shared {
	volatile unsigned int	phase;
	volatile unsigned int	stayed;
	volatile unsigned int	finished;
} *shared;

static void futex_wait(volatile unsigned int *futex, unsigned int value)
{
	sys(SYS_futex, futex, FUTEX_WAIT, value, NULL);
}

static void add(volatile unsigned int *counter)
{
	__atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
}

/* A task that stays; its own phase counts the lines it has answered. */
static int stay(void *arg)
{
	unsigned int phase = 0;

	(void)arg;
	add(&shared->stayed);
	while (phase != UINT_MAX) {
		while (shared->phase == phase)
			futex_wait(&shared->phase, phase);
		phase = shared->phase;
		if (phase == UINT_MAX)
			break;
		for (int i = 0; i < CALLS; i++)
			marker(phase);
		add(&shared->finished);
	}
	sys(SYS_exit, 0);
	return 0;
}

static int pass(void *arg)
{
	(void)arg;
	sys(SYS_getppid);
	return 0;
}

static char *stack(void)
{
	char *p = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		die("no memory");
	return p + STACK;
}

#define THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | \
		CLONE_THREAD | CLONE_SYSVSEM)

/* A child that does not stay, in several forms. */
static void child(unsigned int n)
{
	char *const argv[] = { "storm", "--list", NULL };

	switch (n % 5) {
	case 0:
		clone(pass, stack(), THREAD, NULL);
		break;
	case 1:
		execv("/proc/self/exe", argv);
		break;
	case 2:
		clone(pass, stack(), CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
		wait(NULL);
		break;
	case 3:
		marker(0);
		break;
	}
	_exit(0);
}

static void worker(unsigned int rounds, unsigned int stay_every)
{
	for (unsigned int n = 1; n <= rounds; n++) {
		bool stays = n % stay_every == 0;
		pid_t pid;

		if (stays && n / stay_every % 2) {
			if (clone(stay, stack(), THREAD, NULL) < 0)
				die("no thread");
			continue;
		}
		pid = sys(SYS_fork);
		if (!pid && stays)
			stay(NULL);
		if (!pid)
			child(n);
		if (!stays)
			waitpid(pid, NULL, 0);
	}
	/* Its threads would end with it: it stays too. */
	stay(NULL);
}

static void set_phase(unsigned int phase)
{
	shared->phase = phase;
	sys(SYS_futex, &shared->phase, FUTEX_WAKE, INT_MAX);
}

int main(int argc, char **argv)
{
	unsigned int workers, rounds, stay_every, expected;
	char line[64];

	if (argc == 2)
		return 0;
	if (argc != 4)
		die("usage: storm WORKERS ROUNDS STAY");
	workers = atoi(argv[1]);
	rounds = atoi(argv[2]);
	stay_every = atoi(argv[3]);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("no memory");
	for (unsigned int i = 0; i < workers; i++)
		if (!fork())
			worker(rounds, stay_every);
	expected = workers * (1 + rounds / stay_every);
	puts("growing");
	fflush(stdout);
	while (shared->stayed < expected)
		usleep(10000);
	printf("grown %u\n", expected);
	fflush(stdout);
	for (unsigned int phase = 1; fgets(line, sizeof(line), stdin); phase++) {
		shared->finished = 0;
		set_phase(phase);
		while (shared->finished < expected)
			usleep(10000);
		puts("done");
		fflush(stdout);
	}
	set_phase(UINT_MAX);
	while (wait(NULL) > 0)
		;
	return 0;
}
