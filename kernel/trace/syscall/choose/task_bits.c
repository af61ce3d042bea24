// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the bits of a task, one for each instance that wants to see it.
 */
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/syscall_trace.h>
#include <linux/task_work.h>

#include "../hook/inflight.h"
#include "../instances.h"
#include "../loss/seq.h"
#include "../options.h"
#include "../refusals.h"
#include "../run.h"
#include "../stat/tables.h"
#include "../task/works.h"
#include "choose.h"
#include "pids.h"
#include "task_bits.h"

/**
 * syscall_trace_update_task - find the instances that want a task
 * @task: the task
 * @unseen: 0, or what nobody saw begin: ENTERED_LATE, a call that it may be in; ENTERED_NEW, that
 *	    by which it begins
 *
 * Context: syscall_trace_tasks_lock is held; the name of the task does not change.
 * Return: the instances that have not wanted its calls before, a bit for each.
 */
u64 syscall_trace_update_task(struct task_struct *task, u32 unseen)
{
	u64 watched = 0, wanted = 0, bits = 0, hooked = 0, begun;
	struct syscall_trace_instance *inst;
	struct syscall_trace_task *call;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing) {
		bits |= inst->bit;
		hooked |= inst->hooked ? inst->bit : 0;
		if (!syscall_trace_wants_task(inst, task))
			continue;
		watched |= inst->bit;
		if (inst->hooked && !syscall_trace_is_reader(inst, task))
			wanted |= inst->bit;
	}
	list_for_each_entry(inst, &syscall_trace_probing, probing) {
		bits |= inst->probe_bit;
		if (syscall_trace_wants_task(inst, task))
			watched |= inst->probe_bit;
	}
	if (watched && !syscall_trace_keep(task)) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_FOLLOWED);
		watched = 0;
		wanted = 0;
	}
	call = syscall_trace_of(task);
	/*
	 * Whoever has seen a task sees its end, though its pid is in no list any more, and the call
	 * by which it ends, about which conditions may still have to be asked.
	 */
	if (task->flags & PF_EXITING) {
		watched |= call->watched & bits;
		wanted |= call->wanted & hooked;
	}
	WRITE_ONCE(call->watched, watched);
	begun = wanted & ~call->wanted;
	/* What is left of a call that nobody saw end must not be taken for the next one. */
	if (wanted && !call->wanted) {
		WRITE_ONCE(call->entered, unseen);
		WRITE_ONCE(call->stat.epoch, 0);
	}
	if (begun)
		syscall_trace_join_seq(call, begun);
	/* The hooks number its calls for these instances when they see the bits. */
	smp_store_release(&call->wanted, wanted);
	/*
	 * A hook that is under way must not write the call to the only instance that is left: it
	 * looks at this before, with preemption disabled. And nobody sees the call end, whoever
	 * counts it: no work of the task may wait for that.
	 */
	if (!wanted) {
		WRITE_ONCE(call->entered, 0);
		WRITE_ONCE(call->stat.epoch, 0);
	}
	if (wanted)
		syscall_trace_mark(task);
	else
		syscall_trace_unmark(task);

	return begun;
}

/**
 * syscall_trace_update_listed_task - find the instances that want a task that others can see
 * @task: the task
 * @unseen: as above
 *
 * Context: any but NMI.
 * Return: as above.
 */
u64 syscall_trace_update_listed_task(struct task_struct *task, u32 unseen)
{
	/* Its name does not change meanwhile. */
	guard(task_lock)(task);
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);

	return syscall_trace_update_task(task, unseen);
}

/**
 * syscall_trace_update_new_task - find the instances that want a task that has not run yet
 * @task: the task
 *
 * Context: syscall_trace_tasks_lock is held.
 */
void syscall_trace_update_new_task(struct task_struct *task)
{
	bool counts = READ_ONCE(syscall_trace_exit_run) & (MODE_COUNT_ONLY | MODE_COUNT_SELECTED);

	/* While calls are only counted, their ends say nothing. */
	syscall_trace_update_task(task, counts ? 0 : ENTERED_NEW);
}

/* Stands for the work of a task that has to end its call first. It is not in its list of works. */
static void recheck_later(struct callback_head *work)
{
}

