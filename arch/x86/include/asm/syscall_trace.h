/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: the ABIs that the system call tracer knows, by their place in
 * syscall_trace_abis[]. The values are part of the records: append only.
 */
#ifndef _ASM_X86_SYSCALL_TRACE_H
#define _ASM_X86_SYSCALL_TRACE_H

enum syscall_trace_x86_abi {
	SYSCALL_TRACE_ABI_X86_64,	/* 64-bit SYSCALL */
	SYSCALL_TRACE_ABI_I386,		/* int 0x80, SYSENTER, 32-bit SYSCALL */
	SYSCALL_TRACE_ABI_X32,		/* 64-bit SYSCALL with __X32_SYSCALL_BIT in the number */
	SYSCALL_TRACE_NR_ABIS,
};

#ifdef __KERNEL__

#include <linux/errno.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <asm/ptrace.h>
#include <asm/unistd.h>

/*
 * The ABI of a call, and its number there: @nr loses the x32 bit. TS_COMPAT says how this
 * call entered the kernel, whatever the task is: int 0x80 from 64-bit code is an i386
 * call. A negative number has the x32 bit by accident only.
 */
static __always_inline enum syscall_trace_x86_abi syscall_trace_arch_abi(int *nr)
{
	if (unlikely(in_ia32_syscall()))
		return SYSCALL_TRACE_ABI_I386;
	if (unlikely(*nr & __X32_SYSCALL_BIT) && *nr >= 0) {
		*nr &= ~__X32_SYSCALL_BIT;
		return SYSCALL_TRACE_ABI_X32;
	}

	return SYSCALL_TRACE_ABI_X86_64;
}

/* The same of a call of another task, which does not go on meanwhile. */
static inline enum syscall_trace_x86_abi
syscall_trace_arch_abi_of(struct task_struct *task, int *nr)
{
	if (IS_ENABLED(CONFIG_IA32_EMULATION) && task_thread_info(task)->status & TS_COMPAT)
		return SYSCALL_TRACE_ABI_I386;
	if (*nr >= 0 && *nr & __X32_SYSCALL_BIT) {
		*nr &= ~__X32_SYSCALL_BIT;
		return SYSCALL_TRACE_ABI_X32;
	}

	return SYSCALL_TRACE_ABI_X86_64;
}

/*
 * Has a task that is in the kernel begun a call that has no result yet? The entry code puts
 * -ENOSYS where the result will be. Interrupts and exceptions leave no number of a call. The
 * hooks have the task's last word: a call may really return this error.
 */
static inline bool syscall_trace_arch_in_call(const struct pt_regs *regs)
{
	return (int)regs->orig_ax >= 0 && regs->ax == -ENOSYS;
}

/* The arguments of a call of the first ABI, which nothing else has to be asked for. */
static __always_inline void syscall_trace_arch_args(const struct pt_regs *regs,
						    unsigned long *args)
{
	args[0] = regs->di;
	args[1] = regs->si;
	args[2] = regs->dx;
	args[3] = regs->r10;
	args[4] = regs->r8;
	args[5] = regs->r9;
}

#endif /* __KERNEL__ */

#endif /* _ASM_X86_SYSCALL_TRACE_H */
