// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: which tasks each instance wants to see.
 *
 * Each task has a bit for each instance that wants its calls, and the flag that the entry code
 * looks at if there is any. So a task that nobody wants pays nothing. What else becomes of it
 * is recorded by a second set of bits. The bits are found anew when
 * something changes that they depend on: the lists of an instance, the name, user or cgroup
 * of the task, or whether it reads a trace. A change of lists counts at once. A change of the
 * task itself counts when the task returns to user space, so that its call is recorded as a
 * whole or not at all.
 */
#include <linux/cleanup.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>

#include "../hook/begun.h"
#include "../hook/inflight.h"
#include "../instances.h"
#include "../options.h"
#include "../run.h"
#include "cgroups.h"
#include "choose.h"
#include "tasks.h"

/* Some instance traces, or has a list of pids, which changes with each new task. */
DEFINE_STATIC_KEY_FALSE(syscall_trace_has_tasks);

/*
 * The same for one that may be in a call. @write: write its entry to those who have not seen it
 * begin. @later: gets those that cannot be written yet.
 */
static void update_task_in_call(struct task_struct *task, bool write, struct list_head *later)
{
	u64 begun = syscall_trace_update_listed_task(task, ENTERED_LATE);

	if (write && (begun || READ_ONCE(syscall_trace_of(task)->entered) == ENTERED_LATE))
		syscall_trace_write_begun(task, begun, later);
}

static void update_all(bool write)
{
	struct task_struct *p, *t;
	LIST_HEAD(later);
	int cpu;

	/* Nobody will see the exit of a call whose task loses its flag. */
	syscall_trace_write_all();

	/* These make no calls, but come to probes, as do their interrupts. */
	for_each_possible_cpu(cpu) {
		t = idle_task(cpu);
		if (t)
			syscall_trace_update_listed_task(t, 0);
	}

	scoped_guard(read_lock, &tasklist_lock) {
		syscall_trace_settle_all_renames();
		/* Kernel threads, too: process 1 is one until its exec. */
		for_each_process_thread(p, t)
			update_task_in_call(t, write, &later);
	}
	syscall_trace_write_later(&later);
}

static void update_bits(bool write)
{
	u64 stale = READ_ONCE(syscall_trace_stale_bits);

	update_all(write);
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_stale_bits &= ~stale;
}

/**
 * syscall_trace_find_tasks - find the instances that want each task
 * @write: record the calls that tasks are in already
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0, or an error if changes of tasks cannot be watched.
 */
int syscall_trace_find_tasks(bool write)
{
	bool tracing = syscall_trace_chooses_tasks();
	unsigned int by = syscall_trace_find_criteria();
	static bool was_tracing;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	/* First: what changes before somebody watches is found below. */
	ret = syscall_trace_watch_criteria(by);
	syscall_trace_find_cgroups();
	if (tracing || by)
		static_branch_enable(&syscall_trace_has_tasks);
	if (tracing || was_tracing)
		update_bits(write);
	was_tracing = tracing;
	if (!tracing && !by)
		static_branch_disable(&syscall_trace_has_tasks);
	syscall_trace_leave_criteria(by);

	return ret;
}

/**
 * syscall_trace_update_tasks - find the instances that want each task
 *
 * To be called when instances, their lists, or options have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0, or an error if changes of tasks cannot be watched.
 */
int syscall_trace_update_tasks(void)
{
	return syscall_trace_find_tasks(true);
}

static void exchange(void **place, void **list)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	swap(*place, *list);
}

/**
 * syscall_trace_exchange_list - exchange a list of an instance, and find the tasks wanted now
 * @place: where the pointer to the list is. It is not one of pids
 * @list: where that to the new list is; gets the old one, which nobody uses any more
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_exchange_list(void *place, void *list)
{
	int ret;

	exchange(place, list);
	ret = syscall_trace_update_tasks();
	if (ret) {
		exchange(place, list);
		syscall_trace_update_tasks();
	}

	return ret;
}
