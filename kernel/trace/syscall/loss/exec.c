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

/* Calls have numbers. */
static bool numbered;

/* Somebody else wants to know of such threads, or NULL. */
static void (*note_thread)(struct task_struct *task);

/*
 * A thread that executes a program takes over the pid of its process, or it ends: it cannot go
 * back to the old one. The entry of the call by which it does comes first, under the pid that the
 * calls before it have.
 */
static void probe_prepare_exec(void *data, struct task_struct *task, struct linux_binprm *bprm)
{
	void (*note)(struct task_struct *task);

	if (thread_group_leader(task))
		return;
	note = READ_ONCE(note_thread);
	if (note)
		note(task);
	if (!READ_ONCE(numbered))
		return;
	syscall_trace_write_current();
	syscall_trace_end_seq(task);
}

/* Watch them if anybody wants to know. */
static int watch(void)
{
	bool on = numbered || note_thread;
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

/**
 * syscall_trace_watch_exec - begin or end to watch which tasks get another pid
 * @on: begin
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_exec(bool on)
{
	int ret;

	WRITE_ONCE(numbered, on);
	ret = watch();
	if (ret)
		WRITE_ONCE(numbered, false);

	return ret;
}

/**
 * syscall_trace_watch_renames - let a function be called before a thread gets another pid, or ends
 * @note: the function, which may not sleep; NULL: not any more
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_renames(void (*note)(struct task_struct *task))
{
	int ret;

	WRITE_ONCE(note_thread, note);
	ret = watch();
	if (ret)
		WRITE_ONCE(note_thread, NULL);

	return ret;
}
