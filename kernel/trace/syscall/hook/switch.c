// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: a task in a call is scheduled out.
 */
#include <linux/sched.h>
#include <linux/syscall_trace.h>

#include "../choose/conditions.h"
#include "../run.h"
#include "inflight.h"
#include "late.h"
#include "switch.h"

/**
 * __syscall_trace_write_at_switch - the current task is being scheduled out
 *
 * Context: the scheduler's; the lock of the run queue is held.
 */
void __syscall_trace_write_at_switch(void)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	syscall_trace_write_current();
	if (likely(!(READ_ONCE(task->entered) &
		     (ENTERED_FILTERED | ENTERED_LATE))))
		return;
	if (READ_ONCE(task->entered) == ENTERED_LATE)
		syscall_trace_write_unseen();
	else
		syscall_trace_await(task);
}
