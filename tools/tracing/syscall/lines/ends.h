/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Ends of tasks of which the kernel tells late: when another task with the same pid may have been shown.
 */
#ifndef _LINES_ENDS_H
#define _LINES_ENDS_H

#include <stdbool.h>
#include <stddef.h>

#include <linux/types.h>

/* The kernel keeps fewer ends. */
#define LATE_NUMBERS	16384

/**
 * struct late - which ends have been told late
 * @has_one: any has
 * @newest: the highest number
 * @told: a bit for each of the last numbers
 */
struct late {
	bool	has_one;
	u32	newest;
	u64	told[LATE_NUMBERS / 64];
};

/* Is the end told for the first time? */
bool late_is_new(struct late *late, u32 number);

/**
 * struct end - between these records of a pid, one task with it ended and another one began
 * @from: the time of the last record of the former
 * @until: that of the first one of the latter
 * @last: what syscall_trace_find_gap() says of the former
 * @told: if that says that it has ended: the time of the first record of that. The end is no younger
 * @more: so many calls are missing that nothing has told, if there were two tasks: the records of the
 *	latter were taken for some of the former that the clocks of CPUs have put behind later ones
 * @is_open: such records still come
 * @is_told_late: that it ended, with @last
 */
struct end {
	u64	from;
	u64	until;
	u64	told;
	u32	last;
	u32	more;
	bool	is_open;
	bool	is_told_late;
};

/* The last ends of a pid; NULL: none is known. To be freed by free(). */
struct ends;

/* How many bytes those of one pid take. */
size_t ends_size(void);

/* Notes an end that is later than the others. */
void ends_add(struct ends **ends, const struct end *end);

/* The one that is open, or NULL. */
struct end *ends_find_open(struct ends *ends);

/*
 * A task of the pid ended with the call @seq at @time. How many of its calls are missing, beside
 * those of which records have told? @now: what is known since the last one of @ends
 */
u32 ends_find_lost(struct ends **ends, struct end *now, u64 time, u32 seq);

#endif /* _LINES_ENDS_H */
