/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls of tasks are missing in a trace: the kernel has numbered them.
 */
#ifndef _LINES_GAPS_H
#define _LINES_GAPS_H

#include "records/record.h"

struct gaps;

/* @from_start: the trace begins with the first calls of all tasks, unless these are missing. */
struct gaps *gaps_open(bool from_start);
void gaps_close(struct gaps *gaps);

/*
 * Were there so many tasks at a time that something was forgotten? Then not all that is missing was
 * found.
 */
bool gaps_have_forgotten(const struct gaps *gaps);

/* How many bytes it takes. */
size_t gaps_size(const struct gaps *gaps);

/*
 * How many calls of the task of @rec are missing before it, or SYSCALL_TRACE_LOST_PARTS. To be asked once for each record, in
 * the order in which they are shown; also for an exit that is shown with its entry.
 */
unsigned int gaps_find(struct gaps *gaps, const struct record *rec);

/* Does the record tell late of a task that has ended? Another one may have its pid. */
bool gaps_is_late(const struct record *rec);

/* Does the record tell nothing but how many calls a task has made? Then it is not shown. */
bool gaps_only_count(const struct record *rec);

#endif /* _LINES_GAPS_H */
