// SPDX-License-Identifier: GPL-2.0
/*
 * What is done when the current task leaves the kernel, because it holds locks until then. So
 * whoever has made the system call finds it done.
 */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/wait.h>

#include "later.h"

/* Guards what follows. */
static DEFINE_MUTEX(later_lock);
/* Tasks that are doing something, or will when they leave the kernel. */
static unsigned int busy;
static DECLARE_WAIT_QUEUE_HEAD(done);
/* Nothing is to be done any more. */
static bool stopping;

struct later_task {
	struct callback_head	work;
	struct later		*what;
};

/* Whoever waits for the last one waits for a grace period of RCU tasks after that. */
static void run_in_task(struct callback_head *work)
{
	struct later_task *task = container_of(work, struct later_task, work);

	task->what->run();
	kfree(task);
	guard(mutex)(&later_lock);
	WRITE_ONCE(busy, busy - 1);
	wake_up(&done);
}

void later_run_work(struct work_struct *work)
{
	container_of(work, struct later, work)->run();
}

/**
 * later - do something when the current task leaves the kernel, or soon after
 * @what: what it is
 *
 * Context: task context, may sleep.
 */
void later(struct later *what)
{
	struct later_task *task = kmalloc(sizeof(*task), GFP_KERNEL);

	if (task) {
		init_task_work(&task->work, run_in_task);
		task->what = what;
	}

	guard(mutex)(&later_lock);
	if (task && !stopping && !(current->flags & PF_KTHREAD) &&
	    !task_work_add(current, &task->work, TWA_RESUME)) {
		WRITE_ONCE(busy, busy + 1);
		return;
	}
	kfree(task);
	if (!stopping)
		schedule_work(&what->work);
}

/**
 * later_stop - do nothing any more, and wait for those who do
 *
 * Whoever has a struct later cancels its work after that.
 *
 * Context: task context, may sleep. May be called again.
 */
void later_stop(void)
{
	scoped_guard(mutex, &later_lock)
		stopping = true;
	wait_event(done, !READ_ONCE(busy));
}
