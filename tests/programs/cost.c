// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions a system call takes, where the processor's time stamp
 * counter counts instructions: in a virtual machine with VM_ICOUNT=1.
 *
 *	cost		prints for each call "NAME MEAN MINIMUM", loop included
 *	cost execve	prints such a line for an execve() with 70000 variables, from
 *			the call to main()
 *
 * The mean is over all calls, what interrupts add included; the minimum is the
 * cheapest of many short runs, which no interrupt was in.
 */
#include "case.h"

#define BATCHES	60
#define BATCH	50

static unsigned long long now(void)
{
	unsigned int low, high;

	asm volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) :: "memory");
	return (unsigned long long)high << 32 | low;
}

static void measure(const char *name, word nr, word a, word b, word c, word d)
{
	unsigned long long sum = 0, least = ~0ull;

	/* The first ones fault pages in and grow what is allocated once. */
	for (int i = 0; i < 2 * BATCH; i++)
		raw_syscall(nr, a, b, c, d, 0, 0);
	for (int i = 0; i < BATCHES; i++) {
		unsigned long long start = now(), took;

		for (int j = 0; j < BATCH; j++)
			raw_syscall(nr, a, b, c, d, 0, 0);
		took = now() - start;
		sum += took;
		if (took < least)
			least = took;
	}
	printf("%s %.1f %.2f\n", name, (double)sum / (BATCHES * BATCH),
	       (double)least / BATCH);
}

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

int main(int argc, char **argv)
{
	unsigned long long start = now();
	static char buf[16];
	int zero = open("/dev/zero", O_RDONLY);

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (zero < 0)
		die("no /dev/zero");
	if (argc == 2 && !strcmp(argv[1], "execve"))
		execute(argv[0], EXECS, 0, ~0ull);
	if (argc == 6) {
		executed(argv, start);
		return 0;
	}
	measure("getppid", SYS_getppid, 0, 0, 0, 0);
	measure("pread64", SYS_pread64, zero, WORD(buf), sizeof(buf), 0);
	measure("openat", SYS_openat, AT_FDCWD, WORD("/no/such/file"), O_RDONLY, 0);
	return 0;
}
