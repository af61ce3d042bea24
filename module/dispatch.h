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
#include <asm/syscall.h>
#include <asm/vdso.h>

/*
 * Does a signal return by the vDSO of 32-bit programs? It alone has these symbols. The kernel does
 * that whatever the program says: see arch_syscall_is_vdso_sigreturn().
 */
static inline bool dispatch_is_sigreturn(struct pt_regs *regs)
{
	const struct vdso_image *image = current->mm->context.vdso_image;
	unsigned long vdso = (unsigned long)current->mm->context.vdso;

	return in_ia32_syscall() && image && image->sym_vdso32_sigreturn_landing_pad &&
	       (regs->ip == vdso + image->sym_vdso32_sigreturn_landing_pad ||
		regs->ip == vdso + image->sym_vdso32_rt_sigreturn_landing_pad);
}

/*
 * May the call be for the program itself to see to? Then it does not count. The program may change
 * its mind before the kernel asks, and what it says may be in a page that is absent: nobody sleeps
 * for that here.
 */
static inline bool dispatch_may_take(struct pt_regs *regs)
{
	struct syscall_user_dispatch *dispatch = &current->syscall_dispatch;
	char state;

	if (instruction_pointer(regs) - dispatch->offset < dispatch->len)
		return false;
	if (dispatch_is_sigreturn(regs))
		return false;

	return !dispatch->selector ||
	       copy_from_user_nofault(&state, dispatch->selector, sizeof(state)) ||
	       state != SYSCALL_DISPATCH_FILTER_ALLOW;
}

#endif /* _MODULE_DISPATCH_H */
