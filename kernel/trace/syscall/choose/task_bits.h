/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the exits of calls leave to do of what has become of their task.
 */
#ifndef _SYSCALL_TASK_BITS_H
#define _SYSCALL_TASK_BITS_H

#include <linux/compiler.h>
#include <linux/syscall_trace_task.h>

void __syscall_trace_end_recheck(void);

/* Is there a work that a call which has ended may have left to its exit? */
static __always_inline void syscall_trace_end_recheck(const struct syscall_trace_task *task)
{
	if (unlikely(READ_ONCE(task->recheck.func)))
		__syscall_trace_end_recheck();
}

#endif /* _SYSCALL_TASK_BITS_H */
