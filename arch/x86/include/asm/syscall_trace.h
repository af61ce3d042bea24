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

#endif /* _ASM_X86_SYSCALL_TRACE_H */
