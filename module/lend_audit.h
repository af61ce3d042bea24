/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SYSCALL_AUDIT, which a task with an audit context has, too. Without one, nothing else comes of
 * it, so nobody takes it away.
 */
#ifndef _MODULE_LEND_AUDIT_H
#define _MODULE_LEND_AUDIT_H

#include <linux/sched.h>
#include <linux/thread_info.h>

static inline void lend(struct task_struct *task)
{
	set_task_syscall_work(task, SYSCALL_AUDIT);
}

static inline void lend_no_more(struct task_struct *task)
{
	if (!task->audit_context)
		clear_task_syscall_work(task, SYSCALL_AUDIT);
}

static __always_inline void lend_again(void)
{
}

static inline void lend_begin(struct task_struct *task)
{
}

static inline void lend_forget(struct task_struct *task)
{
}

#endif /* _MODULE_LEND_AUDIT_H */
