// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: records the calls in which tasks sleep that somebody begins to want, with
 * what their arguments lead to.
 *
 * Copying may sleep. So the task is held for a moment to see which call it is in, and once more to
 * record the entry. If it has run in between, the scheduler has recorded that.
 */
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "../capture/other_task.h"
#include "begun.h"
#include "late.h"

/* How often a task has been switched from. While it sleeps, that does not change. */
static unsigned long switches_of(const struct task_struct *task)
{
	return task->nvcsw + task->nivcsw;
}

/* The task does not begin or cease to run meanwhile. Returns whether something has to be copied. */
static int write_if_asleep(struct task_struct *task, void *data)
{
	struct syscall_trace_late *late = data;

	if (task != current && (task_curr(task) || READ_ONCE(task->__state) == TASK_RUNNING))
		return false;
	late->switches = switches_of(task);

	return syscall_trace_write_held(late);
}

/* The same once there are copies. They are of the call that the task is in, if it has not run. */
static int write_copied(struct task_struct *task, void *data)
{
	const struct syscall_trace_late *late = data;

	return switches_of(task) == late->switches ? write_if_asleep(task, data) : false;
}

/**
 * syscall_trace_write_begun - record the entry of the call that a task is in, if it sleeps there
 * @task: the task; the current one is in the call by which it has changed what is traced
 * @to: the instances that have begun to want the task, a bit for each
 * @later: gets those calls of which something has to be copied, for syscall_trace_write_later()
 *
 * If it runs, its entry is recorded when it goes to sleep.
 *
 * Context: any, the task stays listed.
 */
void syscall_trace_write_begun(struct task_struct *task, u64 to, struct list_head *later)
{
	struct syscall_trace_late late = {
		.task		= task,
		.to		= to,
		.may_copy	= true,
	}, *kept;

	if (!task_call_func(task, write_if_asleep, &late))
		return;
	late.may_copy = false;
	kept = kmemdup(&late, sizeof(late), GFP_ATOMIC | __GFP_NOWARN);
	if (kept) {
		get_task_struct(task);
		list_add_tail(&kept->list, later);
	} else {
		task_call_func(task, write_if_asleep, &late);
	}
}

/* Copy what the arguments of a call lead to. The task is let go. */
static void copy_late(struct syscall_trace_late *late)
{
	struct mm_struct *mm = get_task_mm(late->task);

	if (!mm)
		return;
	late->copy = syscall_trace_copy_other(mm, late->call, late->abi, late->args);
	mmput_async(mm);
}

/**
 * syscall_trace_write_later - record the entries of calls of which something has to be copied
 * @later: the calls, which are freed
 *
 * Context: task context, may sleep.
 */
void syscall_trace_write_later(struct list_head *later)
{
	struct syscall_trace_late *late, *next;

	list_for_each_entry_safe(late, next, later, list) {
		copy_late(late);
		task_call_func(late->task, write_copied, late);
		kvfree(late->copy);
		put_task_struct(late->task);
		kfree(late);
	}
}
