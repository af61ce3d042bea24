/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The beginning and the end of calls, as the functions that stand for the kernel's tell them.
 */
#ifndef _MODULE_TELL_H
#define _MODULE_TELL_H

#include <linux/percpu.h>
#include <linux/static_call.h>

#include "module.h"

void tell_no_enter(struct redirect_task *task, struct pt_regs *regs, long nr, bool held);
void tell_no_exit(struct redirect_task *task, struct pt_regs *regs);

DECLARE_STATIC_CALL(tell_user_enter, tell_no_enter);
DECLARE_STATIC_CALL(tell_user_exit, tell_no_exit);

/*
 * Tasks that are in a hook, and works that tasks have to do when they leave the kernel. They may
 * sleep meanwhile, and wake on another CPU.
 */
DECLARE_PER_CPU(long, tell_inside);

void tell_start(const struct redirect_hooks *hooks);
void tell_wait(void);
void tell_later(void);
void tell_stop(struct pt_regs *regs, bool before);
void tell_resume(struct pt_regs *regs);

/* A call begins. */
static __always_inline void tell_enter(struct pt_regs *regs, long nr, bool held)
{
	struct redirect_task *task;

	this_cpu_inc(tell_inside);
	task = tasks_find(current);
	if (likely(task)) {
		task->told = false;
		task->stopped = false;
		static_call(tell_user_enter)(task, regs, nr, held);
	}
	tasks_arm(current);
	this_cpu_dec(tell_inside);
}

/* A call of a task that is traced ends. Several functions may say so. */
static __always_inline void tell_exit(struct pt_regs *regs)
{
	struct redirect_task *task;

	this_cpu_inc(tell_inside);
	task = tasks_find(current);
	if (likely(task) && !task->told) {
		task->told = true;
		static_call(tell_user_exit)(task, regs);
	}
	this_cpu_dec(tell_inside);
}

#endif /* _MODULE_TELL_H */
