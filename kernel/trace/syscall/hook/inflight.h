/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: records calls that are in flight.
 */
#ifndef _SYSCALL_INFLIGHT_H
#define _SYSCALL_INFLIGHT_H

#include <linux/compiler.h>
#include <linux/syscall_trace_task.h>
#include <linux/types.h>

#include "../run.h"

struct syscall_trace_contents;
struct syscall_trace_instance;
struct syscall_trace_store;
struct task_struct;

/*
 * Is a call of this run in flight? While the tracer is switched off, the run is 0, and so it is in
 * what stands for calls that were not seen or are left out.
 */
static inline bool syscall_trace_is_in_flight(u32 entered)
{
	u32 run = entered & SYSCALL_TRACE_RUN_MASK;

	return run && run == READ_ONCE(syscall_trace_current_run);
}

/*
 * Is a call in flight whose entry has not been written? Nobody sees the calls of a task end
 * that no instance wants any more.
 */
static inline bool syscall_trace_is_hidden(const struct syscall_trace_task *task, u32 entered)
{
	return !(entered & ENTERED_WRITTEN) && syscall_trace_is_in_flight(entered) &&
	       READ_ONCE(task->wanted);
}

struct syscall_trace_store *syscall_trace_store_of(const struct syscall_trace_task *task);
void syscall_trace_find_args(struct syscall_trace_contents *what, struct task_struct *task,
			     const struct syscall_trace_task *call, unsigned long *words);
u64 syscall_trace_shown_to(const struct syscall_trace_task *task, u32 entered);
void syscall_trace_write_current(void);
void syscall_trace_write_all(void);
void syscall_trace_write_late(struct syscall_trace_instance *inst, struct task_struct *other);
void syscall_trace_write_or_lose(void);
void syscall_trace_write_last(void);
bool syscall_trace_write_entry(struct syscall_trace_task *task, u64 to);

#endif /* _SYSCALL_INFLIGHT_H */
