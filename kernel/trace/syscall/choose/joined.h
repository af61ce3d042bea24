/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: who has begun to want a task in the midst of its call. As a rule, that is
 * nobody: so the hooks ask in line.
 */
#ifndef _SYSCALL_JOINED_H
#define _SYSCALL_JOINED_H

#include <linux/atomic.h>
#include <linux/syscall_trace_task.h>

#include "conditions.h"

/**
 * syscall_trace_defer_joined - who has begun to want the task since its call began is asked later
 * @task: the current task's, whose call is not in flight yet
 *
 * That is when the call has ended: see syscall_trace_ask_joined(). Their lists have been asked.
 *
 * Context: the task's own.
 * Return: what the run of the call gets for that.
 */
static inline u32 syscall_trace_defer_joined(struct syscall_trace_task *task)
{
	return unlikely(atomic64_read(&task->joined)) ? __syscall_trace_defer_joined(task) : 0;
}

/**
 * syscall_trace_ask_joined - ask who has begun to want the task in the midst of a call that ends
 * @task: the current task's
 * @args: the arguments, or NULL if they are not known
 * @ret: the result
 *
 * Others have seen the call begin. Who wants it gets its exit, and does nothing about it. To be
 * called before syscall_trace_ask_ended().
 *
 * Context: the task's own, preemptible; nobody waits for the call any more.
 */
static inline void syscall_trace_ask_joined(struct syscall_trace_task *task,
					    const unsigned long *args, long ret)
{
	if (unlikely(task->deferred & ~task->filtered ||
		     (task->filtered && atomic64_read(&task->joined))))
		__syscall_trace_ask_joined(task, args, ret);
}

#endif /* _SYSCALL_JOINED_H */
