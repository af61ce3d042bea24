// SPDX-License-Identifier: GPL-2.0
/*
 * Who is told of calls, and which tasks are just telling.
 */
#include <linux/sched/signal.h>

#include "tell.h"

void tell_no_enter(struct redirect_task *task, struct pt_regs *regs, long nr, bool held)
{
}

void tell_no_exit(struct redirect_task *task, struct pt_regs *regs)
{
}

DEFINE_STATIC_CALL(tell_user_enter, tell_no_enter);
DEFINE_STATIC_CALL(tell_user_exit, tell_no_exit);

DEFINE_PER_CPU(long, tell_inside);

static void (*user_later)(struct redirect_task *task);
static void (*user_stopped)(struct redirect_task *task, struct pt_regs *regs);
static void (*user_resumed)(struct redirect_task *task, struct pt_regs *regs);

/**
 * tell_start - tell somebody from now on
 * @hooks: what is called for the tasks that are traced
 */
void tell_start(const struct redirect_hooks *hooks)
{
	user_later = hooks->later;
	user_stopped = hooks->stopped;
	user_resumed = hooks->resumed;
	static_call_update(tell_user_enter, hooks->enter);
	static_call_update(tell_user_exit, hooks->exit);
}

/**
 * tell_later - a call of the current task may begin
 *
 * If it does, its end is told, as that of a call that was not seen before.
 */
void tell_later(void)
{
	struct redirect_task *task = tasks_find(current);

	if (likely(task)) {
		task->told = false;
		task->stopped = false;
		user_later(task);
	}
	tasks_arm(current);
}

/**
 * tell_stop - the current task is about to stand still for a debugger
 * @regs: the task's registers
 * @before: it makes a call that the kernel has not executed yet, but will
 */
void tell_stop(struct pt_regs *regs, bool before)
{
	struct redirect_task *task;

	this_cpu_inc(tell_inside);
	task = tasks_find(current);
	if (task) {
		task->stopped = before;
		if (before && user_stopped)
			user_stopped(task, regs);
	}
	this_cpu_dec(tell_inside);
}

/**
 * tell_resume - a debugger has let the current task go on
 * @regs: the task's registers, as the debugger has made them
 *
 * What is killed meanwhile makes no call any more.
 */
void tell_resume(struct pt_regs *regs)
{
	struct redirect_task *task;

	this_cpu_inc(tell_inside);
	task = tasks_find(current);
	if (task && task->stopped) {
		task->stopped = false;
		if (user_resumed && !fatal_signal_pending(current))
			user_resumed(task, regs);
	}
	this_cpu_dec(tell_inside);
}

static long tasks_inside(void)
{
	long inside = 0;
	int cpu;

	/* Nobody goes in any more. One who leaves meanwhile may be counted, or not. */
	for_each_possible_cpu(cpu)
		inside += READ_ONCE(*per_cpu_ptr(&tell_inside, cpu));

	return inside;
}

/**
 * tell_wait - wait until no task is in a hook, nor has a work to do
 *
 * Nobody gets there any more, nor is anybody given one. It takes as long as a task sleeps in a
 * work of somebody else's.
 */
void tell_wait(void)
{
	while (tasks_inside())
		schedule_timeout_idle(1);
}
