/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: conditions that calls must meet to be recorded. conditions.c has the file
 * with the conditions of an instance; conditions_ask.c asks them about calls, for the hooks;
 * conditions_wait.c waits for calls that take long.
 */
#ifndef _SYSCALL_CONDITIONS_H
#define _SYSCALL_CONDITIONS_H

#include <linux/minmax.h>
#include <linux/sched/clock.h>
#include <linux/syscall_trace_task.h>
#include <linux/types.h>

#include "../filter/filter.h"
#include "../tracefs/list_file.h"
#include "lines.h"

struct syscall_trace_instance;
struct syscall_trace_task;
struct syscall_trace_wait;

/* conditions.c */
extern const struct syscall_trace_list_file syscall_trace_filter_file;
void syscall_trace_free_conditions(struct syscall_trace_instance *inst);

/**
 * struct syscall_trace_question - a call about which conditions are asked
 * @task: the current task's
 * @args: its arguments; NULL: they are not known
 * @first: the first one, which may say which call it is
 * @call: what is known of it
 * @index: its place in sets
 * @again: there is something to ask once its arguments have been copied
 */
struct syscall_trace_question {
	struct syscall_trace_task	*task;
	const unsigned long		*args;
	unsigned long			first;
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
typedef void syscall_trace_condition_met(struct syscall_trace_line *line, void *data);

/* conditions_act.c */
enum syscall_filter_truth syscall_trace_ask_lines(const struct syscall_trace_conditions *conditions,
						  const struct syscall_filter_call *call,
						  unsigned int index);
enum syscall_filter_truth
syscall_trace_ask_actions(struct syscall_trace_conditions *conditions,
			  const struct syscall_filter_call *call, unsigned int index,
			  syscall_trace_condition_met *met, void *data);
void syscall_trace_add_actions(struct syscall_trace_verdict *verdict,
			       struct syscall_trace_line *line,
			       const struct syscall_trace_instance *inst);
void syscall_trace_act(const struct syscall_trace_verdict *verdict);

/* conditions_ask.c */
bool syscall_trace_ask_begun(struct syscall_trace_question *question,
			     struct syscall_trace_task *task, const unsigned long *args);
bool syscall_trace_ask_copied(struct syscall_trace_question *question);
u32 __syscall_trace_defer_joined(struct syscall_trace_task *task);
bool syscall_trace_ask_unseen(struct syscall_trace_task *task, long ret);
void __syscall_trace_ask_joined(struct syscall_trace_task *task, const unsigned long *args,
				long ret);
struct syscall_trace_verdict
syscall_trace_ask_ended(struct syscall_trace_task *task, const unsigned long *args, long ret);
void syscall_trace_end_unfinished(struct syscall_trace_task *task);
const unsigned long *syscall_trace_args_of(const struct syscall_trace_task *task,
					   unsigned long *words);

/* How long has the current call of a task taken? Clocks of two CPUs may differ a little. */
static inline u64 syscall_trace_duration_of(const struct syscall_trace_task *task)
{
	s64 duration = local_clock() - task->began;

	return max(duration, 0LL);
}

/* conditions_wait.c */
void syscall_trace_prepare_wait(struct syscall_trace_task *task);
void syscall_trace_await_lines(struct syscall_trace_task *task, u64 bit,
			       struct syscall_trace_conditions *conditions,
			       struct syscall_filter_call *call, unsigned int index);
bool syscall_trace_has_acted(const struct syscall_trace_wait *wait, u64 bit,
			     const struct syscall_trace_conditions *conditions,
			     const struct syscall_trace_line *line,
			     struct syscall_trace_verdict *verdict);
void syscall_trace_await(struct syscall_trace_task *task);
void syscall_trace_end_wait(struct syscall_trace_task *task);
void syscall_trace_free_wait(struct syscall_trace_task *task);

#endif /* _SYSCALL_CONDITIONS_H */
