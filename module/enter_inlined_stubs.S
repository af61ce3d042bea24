/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stubs of what enter_inlined.c redirects: see stubs.S.
 */
#include "stubs.h"

/* syscall_user_dispatch(regs). In its place, the answer is no. */
STUB_START enter_stub_dispatch
	pushq	%rdi
	call	enter_dispatch
	popq	%rdi
	testb	%al, %al
	jnz	1f
	DROP_FUNCTION
1:	RET
SYM_FUNC_END(enter_stub_dispatch)

/* set_syscall_user_dispatch(mode, offset, len, selector) */
STUB_START enter_stub_own
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	call	enter_own
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	RET
SYM_FUNC_END(enter_stub_own)

/* syscall_user_dispatch_set_config(task, size, data), and _get_config() */
STUB_START enter_stub_debugged
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	call	enter_debugged
	popq	%rdx
	popq	%rsi
	popq	%rdi
	RET
SYM_FUNC_END(enter_stub_debugged)
