// SPDX-License-Identifier: GPL-2.0
/*
 * The way in of kernels that have syscall_trace_enter() in line, where ftrace cannot go. A traced
 * task is lent SYSCALL_USER_DISPATCH, so that each of its calls first gets to
 * syscall_user_dispatch(). That function does not run then: it would take the call away.
 */
#include <linux/entry-common.h>
#include <linux/syscall_user_dispatch.h>
#include <asm/syscall.h>

#include "dispatch.h"
#include "enter_inlined.h"
#include "lend_dispatch.h"
#include "tell.h"

/* Somebody else wants to see the call: seccomp, tracepoint, ptrace, SYSEMU, audit. */
#define OTHERS	(SYSCALL_WORK_SECCOMP | SYSCALL_WORK_SYSCALL_TRACEPOINT |	\
		 SYSCALL_WORK_SYSCALL_TRACE | SYSCALL_WORK_SYSCALL_EMU | REDIRECT_AUDITED)

/* The arguments that the stubs pass on. */
static_assert(__same_type(syscall_user_dispatch, bool (struct pt_regs *)));
static_assert(__same_type(set_syscall_user_dispatch,
			  int (unsigned long, unsigned long, unsigned long, char __user *)));
static_assert(__same_type(syscall_user_dispatch_set_config,
			  int (struct task_struct *, unsigned long, void __user *)));
static_assert(__same_type(syscall_user_dispatch_get_config,
			  int (struct task_struct *, unsigned long, void __user *)));

/*
 * Before syscall_user_dispatch(), or in place of it. Returns whether it is to run. The task had
 * the bit when its call began. If it has been taken since, it was lent.
 */
bool enter_dispatch(struct pt_regs *regs)
{
	unsigned long work = READ_ONCE(*redirect_work(current));
	bool own = lend_is_own(work);

	if (!(work & REDIRECT_MARKED))
		return own;
	if (own && dispatch_may_take(regs))
		tell_later();
	else
		tell_enter(regs, syscall_get_nr(current, regs), own || work & OTHERS);

	return own;
}

/* Before set_syscall_user_dispatch() */
void enter_own(void)
{
	lend_take_back(current, LEND_ASKED);
}

/* Before a debugger sees or changes it. The task stands still. */
void enter_debugged(struct task_struct *task)
{
	lend_take_back(task, LEND_ASKED);
}

/* What is looked at beyond that is in check.c. */
int enter_check(void)
{
	return 0;
}
