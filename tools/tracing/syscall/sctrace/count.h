/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of -c and -C.
 */
#ifndef _SCTRACE_COUNT_H
#define _SCTRACE_COUNT_H

#include <stdio.h>

/* Prints the statistics of the instance. */
void count_print(FILE *out);

#endif /* _SCTRACE_COUNT_H */
