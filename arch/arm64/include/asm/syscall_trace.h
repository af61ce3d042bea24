/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: the ABIs that the system call tracer knows, by their place in
 * syscall_trace_abis[]. The values are part of the records: append only.
 */
#ifndef _ASM_ARM64_SYSCALL_TRACE_H
#define _ASM_ARM64_SYSCALL_TRACE_H

enum syscall_trace_arm64_abi {
	SYSCALL_TRACE_ABI_ARM64,	/* AArch64 */
	SYSCALL_TRACE_ABI_ARM,		/* AArch32: the EABI of 32-bit ARM */
	SYSCALL_TRACE_NR_ABIS,
};

#ifdef __KERNEL__

#include <linux/compat.h>
#include <asm/ptrace.h>

/* The ABI of a call; its number is the same in the register. */
static __always_inline enum syscall_trace_arm64_abi syscall_trace_arch_abi(int *nr)
{
	return is_compat_task() ? SYSCALL_TRACE_ABI_ARM : SYSCALL_TRACE_ABI_ARM64;
}

/* The same of a call of another task, which does not go on meanwhile. */
static inline enum syscall_trace_arm64_abi
syscall_trace_arch_abi_of(struct task_struct *task, int *nr)
{
	return is_compat_thread(task_thread_info(task)) ? SYSCALL_TRACE_ABI_ARM :
							  SYSCALL_TRACE_ABI_ARM64;
}

/*
 * Has a task that is in the kernel begun a call that has no result yet? The registers do not
 * tell: register 0 has its first argument until there is a result.
 */
static inline bool syscall_trace_arch_in_call(const struct pt_regs *regs)
{
	return false;
}

/* The arguments of a call of the first ABI. Register 0 has the result at the exit. */
static __always_inline void syscall_trace_arch_args(const struct pt_regs *regs,
						    unsigned long *args)
{
	unsigned int i;

	args[0] = regs->orig_x0;
	for (i = 1; i < 6; i++)
		args[i] = regs->regs[i];
}

#endif /* __KERNEL__ */

#endif /* _ASM_ARM64_SYSCALL_TRACE_H */
