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
 * Is the call for the program itself to see to? Then it does not count. The kernel executes
 * sigreturn() of the 32-bit vDSO even then: that one is missed.
 */
static inline bool dispatch_takes(struct pt_regs *regs)
{
	struct syscall_user_dispatch *dispatch = &current->syscall_dispatch;
	char state;

	if (instruction_pointer(regs) - dispatch->offset < dispatch->len)
		return false;

	return !dispatch->selector || get_user(state, dispatch->selector) ||
	       state != SYSCALL_DISPATCH_FILTER_ALLOW;
}

#endif /* _MODULE_DISPATCH_H */
