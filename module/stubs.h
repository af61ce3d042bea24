/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers that the stubs, which are in assembler, share with C. redirect.c compares those that
 * are the kernel's with its headers.
 */
#ifndef _MODULE_STUBS_H
#define _MODULE_STUBS_H

/*
 * Bits of a task's thread_info.syscall_work. The kernel uses the low ones, and nobody looks at
 * these: left alone, they do nothing.
 */
#define REDIRECT_MARKED_BIT	31	/* the task is traced */
#define REDIRECT_AUDITED_BIT	30	/* it is, and has an audit context, as it will to its end */

/* PTRACE_EVENTMSG_SYSCALL_ENTRY and PTRACE_EVENTMSG_SYSCALL_EXIT */
#define REDIRECT_MESSAGE_ENTRY	1
#define REDIRECT_MESSAGE_EXIT	2

#ifdef __ASSEMBLY__

#include <linux/linkage.h>
#include <linux/objtool.h>
#include <asm/nospec-branch.h>
#include <asm/unwind_hints.h>

/* Only direct calls go there: ftrace is told where it is, but does not use that itself. */
.macro STUB_START name:req
SYM_FUNC_START(\name)
	ANNOTATE_NOENDBR
.endm

/* The rest is as if the redirected function had not been called. */
.macro DROP_FUNCTION
	addq	$8, %rsp
	UNWIND_HINT_FUNC
.endm

#else /* !__ASSEMBLY__ */

#include <linux/types.h>

struct pt_regs;

void redirect_stub_step(void);
void redirect_stub_notify(void);
void redirect_stub_audit(void);
void redirect_stub_resumed(void);

bool redirect_step(struct pt_regs *regs);
void redirect_notify(int exit_code, unsigned long message);
void redirect_audit(void);
void redirect_resumed(void);

#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_STUBS_H */
