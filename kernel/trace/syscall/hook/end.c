// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the end of a task.
 */
#include <linux/sched.h>
#include <linux/syscall_trace.h>

#include "../capture/store.h"
#include "../choose/conditions.h"
#include "../choose/choose.h"
#include "../loss/seq.h"
#include "../run.h"
#include "../stat/stat.h"
#include "inflight.h"

/**
 * syscall_trace_exit_task - record the last call of a task, and tell how many it made
 * @task: the current task
 *
 * Context: task context, the pid is still the task's.
 */
void syscall_trace_exit_task(struct task_struct *task)
{
	struct syscall_trace_task *call = syscall_trace_of(task);

	syscall_stat_end(call);
	syscall_trace_end_wait(call);
	if (READ_ONCE(call->entered) & ENTERED_FILTERED)
		syscall_trace_end_unfinished(call);
	syscall_trace_write_last();
	syscall_trace_end_seq(task);
	syscall_trace_forget_pid(task);
	WRITE_ONCE(call->entered, 0);
	syscall_trace_free_wait(call);
	syscall_trace_free_store(call);
}
