// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: threads that execute a program, and get another pid by that. Their calls are
 * numbered from 1 again. So a number is that of a pid, and readers need not know of it.
 */
#include <linux/binfmts.h>
#include <linux/sched/signal.h>
#include <trace/events/sched.h>

#include "../hook/inflight.h"
#include "../instances.h"
#include "exec.h"
#include "seq.h"

/*
 * A thread that executes a program takes over the pid of its process, or it ends: it cannot go
 * back to the old one. The entry of the call by which it does comes first, under the pid that the
 * calls before it have.
 */
static void probe_prepare_exec(void *data, struct task_struct *task, struct linux_binprm *bprm)
{
	if (thread_group_leader(task))
		return;
	syscall_trace_write_current();
	syscall_trace_end_seq(task);
}

/**
 * syscall_trace_watch_exec - begin or end to watch which tasks get another pid
 * @on: begin
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_exec(bool on)
{
	static bool is_on;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	if (on == is_on)
		return 0;
	if (!on) {
		unregister_trace_sched_prepare_exec(probe_prepare_exec, NULL);
	} else {
		ret = register_trace_sched_prepare_exec(probe_prepare_exec, NULL);
		if (ret)
			return ret;
	}
	is_on = on;

	return 0;
}
