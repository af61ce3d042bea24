/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines that the kernel prints in front of the records of a trace.
 */
#ifndef _REPORT_HEADER_H
#define _REPORT_HEADER_H

#include "records/source.h"

/*
 * The number of records of all CPUs that were overwritten. Adds those of each CPU to @of_cpus,
 * which has source_cpus() numbers.
 */
unsigned long long header_count_overwritten(const struct source *src, unsigned long long *of_cpus);

/* Adds the number of records that the ring buffer refused to those of each CPU, likewise. */
void header_count_refused(const struct source *src, unsigned long long *of_cpus);

/* Prints the header of a trace that has @records, besides those that were @overwritten. */
void header_print(struct source *src, unsigned long long records, unsigned long long overwritten);

#endif /* _REPORT_HEADER_H */
