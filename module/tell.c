// SPDX-License-Identifier: GPL-2.0
/*
 * Who is told of calls, and which tasks are just telling.
 */
#include <linux/sched.h>

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
static void (*user_pass)(struct redirect_task *task, struct pt_regs *regs);

/**
 * tell_start - tell somebody from now on
 * @hooks: what is called for the tasks that are traced
 */
void tell_start(const struct redirect_hooks *hooks)
{
	user_later = hooks->later;
	user_pass = hooks->pass;
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
		task->held = false;
		user_later(task);
	}
	tasks_arm(current);
}

/**
 * tell_pass - the call of the current task is under way
 * @regs: the task's registers, which a debugger is about to see
 *
 * What it makes of them is another call no more.
 */
void tell_pass(struct pt_regs *regs)
{
	struct redirect_task *task;

	this_cpu_inc(tell_inside);
	task = tasks_find(current);
	if (task && task->held) {
		task->held = false;
		if (user_pass)
			user_pass(task, regs);
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
