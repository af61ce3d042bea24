// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions a system call takes, where the processor's time stamp
 * counter counts instructions: in a virtual machine with VM_ICOUNT=1.
 *
 *	cost		prints for each call "NAME MEAN MINIMUM", loop included
 *	cost getppid	the same for this call alone
 *	cost execve	prints such a line for an execve() with 70000 variables, from
 *			the call to main()
 *
 * The mean is over all calls, what interrupts add included; the minimum is the
 * cheapest of many short runs, which no interrupt was in.
 */
#include <arpa/inet.h>
#include <linux/futex.h>
#include <sys/socket.h>
#include "case.h"

#define BATCHES	60
#define BATCH	50
#define BLOCK	4096
#define DATAGRAM 256

static unsigned long long now(void)
{
	unsigned int low, high;

	asm volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) :: "memory");
	return (unsigned long long)high << 32 | low;
}

/* What a call leaves behind; tidied up after each batch, outside the measured time. */
static int zero, file, udp, first_opened;

static void nothing(void)
{
}

static void rewind_file(void)
{
	lseek(file, 0, SEEK_SET);
}

static void close_opened(void)
{
	closefrom(first_opened);
}

static void receive(void)
{
	static char buf[DATAGRAM];

	while (recv(udp, buf, sizeof(buf), MSG_DONTWAIT) > 0)
		;
}

static unsigned long long batch(const word *w)
{
	unsigned long long start = now();

	for (int i = 0; i < BATCH; i++)
		raw_syscall(w[0], w[1], w[2], w[3], w[4], w[5], w[6]);
	return now() - start;
}

/* @words: the number of the call and its arguments. */
static void measure_words(const char *name, void (*tidy)(void), const word *words)
{
	unsigned long long sum = 0, least = ~0ull;

	/* The first ones fault pages in and grow what is allocated once. */
	for (int i = 0; i < 2; i++) {
		batch(words);
		tidy();
	}
	for (int i = 0; i < BATCHES; i++) {
		unsigned long long took = batch(words);

		tidy();
		sum += took;
		if (took < least)
			least = took;
	}
	printf("%s %.1f %.2f\n", name, (double)sum / (BATCHES * BATCH),
	       (double)least / BATCH);
}

#define measure(name, tidy, ...) measure_words(name, tidy, (const word[7]){ __VA_ARGS__ })

static char *text_of(unsigned long long number)
{
	char *s;

	if (asprintf(&s, "%llu", number) < 0)
		die("no memory");
	return s;
}

#define VARIABLES	70000
#define EXECS		3

/* Makes the next of @left execs; the words tell what those before took. */
static void execute(const char *self, int left, unsigned long long sum,
		    unsigned long long least)
{
	static char *env[VARIABLES + 1];

	for (int i = 0; i < VARIABLES; i++)
		env[i] = "VARIABLE=value";
	execle(self, self, "executed", text_of(left), text_of(sum), text_of(least),
	       text_of(now()), NULL, env);
	die("cannot execute: %s", strerror(errno));
}

/* The program that was executed. */
static void executed(char **argv, unsigned long long end)
{
	int left = atoi(argv[2]);
	unsigned long long took = end - strtoull(argv[5], NULL, 10);
	unsigned long long sum = strtoull(argv[3], NULL, 10) + took;
	unsigned long long least = strtoull(argv[4], NULL, 10);

	if (took < least)
		least = took;
	if (left > 1)
		execute(argv[0], left - 1, sum, least);
	printf("execve %.1f %llu\n", (double)sum / EXECS, least);
}

/* Makes what the calls work on, and returns the name of the file. */
static const char *prepare(struct sockaddr_in *to)
{
	static char path[] = "/dev/shm/cost-XXXXXX", block[BATCH * BLOCK];
	socklen_t len = sizeof(*to);

	*to = (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	zero = open("/dev/zero", O_RDONLY);
	file = mkstemp(path);
	udp = socket(AF_INET, SOCK_DGRAM, 0);
	if (zero < 0 || write(file, block, sizeof(block)) != sizeof(block) ||
	    bind(udp, (struct sockaddr *)to, len) ||
	    getsockname(udp, (struct sockaddr *)to, &len))
		die("cannot prepare: %s", strerror(errno));
	rewind_file();
	first_opened = udp + 1;
	return path;
}

static void measure_all(void)
{
	static char buf[BLOCK];
	static unsigned int futex;
	struct sockaddr_in to;
	const char *path = prepare(&to);

	measure("getppid", nothing, SYS_getppid);
	measure("pread64", nothing, SYS_pread64, zero, WORD(buf), 16, 0);
	measure("read", rewind_file, SYS_read, file, WORD(buf), BLOCK);
	measure("openat", nothing, SYS_openat, WORD(AT_FDCWD), WORD(MISSING), O_RDONLY);
	measure("opened", close_opened, SYS_openat, WORD(AT_FDCWD), WORD(path), O_RDONLY);
	measure("futex", nothing, SYS_futex, WORD(&futex), FUTEX_WAKE_PRIVATE, 1);
	measure("stat", nothing, SYS_stat, WORD(path), WORD(buf));
	/* What stat() has left there looks like the beginning of a netlink message. */
	memset(buf, 'x', sizeof(buf));
	measure("sendto", receive, SYS_sendto, udp, WORD(buf), DATAGRAM, 0, WORD(&to),
		sizeof(to));
	unlink(path);
}

int main(int argc, char **argv)
{
	unsigned long long start = now();

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (argc == 2 && !strcmp(argv[1], "execve"))
		execute(argv[0], EXECS, 0, ~0ull);
	if (argc == 6)
		executed(argv, start);
	else if (argc == 2 && !strcmp(argv[1], "getppid"))
		measure("getppid", nothing, SYS_getppid);
	else
		measure_all();
	return 0;
}
