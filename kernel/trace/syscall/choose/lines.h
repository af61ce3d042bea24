/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the conditions of an instance: lines of text, as conditions.c compiles them.
 */
#ifndef _SYSCALL_CHOICE_LINES_H
#define _SYSCALL_CHOICE_LINES_H

#include <linux/atomic.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "../filter/filter.h"
#include "../filter/line.h"
#include "../instances.h"

/**
 * struct syscall_trace_line - a line of syscall_filter
 * @text: the line as it was written
 * @calls: the calls that it is about: a set as in calls.h
 * @filter: the condition; NULL: it is always true
 * @actions: SYSCALL_TRACE_DO_*; without any, the line says what is recorded
 * @limited: @left counts
 * @left: how often it is still done
 */
struct syscall_trace_line {
	char			*text;
	unsigned long		*calls;
	struct syscall_filter	*filter;
	u8			actions;
	bool			limited;
	atomic_t		left;
};

/**
 * struct syscall_trace_conditions - the conditions of an instance
 * @id: tells them from all others that ever were
 * @nr: number of @lines
 * @selects: some of them say what is recorded: no other calls are
 * @acts: some of them have an action
 * @snapshots: snapshots may be taken
 * @times: some conditions ask how long a call takes
 * @needs_all: some ask for more than is known at once
 * @needs: what has to be copied for them
 * @calls: the calls that some line is about: a set as in calls.h
 * @lines: the lines, each with its condition
 */
struct syscall_trace_conditions {
	u64				id;
	unsigned int			nr;
	bool				selects;
	bool				acts;
	bool				snapshots;
	bool				times;
	bool				needs_all;
	struct syscall_filter_needs	needs;
	unsigned long			*calls;
	struct syscall_trace_line	lines[];
};

/* The conditions of an instance, or NULL. Under trace_types_lock. */
static inline struct syscall_trace_conditions *
syscall_trace_conditions_of(const struct syscall_trace_calls *calls)
{
	return rcu_dereference_protected(calls->conditions, lockdep_is_held(&trace_types_lock));
}

#endif /* _SYSCALL_CHOICE_LINES_H */
