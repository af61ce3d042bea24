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

/* Somebody else wants to see the call: seccomp, tracepoint, ptrace, SYSEMU, dispatch, audit. */
#define REDIRECT_OTHERS		0x4000002f

/* PTRACE_EVENTMSG_SYSCALL_EXIT */
#define REDIRECT_MESSAGE_EXIT	2

/* Where pt_regs has the number of the call. */
#define REDIRECT_ORIG_AX	120

#ifndef __ASSEMBLY__

#include <linux/types.h>

struct pt_regs;

void redirect_stub_enter(void);
void redirect_stub_step(void);
void redirect_stub_notify(void);
void redirect_stub_audit(void);
void redirect_stub_resumed(void);

long redirect_enter(struct pt_regs *regs, long nr);
void redirect_held(struct pt_regs *regs, long nr, unsigned long work);
bool redirect_step(struct pt_regs *regs);
void redirect_notify(int exit_code, unsigned long message);
void redirect_audit(void);
void redirect_resumed(void);

#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_STUBS_H */
