/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What programs need that see to their calls themselves: the selector of syscall user dispatch, and
 * what to do when a call is dispatched.
 */
#ifndef _TESTS_STOCK_DISPATCH_H
#define _TESTS_STOCK_DISPATCH_H

#include <sys/prctl.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH	59
#endif

static volatile char selector;
/* What it is when the program returns from the signal. */
static volatile char selector_then;
static volatile int signals;

static void on_sigsys(int signal)
{
	(void)signal;
	signals++;
	selector = selector_then;
}

/* Ask for it (1) or give it up (0): nothing is allowed at any address, unless @where says so. */
static inline int dispatch(int mode, volatile char *where)
{
	return prctl(PR_SET_SYSCALL_USER_DISPATCH, mode, 0, 0, where);
}

#endif /* _TESTS_STOCK_DISPATCH_H */
