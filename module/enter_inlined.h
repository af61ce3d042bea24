/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What enter_inlined.c shares with its stubs, and what comes of it for the others.
 */
#ifndef _MODULE_ENTER_INLINED_H
#define _MODULE_ENTER_INLINED_H

#ifndef __ASSEMBLY__

struct pt_regs;
struct task_struct;

void enter_stub_dispatch(void);
void enter_stub_own(void);
void enter_stub_debugged(void);

bool enter_dispatch(struct pt_regs *regs);
void enter_own(void);
void enter_debugged(struct task_struct *task);

#define ENTER_NAME	"syscall_user_dispatch"
#define ENTER_FUNCTION	ENTER_NAME

#define ENTER_REDIRECTS								\
	{ .function = ENTER_FUNCTION, .stub = enter_stub_dispatch },		\
	{ .function = "set_syscall_user_dispatch", .stub = enter_stub_own },	\
	{ .function = "syscall_user_dispatch_set_config", .stub = enter_stub_debugged }, \
	{ .function = "syscall_user_dispatch_get_config", .stub = enter_stub_debugged },

/* Functions that call it, and those at the end of a call */
#define ENTER_BRANCHES					\
	{ ENTER_FUNCTION, { "do_syscall_64" } },		\
	{ ENTER_FUNCTION, { "__do_fast_syscall_32" } },	\
	{ ENTER_FUNCTION, { "do_int80_emulation" } },
#define ENTER_END_OF_CALL	"do_syscall_64"

#endif /* !__ASSEMBLY__ */
#endif /* _MODULE_ENTER_INLINED_H */
