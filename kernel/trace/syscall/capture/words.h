/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the arguments of a call.
 */
#ifndef _SYSCALL_CAPTURE_WORDS_H
#define _SYSCALL_CAPTURE_WORDS_H

#include <linux/sched.h>
#include <linux/syscall_trace_table.h>
#include <asm/syscall.h>
#include <asm/syscall_trace.h>

void syscall_trace_read_args(struct task_struct *task, struct pt_regs *regs, unsigned int abi,
			     int nr, unsigned long args[SYSCALL_TRACE_MAX_ARGS]);

/* The arguments of a task's call, as the kernel's entry point gets them. */
static __always_inline void
syscall_trace_get_arguments(struct task_struct *task, struct pt_regs *regs, unsigned int abi,
			    int nr, unsigned long args[SYSCALL_TRACE_MAX_ARGS])
{
	if (likely(!abi))
		syscall_trace_arch_args(regs, args);
	else
		syscall_trace_read_args(task, regs, abi, nr, args);
}

#endif /* _SYSCALL_CAPTURE_WORDS_H */
