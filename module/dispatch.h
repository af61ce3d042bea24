/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Syscall user dispatch, as the kernel decides about it.
 */
#ifndef _MODULE_DISPATCH_H
#define _MODULE_DISPATCH_H

#include <linux/prctl.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

/*
 * May the call be for the program itself to see to? Then it does not count. The program may change
 * its mind before the kernel asks, and what it says may be in a page that is absent: nobody sleeps
 * for that here. The kernel executes sigreturn() of the 32-bit vDSO even then.
 */
static inline bool dispatch_may_take(struct pt_regs *regs)
{
	struct syscall_user_dispatch *dispatch = &current->syscall_dispatch;
	char state;

	if (instruction_pointer(regs) - dispatch->offset < dispatch->len)
		return false;

	return !dispatch->selector ||
	       copy_from_user_nofault(&state, dispatch->selector, sizeof(state)) ||
	       state != SYSCALL_DISPATCH_FILTER_ALLOW;
}

#endif /* _MODULE_DISPATCH_H */