/*
 * The work of syscall_trace_recheck(). Calls that wait do such works in their midst, too: those of
 * io_uring, and all that stop for a debugger. Who has seen one of them begin sees it end.
 */
static void recheck_now(struct callback_head *work)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	bool counted = syscall_stat_end_later(task);
	bool later = counted || syscall_trace_is_in_flight(READ_ONCE(task->entered));

	/* What changes from here on queues the work again. */
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		work->func = later ? recheck_later : NULL;
	/* Then the exit is no usual one, and looks at the work. */
	if (later)
		syscall_trace_write_or_lose();
	else
		syscall_trace_update_listed_task(current, 0);
	syscall_works_gone();
}

/**
 * syscall_trace_recheck - find the instances that want a task when it returns to user space
 * @task: the task
 *
 * May be called twice. The lock makes both calls sure that the work is queued: the task could
 * return before another CPU has done so.
 *
 * Context: any but NMI.
 */
void syscall_trace_recheck(struct task_struct *task)
{
	struct callback_head *work;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	if (!syscall_trace_keep(task)) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_FOLLOWED);
		return;
	}
	work = &syscall_trace_of(task)->recheck;
	/* A call to which it was left may have ended without looking: then that is of no use. */
	if (work->func && work->func != recheck_later)
		return;
	/* A kernel thread never returns to user space, nor does a task that ends. */
	if (task->flags & PF_KTHREAD)
		return;
	work->func = recheck_now;
	syscall_works_given();
	if (task_work_add(task, work, TWA_RESUME | TWAF_NO_ALLOC)) {
		work->func = NULL;
		syscall_works_gone();
	}
}

/**
 * __syscall_trace_end_recheck - a call of the current task has ended, to which a work may be left
 *
 * Context: the task's own.
 */
void __syscall_trace_end_recheck(void)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	if (READ_ONCE(task->recheck.func) == recheck_later)
		syscall_trace_recheck(current);
}

/**
 * syscall_trace_drop_recheck - forget that: a home that can go is about to
 * @task: the task
 *
 * Context: any, the task stays.
 */
void syscall_trace_drop_recheck(struct task_struct *task)
{
	if (task_work_cancel_func(task, recheck_now))
		syscall_works_gone();
}

/**
 * syscall_trace_recheck_process - the same for all tasks of a process
 * @process: one of its tasks
 *
 * Context: any but NMI, an RCU read-side critical section.
 */
void syscall_trace_recheck_process(struct task_struct *process)
{
	struct task_struct *task;

	for_each_thread(process, task)
		syscall_trace_recheck(task);
}

/* Let a child be in a list of pids if its parent, the current task, is. */
static void follow_fork(struct trace_pid_list *pids, const struct task_struct *child)
{
	if (!trace_pid_list_is_set(pids, current->pid))
		return;
	if (trace_pid_list_set(pids, child->pid))
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_FOLLOWED);
	syscall_trace_pid_changes++;
}

/**
 * __syscall_trace_fork - find the instances that want a new task
 * @child: the task
 *
 * Context: the parent's, which is about to list @child: tasklist_lock is held for writing.
 */
void __syscall_trace_fork(struct task_struct *child)
{
	const struct syscall_trace_instance *inst;
	struct syscall_trace_tasks *tasks;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_settle_renames(child->pid);
	list_for_each_entry(tasks, &syscall_trace_with_pids, with_pids) {
		follow_fork(tasks->process.pids, child);
		if (!syscall_trace_option(SYSCALL_TRACE_OPT_FOLLOW))
			continue;
		follow_fork(tasks->syscall.pids, child);
		follow_fork(tasks->no_pids, child);
	}
	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing)
		syscall_pids_follow(inst, child);
	list_for_each_entry(inst, &syscall_trace_probing, probing)
		syscall_pids_follow(inst, child);
	syscall_trace_update_new_task(child);
}

/**
 * syscall_trace_forget_pid - take a task that ends out of the lists of pids
 * @task: the task
 *
 * Nobody else has its pid yet.
 *
 * Context: task context.
 */
void syscall_trace_forget_pid(struct task_struct *task)
{
	syscall_trace_end_rename(task);
	if (list_empty_careful(&syscall_trace_with_pids))
		return;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_clear_pid(task->pid);
}
