/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's hooks: what the entry code, fork, exec and exit call.
 */
#ifndef _LINUX_SYSCALL_TRACE_H
#define _LINUX_SYSCALL_TRACE_H

#include <linux/jump_label.h>
#include <linux/sched.h>
#include <linux/thread_info.h>

struct pt_regs;

#ifdef CONFIG_SYSCALL_TRACER

long syscall_trace_record_enter(struct pt_regs *regs, long syscall);
void syscall_trace_record_held(struct pt_regs *regs, long syscall);
void syscall_trace_record_passed(struct pt_regs *regs, long syscall);
void syscall_trace_record_exit(struct pt_regs *regs);
void syscall_trace_exit_task(struct task_struct *task);

/*
 * What the entry code does for others is out of line: then it saves no registers for a call
 * that nobody but the tracer wants to see.
 */
#define __syscall_trace_others	noinline

/**
 * syscall_trace_asked - record the entry of a call before ptrace and seccomp see it
 * @regs: the task's registers
 * @syscall: the number that the task passed
 * @others: ptrace, seccomp or the like will see the call, and may stop it, change it or
 *	    kill the task
 *
 * Context: the task's own, preemptible, interrupts on. May sleep.
 * Return: @others. If true, the caller lets them see the call, and then calls
 * syscall_trace_record_passed() for a call that goes on.
 */
static __always_inline bool syscall_trace_asked(struct pt_regs *regs, long syscall,
						bool others)
{
	if (unlikely(others)) {
		syscall_trace_record_held(regs, syscall);
		return true;
	}
	syscall_trace_record_enter(regs, syscall);

	return false;
}

/* What the tracer keeps of a task. Its own code asks for that here, and nowhere else. */
static __always_inline struct syscall_trace_task *syscall_trace_of(struct task_struct *task)
{
	return &task->syscall_trace;
}

/* Make sure that the tracer can keep something of a task. Returns false without memory. */
static __always_inline bool syscall_trace_keep(struct task_struct *task)
{
	return true;
}

/* Let the calls of a task come to the hooks. */
static __always_inline void syscall_trace_mark(struct task_struct *task)
{
	set_task_syscall_work(task, SYSCALL_TRACER);
}

static __always_inline void syscall_trace_unmark(struct task_struct *task)
{
	clear_task_syscall_work(task, SYSCALL_TRACER);
}

/* The child must not share the store that is in its copy of the parent's task_struct. */
static inline void syscall_trace_init_task(struct task_struct *child)
{
	*syscall_trace_of(child) = (struct syscall_trace_task) { };
}

DECLARE_STATIC_KEY_FALSE(syscall_trace_has_tasks);
void __syscall_trace_fork(struct task_struct *child);
void __syscall_trace_cred_changed(void);

/*
 * The tracer flags tasks while it holds tasklist_lock for reading. The caller holds it for
 * writing and is about to list @child: so the tracer either sees the child, or has found
 * before which tasks it wants. The flag that @child has is an old copy of its parent's.
 */
static inline void syscall_trace_fork(struct task_struct *child)
{
	if (static_branch_unlikely(&syscall_trace_has_tasks))
		__syscall_trace_fork(child);
	else
		clear_task_syscall_work(child, SYSCALL_TRACER);
}

/* The current task may have another user. */
static inline void syscall_trace_cred_changed(void)
{
	if (static_branch_unlikely(&syscall_trace_has_tasks))
		__syscall_trace_cred_changed();
}

#else /* !CONFIG_SYSCALL_TRACER */

/* The entry code is as it would be without the tracer. */
#define __syscall_trace_others	__always_inline

static inline long syscall_trace_record_enter(struct pt_regs *regs, long syscall)
{
	return syscall;
}

static inline bool syscall_trace_asked(struct pt_regs *regs, long syscall, bool others)
{
	return true;
}

static inline void syscall_trace_record_passed(struct pt_regs *regs, long syscall) { }
static inline void syscall_trace_record_exit(struct pt_regs *regs) { }
static inline void syscall_trace_exit_task(struct task_struct *task) { }
static inline void syscall_trace_init_task(struct task_struct *child) { }
static inline void syscall_trace_fork(struct task_struct *child) { }
static inline void syscall_trace_cred_changed(void) { }

#endif /* CONFIG_SYSCALL_TRACER */
#endif /* _LINUX_SYSCALL_TRACE_H */
