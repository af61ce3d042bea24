/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: conditions that calls must meet to be recorded. conditions.c has the file
 * with the conditions of an instance; conditions_ask.c asks them about calls, for the hooks; conditions_wait.c
 * waits for calls that take long.
 */
#ifndef _SYSCALL_FILTERS_H
#define _SYSCALL_FILTERS_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/rcupdate.h>
#include <linux/types.h>

#include "../filter/filter.h"
#include "../instances.h"
#include "../tracefs/list_file.h"

struct syscall_trace_task;
struct syscall_trace_wait;

/* What is done if a call meets a condition. */
#define SYSCALL_TRACE_DO_STOP		BIT(0)	/* switch recording off */
#define SYSCALL_TRACE_DO_SNAPSHOT	BIT(1)	/* take a snapshot */
#define SYSCALL_TRACE_DO_STACKTRACE	BIT(2)	/* record the stack of the program */

/**
 * struct syscall_trace_condition - a line of syscall_filter
 * @text: the line as it was written
 * @calls: the calls that it is about: a set as in calls.h
 * @filter: the condition; NULL: it is always true
 * @actions: SYSCALL_TRACE_DO_*; without any, the line says what is recorded
 * @limited: @left counts
 * @left: how often it is still done
 */
struct syscall_trace_condition {
	char			*text;
	unsigned long		*calls;
	struct syscall_filter	*filter;
	u8			actions;
	bool			limited;
	atomic_t		left;
};

/**
 * struct syscall_trace_filters - the conditions of an instance
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
struct syscall_trace_filters {
	u64				id;
	unsigned int			nr;
	bool				selects;
	bool				acts;
	bool				snapshots;
	bool				times;
	bool				needs_all;
	struct syscall_filter_needs	needs;
	unsigned long			*calls;
	struct syscall_trace_condition	lines[];
};

/* The conditions of an instance, or NULL. Under trace_types_lock. */
static inline struct syscall_trace_filters *
syscall_trace_filters_of(const struct syscall_trace_calls *calls)
{
	return rcu_dereference_protected(calls->filters, lockdep_is_held(&trace_types_lock));
}

/* conditions.c */
extern const struct syscall_trace_list_file syscall_trace_filter_file;
void syscall_trace_free_filters(struct syscall_trace_instance *inst);

/**
 * struct syscall_trace_question - a call about which conditions are asked
 * @task: the current task's
 * @args: its arguments; NULL: they are not known
 * @call: what is known of it
 * @index: its place in sets
 * @again: there is something to ask once its arguments have been copied
 */
struct syscall_trace_question {
	struct syscall_trace_task	*task;
	const unsigned long		*args;
	struct syscall_filter_call	call;
	unsigned int			index;
	bool				again;
};

/**
 * struct syscall_trace_verdict - what the conditions of all instances say of a call
 * @record: the instances that record it, a bit for each
 * @stop: those whose recording is switched off
 * @snapshot: those that take a snapshot
 * @stacktrace: those that record the stack of the program
 */
struct syscall_trace_verdict {
	u64	record;
	u64	stop;
	u64	snapshot;
	u64	stacktrace;
};

/* Called for a line whose condition is met. */
typedef void syscall_trace_condition_met(struct syscall_trace_condition *line, void *data);

/* conditions_act.c */
enum syscall_filter_truth syscall_trace_ask_lines(const struct syscall_trace_filters *filters,
						  const struct syscall_filter_call *call,
						  unsigned int index);
enum syscall_filter_truth
syscall_trace_ask_actions(struct syscall_trace_filters *filters,
			  const struct syscall_filter_call *call, unsigned int index,
			  syscall_trace_condition_met *met, void *data);
void syscall_trace_add_actions(struct syscall_trace_verdict *verdict,
			       struct syscall_trace_condition *line, u64 bit);
void syscall_trace_act(const struct syscall_trace_verdict *verdict);

/* conditions_ask.c */
bool syscall_trace_ask_begun(struct syscall_trace_question *question,
			     struct syscall_trace_task *task, const unsigned long *args);
bool syscall_trace_ask_copied(struct syscall_trace_question *question);
bool syscall_trace_ask_unseen(struct syscall_trace_task *task, long ret);
struct syscall_trace_verdict
syscall_trace_ask_ended(struct syscall_trace_task *task, const unsigned long *args, long ret);
void syscall_trace_end_unfinished(struct syscall_trace_task *task);
void syscall_trace_args_of(const struct syscall_trace_task *task, unsigned long *args);

/* conditions_wait.c */
void syscall_trace_prepare_wait(struct syscall_trace_task *task);
void syscall_trace_await_lines(struct syscall_trace_task *task, u64 bit,
			       struct syscall_trace_filters *filters,
			       struct syscall_filter_call *call, unsigned int index);
bool syscall_trace_has_acted(const struct syscall_trace_wait *wait, u64 bit,
			     const struct syscall_trace_condition *line);
void syscall_trace_await(struct syscall_trace_task *task);
void syscall_trace_end_wait(struct syscall_trace_task *task);
void syscall_trace_free_wait(struct syscall_trace_task *task);

#endif /* _SYSCALL_FILTERS_H */
