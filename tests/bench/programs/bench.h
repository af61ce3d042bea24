/* SPDX-License-Identifier: GPL-2.0 */
/* What the programs of the bench share. */
#ifndef BENCH_H
#define BENCH_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program unless @good; for what does not fail on a sane machine. */
static inline void must(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(1);
}

/* Instructions since the machine was started, if its clock counts these. */
static inline unsigned long long now(void)
{
	unsigned int low, high;

	asm volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) :: "memory");
	return (unsigned long long)high << 32 | low;
}

#endif
