// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the store of a task, which holds what is copied until it is in
 * the ring buffer.
 *
 * A store per task, not per CPU, needs neither pinning to the CPU nor a retry when the
 * task is scheduled out. Without memory for one, calls are recorded without copies.
 * It is not charged to the task's cgroup: by a limit of its cgroup, a task could prevent
 * its own copies.
 *
 * A store is freed when its task exits, or some time after the tracer was switched off. A
 * hook that fills the store marks its task as busy. Once the flags of all tasks are
 * cleared and each task has slept or left the kernel since, no task becomes busy any
 * more. Then take_stores() takes the stores of all tasks that are not busy; a busy task
 * frees its own at the end of the hook. Who writes a store to the ring buffer, its task or
 * another CPU, has preemption disabled: an RCU grace period waits for that before the store
 * is freed.
 */
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "../instances.h"
#include "../refusals.h"
#include "../run.h"
#include "store.h"

/* Another CPU may have been reading it, see write_other(). */
static void free_unused(struct rcu_head *rcu)
{
	kvfree(container_of(rcu, struct syscall_trace_store, rcu));
}

/**
 * syscall_trace_renew_store - give the current task a store with up-to-date limits
 * @task: the current task
 *
 * Needed at a task's first call that has something to copy, and after each change of the
 * limits.
 *
 * Context: task context, may sleep. The task is busy.
 * Return: the store; without memory for a new one, the old one with its old limits, or
 * NULL if the task has none.
 */
struct syscall_trace_store *syscall_trace_renew_store(struct syscall_trace_task *task)
{
	struct syscall_trace_store *old = task->store, *new = old;
	struct syscall_trace_limits limits;

	scoped_guard(spinlock, &syscall_trace_limits_lock)
		limits = syscall_trace_limits;

	if (!old || old->room < limits.room) {
		/*
		 * Zeroed, because trace_pipe_raw shows the padding of blobs. The allocation
		 * must fail rather than start the OOM killer: tracing must kill nobody.
		 */
		new = kvzalloc(struct_size(new, blobs, limits.room),
			       GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL);
		if (!new) {
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_MEMORY);
			return old;
		}

		new->room = limits.room;
		task->store = new;
		if (old)
			call_rcu_hurry(&old->rcu, free_unused);
	}
	new->limits = limits;
	syscall_trace_find_fits(new);

	return new;
}

/**
 * syscall_trace_free_store - free the store of a task that makes no more calls
 * @task: the task's
 *
 * Context: any.
 */
void syscall_trace_free_store(struct syscall_trace_task *task)
{
	struct syscall_trace_store *store = xchg(&task->store, NULL);

	if (store)
		call_rcu_hurry(&store->rcu, free_unused);
}

/**
 * syscall_trace_leave_store - free the store at the end of a hook that outlived the tracer
 * @task: the current task, which is not busy any more after this
 *
 * Context: task context, may sleep.
 */
void syscall_trace_leave_store(struct syscall_trace_task *task)
{
	WRITE_ONCE(task->entered, 0);
	WRITE_ONCE(task->busy, false);
	/* take_all() may take it away at the same time. */
	syscall_trace_free_store(task);
}

static struct syscall_trace_store *take_all(void)
{
	struct syscall_trace_store *taken = NULL, *store;
	struct syscall_trace_task *task;
	struct task_struct *p, *t;

	read_lock(&tasklist_lock);
	for_each_process_thread(p, t) {
		task = syscall_trace_of(t);
		if (READ_ONCE(task->busy))
			continue;
		store = xchg(&task->store, NULL);
		if (store) {
			store->next = taken;
			taken = store;
		}
	}
	read_unlock(&tasklist_lock);

	return taken;
}

/* The run after which the grace period began; 0: none is under way. */
static u32 ended_run;

static struct rcu_head grace_period;
static void begin_grace_period(void);

static void take_stores(struct work_struct *work)
{
	struct syscall_trace_store *taken = NULL, *next;

	scoped_guard(mutex, &trace_types_lock) {
		u32 run = ended_run;

		ended_run = 0;
		/* It is on again, and will come here when it is switched off. */
		if (syscall_trace_current_run)
			return;
		/* It was on and off meanwhile: tasks may have become busy since. */
		if (run != syscall_trace_last_run)
			begin_grace_period();
		else
			taken = take_all();
	}

	if (taken)
		synchronize_rcu();
	for (; taken; taken = next) {
		next = taken->next;
		kvfree(taken);
	}
}

/* A home that can go waits for it. */
DECLARE_WORK(syscall_trace_take_work, take_stores);

static void end_grace_period(struct rcu_head *head)
{
	schedule_work(&syscall_trace_take_work);
}

static void begin_grace_period(void)
{
	lockdep_assert_held(&trace_types_lock);

	ended_run = syscall_trace_last_run;
	/* This waits until each task has slept once: in a hook, only busy tasks sleep. */
	call_rcu_tasks(&grace_period, end_grace_period);
}

/**
 * syscall_trace_free_stores - free all stores, after a grace period
 *
 * To be called when the flags of all tasks have been cleared.
 *
 * Context: trace_types_lock is held.
 */
void syscall_trace_free_stores(void)
{
	if (!ended_run)
		begin_grace_period();
}
