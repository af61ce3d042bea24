/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Before the module goes, it waits for works as for hooks. task/works.h says what these functions
 * do.
 */
#ifndef _SYSCALL_HOME_WORKS_H
#define _SYSCALL_HOME_WORKS_H

#include "../tell.h"

static inline void syscall_works_given(void)
{
	this_cpu_inc(tell_inside);
}

static inline void syscall_works_gone(void)
{
	this_cpu_dec(tell_inside);
}

#endif /* _SYSCALL_HOME_WORKS_H */
