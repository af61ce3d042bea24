/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stub of syscall_trace_enter(): see stubs.S.
 */
#include "compat.h"
#include "enter_called.h"
#include "stubs.h"

#ifdef COMPAT_ENTER_HAS_NUMBER
#define WORK	%edx
#else
#define WORK	%esi
#endif

/*
 * syscall_trace_enter(regs, nr, work), or (regs, work). A task that has other work and is not
 * traced executes two instructions here, and the call and the return.
 */
STUB_START enter_stub
	testl	WORK, WORK
	jns	1f
	testl	$ENTER_OTHERS, WORK
	jnz	2f
#ifndef COMPAT_ENTER_HAS_NUMBER
	movslq	ENTER_ORIG_AX(%rdi), %rsi
#endif
	DROP_FUNCTION
	jmp	enter_alone
2:	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
#ifndef COMPAT_ENTER_HAS_NUMBER
	movq	%rsi, %rdx
	movslq	ENTER_ORIG_AX(%rdi), %rsi
#endif
	call	enter_held
	popq	%rdx
	popq	%rsi
	popq	%rdi
1:	RET
SYM_FUNC_END(enter_stub)
