/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hooks of the system call tracer, and how it finds what it keeps of a task, as the module has
 * them. The tracer's own code includes this in place of the header of the same name that belongs
 * to the kernel.
 */
#ifndef _LINUX_SYSCALL_TRACE_H
#define _LINUX_SYSCALL_TRACE_H

#include <linux/jump_label.h>
#include <linux/sched.h>
#include <linux/syscall_trace_task.h>

#include "../../state.h"

long syscall_trace_record_enter(struct pt_regs *regs, long syscall);
void syscall_trace_record_held(struct pt_regs *regs, long syscall);
void syscall_trace_record_passed(struct pt_regs *regs, long syscall);
void syscall_trace_record_exit(struct pt_regs *regs);
void syscall_trace_exit_task(struct task_struct *task);

DECLARE_STATIC_KEY_FALSE(syscall_trace_has_tasks);
void __syscall_trace_fork(struct task_struct *child);
void __syscall_trace_cred_changed(void);

/* Stands for what is kept of all tasks that no instance wants. What is written there is 0. */
extern struct syscall_trace_task syscall_trace_nobody;

static __always_inline struct syscall_trace_task *syscall_trace_of(struct task_struct *task)
{
	struct redirect_task *known = tasks_find(task);

	return likely(known) ? &state_of(known)->call : &syscall_trace_nobody;
}

static inline bool syscall_trace_keep(struct task_struct *task)
{
	return !tasks_keep(task);
}

static inline void syscall_trace_mark(struct task_struct *task)
{
	tasks_set_bits(task);
}

static inline void syscall_trace_unmark(struct task_struct *task)
{
	tasks_unmark(task);
}

#endif /* _LINUX_SYSCALL_TRACE_H */
