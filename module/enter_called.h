/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What enter_called.c shares with its stub, and what comes of it for the others.
 */
#ifndef _MODULE_ENTER_CALLED_H
#define _MODULE_ENTER_CALLED_H

#define ENTER_NAME	"syscall_trace_enter"

/* Does it get the number of the call, or did gcc find out that it need not? */
#ifdef COMPAT_ENTER_HAS_NUMBER
#define ENTER_FUNCTION	ENTER_NAME
#else
#define ENTER_FUNCTION	ENTER_NAME ".constprop.0"
#endif

/* Somebody else wants to see the call: seccomp, tracepoint, ptrace, SYSEMU, dispatch, audit. */
#define ENTER_OTHERS	0x4000002f

/* Where pt_regs has the number of the call. */
#define ENTER_ORIG_AX	120

#ifndef __ASSEMBLY__

struct pt_regs;

void enter_stub(void);

long enter_alone(struct pt_regs *regs, long nr);
void enter_held(struct pt_regs *regs, long nr, unsigned long work);

#define ENTER_REDIRECTS			\
	{ .function = ENTER_FUNCTION, .stub = enter_stub },

/* Who calls it is not known by name. */
#define ENTER_BRANCHES

/* Who calls the functions at the end of a call */
#define ENTER_END_OF_CALL		"syscall_exit_to_user_mode_prepare"

#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_ENTER_CALLED_H */
