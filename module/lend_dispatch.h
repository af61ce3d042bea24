/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SYSCALL_USER_DISPATCH, which programs have, too, and debuggers look at:
 *
 * - Who has lent it is in the same word. It is lent only to a task that does not have it, so it
 *   is clear then whose it is.
 * - Before a program asks for it or gives it up, and before a debugger sees it or does that, it
 *   is taken back. Nothing is lent until the call has ended, or the debugger lets the task go on.
 * - exec and fork clear it, whoever it is from. So it is lent again at the end of exec.
 */
#ifndef _MODULE_LEND_DISPATCH_H
#define _MODULE_LEND_DISPATCH_H

#include <linux/entry-common.h>
#include <linux/log2.h>

#include "module.h"

/* More bits of that word: the task has the bit only from us. */
#define LEND_LENT	BIT(29)
/* Its own is being looked at or changed: it is lent nothing until that is done. */
#define LEND_ASKED	BIT(28)

static_assert(!((SYSCALL_WORK_ENTER | SYSCALL_WORK_EXIT) & (LEND_LENT | LEND_ASKED)));

/* Has a task with these work bits the bit, and not from us? */
static __always_inline bool lend_is_own(unsigned long work)
{
	return (work & (SYSCALL_WORK_SYSCALL_USER_DISPATCH | LEND_LENT)) ==
	       SYSCALL_WORK_SYSCALL_USER_DISPATCH;
}

static inline void lend(struct task_struct *task)
{
	unsigned long *work = redirect_work(task), old = READ_ONCE(*work);

	do {
		if (!(old & REDIRECT_MARKED) ||
		    old & (LEND_ASKED | SYSCALL_WORK_SYSCALL_USER_DISPATCH))
			return;
	} while (!try_cmpxchg(work, &old, old | LEND_LENT | SYSCALL_WORK_SYSCALL_USER_DISPATCH));
}

/* @also: another bit that is set at the same time */
static inline void lend_take_back(struct task_struct *task, unsigned long also)
{
	unsigned long *work = redirect_work(task), old = READ_ONCE(*work), new;

	do {
		new = old | also;
		if (old & LEND_LENT)
			new &= ~(LEND_LENT | SYSCALL_WORK_SYSCALL_USER_DISPATCH);
	} while (!try_cmpxchg(work, &old, new));
}

static inline void lend_no_more(struct task_struct *task)
{
	lend_take_back(task, 0);
}

/* What is in the word is no loan: fork() has left it. The program may have asked for the bit since. */
static inline void lend_begin(struct task_struct *task)
{
	if (READ_ONCE(*redirect_work(task)) & LEND_LENT)
		clear_bit(ilog2(LEND_LENT), redirect_work(task));
}

static inline void lend_forget(struct task_struct *task)
{
	if (READ_ONCE(*redirect_work(task)) & LEND_ASKED)
		clear_bit(ilog2(LEND_ASKED), redirect_work(task));
}

static __always_inline void lend_again(void)
{
	unsigned long work = READ_ONCE(*redirect_work(current));

	if (likely(work & SYSCALL_WORK_SYSCALL_USER_DISPATCH && !(work & LEND_ASKED)))
		return;
	lend_forget(current);
	lend(current);
}

#endif /* _MODULE_LEND_DISPATCH_H */
