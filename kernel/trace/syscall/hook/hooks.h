/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what all that has to do with a call in flight asks and says.
 */
#ifndef _SYSCALL_HOOKS_H
#define _SYSCALL_HOOKS_H

#include <linux/syscall_trace_task.h>

#include "../run.h"

/* Was the current call of a task entered in this run? */
static inline bool syscall_trace_is_entered(const struct syscall_trace_task *task, u32 run)
{
	return (READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_MASK) == run;
}

/* Let the exit do more than to write a record. Interrupts may change @entered, too. */
static inline void syscall_trace_add_exit_work(struct syscall_trace_task *task, u32 what)
{
	u32 entered = READ_ONCE(task->entered);

	while (!try_cmpxchg_local(&task->entered, &entered, entered | what))
		;
}

#endif /* _SYSCALL_HOOKS_H */
