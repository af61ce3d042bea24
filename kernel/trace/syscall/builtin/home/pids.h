/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: lists of pids as trace arrays have them. choose/pids.h says what these
 * functions do.
 */
#ifndef _SYSCALL_HOME_PIDS_H
#define _SYSCALL_HOME_PIDS_H

#include "../array.h"

static __always_inline bool syscall_pids_want(const struct syscall_trace_instance *inst,
					      struct task_struct *task)
{
	const struct trace_array *tr = syscall_trace_array(inst);

	return !trace_ignore_this_task(rcu_dereference_sched(tr->filtered_pids),
				       rcu_dereference_sched(tr->filtered_no_pids), task);
}

/* The event code does so later than this, when others may look for tasks already. */
static __always_inline void syscall_pids_follow(const struct syscall_trace_instance *inst,
						struct task_struct *child)
{
	const struct trace_array *tr = syscall_trace_array(inst);

	if (!(tr->trace_flags & TRACE_ITER_EVENT_FORK))
		return;

	guard(raw_spinlock)(&trace_pid_follow_lock);
	trace_filter_fork(rcu_dereference_sched(tr->filtered_pids), current, child);
	trace_filter_fork(rcu_dereference_sched(tr->filtered_no_pids), current, child);
}

#endif /* _SYSCALL_HOME_PIDS_H */
