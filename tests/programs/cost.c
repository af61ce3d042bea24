// SPDX-License-Identifier: GPL-2.0
/*
 * How many instructions a system call takes, where the processor's time stamp
 * counter counts instructions: in a virtual machine with VM_ICOUNT=1.
 *
 *	cost		prints for each call "NAME MEAN MINIMUM", loop included
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

int main(int argc, char **argv)
{
	static char buf[16];
	int zero = open("/dev/zero", O_RDONLY);

	if (argc == 2 && !strcmp(argv[1], "--list"))
		return 0;
	if (zero < 0)
		die("no /dev/zero");
	measure("getppid", SYS_getppid, 0, 0, 0, 0);
	measure("pread64", SYS_pread64, zero, WORD(buf), sizeof(buf), 0);
	measure("openat", SYS_openat, AT_FDCWD, WORD("/no/such/file"), O_RDONLY, 0);
	return 0;
}
