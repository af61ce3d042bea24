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

/* The ABI of a call; its number is the same in the register. */
static __always_inline enum syscall_trace_arm64_abi syscall_trace_arch_abi(int *nr)
{
	return is_compat_task() ? SYSCALL_TRACE_ABI_ARM : SYSCALL_TRACE_ABI_ARM64;
}

#endif /* __KERNEL__ */

#endif /* _ASM_ARM64_SYSCALL_TRACE_H */
