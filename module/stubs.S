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
#include "stubs.h"

/* user_single_step_report(regs) */
STUB_START redirect_stub_step
	pushq	%rdi
	call	redirect_step
	popq	%rdi
	testb	%al, %al
	jnz	1f
	DROP_FUNCTION
1:	RET
SYM_FUNC_END(redirect_stub_step)

/* ptrace_notify(exit_code, message): at either end of a call, or an event, which is above a signal */
STUB_START redirect_stub_notify
	cmpq	$REDIRECT_MESSAGE_ENTRY, %rsi
	je	2f
	cmpq	$REDIRECT_MESSAGE_EXIT, %rsi
	je	2f
	cmpl	$0xff, %edi
	jbe	1f
2:	pushq	%rdi
	pushq	%rsi
	call	redirect_notify
	popq	%rsi
	popq	%rdi
1:	RET
SYM_FUNC_END(redirect_stub_notify)

/* __audit_syscall_exit(success, return_code) */
STUB_START redirect_stub_audit
	pushq	%rdi
	pushq	%rsi
	call	redirect_audit
	popq	%rsi
	popq	%rdi
	RET
SYM_FUNC_END(redirect_stub_audit)

/* cgroup_leave_frozen(always_leave): always after ptrace, not after vfork() */
STUB_START redirect_stub_resumed
	testb	%dil, %dil
	jz	1f
	pushq	%rdi
	call	redirect_resumed
	popq	%rdi
1:	RET
SYM_FUNC_END(redirect_stub_resumed)
