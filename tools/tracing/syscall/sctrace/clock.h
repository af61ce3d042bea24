/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clock by which sctrace waits.
 */
#ifndef _SCTRACE_CLOCK_H
#define _SCTRACE_CLOCK_H

#include <time.h>

/* In ns. A record may be a little older than the next one that is read from another CPU. */
#define LATE	1000000ULL

/* The time of CLOCK_MONOTONIC, in ns. */
static inline unsigned long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);

	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

#endif /* _SCTRACE_CLOCK_H */
