/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clock by which sctrace waits, and that of records.
 */
#ifndef _SCTRACE_CLOCK_H
#define _SCTRACE_CLOCK_H

#include <time.h>

/* In ns. A record may be a little older than the next one that is read from another CPU. */
#define LATE	1000000ULL

struct tracefs_instance;

/* Room for the name of a clock in tracefs */
#define CLOCK_NAME	32

void clock_choose(char clock[CLOCK_NAME]);
void clock_begin(struct tracefs_instance *instance);
void clock_follow(void);
long long clock_offset(void);

/* The time of CLOCK_MONOTONIC, in ns. */
static inline unsigned long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);

	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

#endif /* _SCTRACE_CLOCK_H */
