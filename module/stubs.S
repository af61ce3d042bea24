/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the redirected functions begin. The first instruction of each is a call to its stub.
 * So the address on the stack is in that function, and what is above it is the stack as its
 * caller left it. A stub that returns lets the function run. A stub that drops that address and
 * returns is there in place of the function.
 *
 * No stub calls the function: nothing of this module is on the stack while a debugger or a
 * seccomp filter holds the task.
 */
#include <linux/linkage.h>
#include <asm/nospec-branch.h>
#include <asm/unwind_hints.h>

#include "compat.h"
#include "stubs.h"

#ifdef COMPAT_ENTER_HAS_NUMBER
#define WORK	%edx
#else
#define WORK	%esi
#endif

/* The rest is as if the function had not been called. */
.macro DROP_FUNCTION
	addq	$8, %rsp
	UNWIND_HINT_FUNC
.endm

/*
 * syscall_trace_enter(regs, nr, work), or (regs, work). A task that has other work and is not
 * traced executes two instructions here, and the call and the return.
 */
SYM_FUNC_START(redirect_stub_enter)
	testl	WORK, WORK
	jns	1f
	testl	$REDIRECT_OTHERS, WORK
	jnz	2f
#ifndef COMPAT_ENTER_HAS_NUMBER
	movslq	REDIRECT_ORIG_AX(%rdi), %rsi
#endif
	DROP_FUNCTION
	jmp	redirect_enter
2:	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
#ifndef COMPAT_ENTER_HAS_NUMBER
	movq	%rsi, %rdx
	movslq	REDIRECT_ORIG_AX(%rdi), %rsi
#endif
	call	redirect_held
	popq	%rdx
	popq	%rsi
	popq	%rdi
1:	RET
SYM_FUNC_END(redirect_stub_enter)

/* user_single_step_report(regs) */
SYM_FUNC_START(redirect_stub_step)
	pushq	%rdi
	call	redirect_step
	popq	%rdi
	testb	%al, %al
	jnz	1f
	DROP_FUNCTION
1:	RET
SYM_FUNC_END(redirect_stub_step)

/* ptrace_notify(exit_code, message) */
SYM_FUNC_START(redirect_stub_notify)
	cmpq	$REDIRECT_MESSAGE_EXIT, %rsi
	jne	1f
	pushq	%rdi
	pushq	%rsi
	call	redirect_notify
	popq	%rsi
	popq	%rdi
1:	RET
SYM_FUNC_END(redirect_stub_notify)

/* __audit_syscall_exit(success, return_code) */
SYM_FUNC_START(redirect_stub_audit)
	pushq	%rdi
	pushq	%rsi
	call	redirect_audit
	popq	%rsi
	popq	%rdi
	RET
SYM_FUNC_END(redirect_stub_audit)

/* cgroup_leave_frozen(always_leave): always after ptrace, not after vfork() */
SYM_FUNC_START(redirect_stub_resumed)
	testb	%dil, %dil
	jz	1f
	pushq	%rdi
	call	redirect_resumed
	popq	%rdi
1:	RET
SYM_FUNC_END(redirect_stub_resumed)
