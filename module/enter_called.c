// SPDX-License-Identifier: GPL-2.0
/*
 * The way in of kernels that call syscall_trace_enter(): a traced task is lent SYSCALL_AUDIT, so
 * that each of its calls gets there.
 */
#include <linux/audit.h>
#include <linux/entry-common.h>
#include <asm/ibt.h>
#include <asm/syscall.h>

#include "compat.h"
#include "dispatch.h"
#include "enter_called.h"
#include "tell.h"

/* An ENDBR, and the call that ftrace replaces. */
#define ENDBR_SIZE	4
#define FENTRY_SIZE	5
/* The first look at the work bits is among so many bytes behind them. */
#define PROLOGUE_SIZE	32

/* What the stub knows by numbers, and the arguments that it passes on. */
static_assert(offsetof(struct pt_regs, orig_ax) == ENTER_ORIG_AX);
static_assert((SYSCALL_WORK_SECCOMP | SYSCALL_WORK_SYSCALL_TRACEPOINT |
	       SYSCALL_WORK_SYSCALL_TRACE | SYSCALL_WORK_SYSCALL_EMU |
	       SYSCALL_WORK_SYSCALL_USER_DISPATCH | REDIRECT_AUDITED) == ENTER_OTHERS);
static_assert((SYSCALL_WORK_ENTER & ~ENTER_OTHERS) == SYSCALL_WORK_SYSCALL_AUDIT);
#ifdef COMPAT_ENTER_HAS_NUMBER
static_assert(__same_type(syscall_trace_enter, long (struct pt_regs *, long, unsigned long)));
#endif

/* In place of syscall_trace_enter(), for a traced task that nobody else wants to see. */
long enter_alone(struct pt_regs *regs, long nr)
{
	tell_enter(regs, nr, false);

	return nr;
}

/* Before syscall_trace_enter(), for a traced task that others want to see, too. */
void enter_held(struct pt_regs *regs, long nr, unsigned long work)
{
	if (work & SYSCALL_WORK_SYSCALL_USER_DISPATCH && dispatch_may_take(regs))
		tell_later();
	else
		tell_enter(regs, nr, true);
}

/* Find the bytes of an instruction that is among the first of a function. */
static bool begins_with(unsigned long function, const u8 *wanted, size_t size)
{
	u8 code[PROLOGUE_SIZE];
	size_t i;

	if (compat_is_endbr(function))
		function += ENDBR_SIZE;
	if (copy_from_kernel_nofault(code, (void *)(function + FENTRY_SIZE), sizeof(code)))
		return false;
	for (i = 0; i + size <= sizeof(code); i++) {
		if (!memcmp(code + i, wanted, size))
			return true;
	}

	return false;
}

/*
 * The work bits are in the register in which the stub looks for them: the function begins with
 * the question whether the call is dispatched to the program.
 */
int enter_check(void)
{
#ifdef COMPAT_ENTER_HAS_NUMBER
	static const u8 and_edx[] = { 0x83, 0xe2, SYSCALL_WORK_SYSCALL_USER_DISPATCH };
#else
	static const u8 and_esi[] = { 0x83, 0xe6, SYSCALL_WORK_SYSCALL_USER_DISPATCH };
#define and_edx and_esi
#endif
	unsigned long enter = address_of(ENTER_FUNCTION);

	if (!enter)
		return redirect_refuse(ENTER_NAME, "it is not in /proc/kallsyms");
	if (!begins_with(enter, and_edx, sizeof(and_edx)))
		return redirect_refuse(ENTER_NAME, "its arguments are not as expected");

	return 0;
}
