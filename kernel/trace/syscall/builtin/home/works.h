/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what is built in stays. task/works.h says what these functions do.
 */
#ifndef _SYSCALL_HOME_WORKS_H
#define _SYSCALL_HOME_WORKS_H

static inline void syscall_works_given(void)
{
}

static inline void syscall_works_gone(void)
{
}

#endif /* _SYSCALL_HOME_WORKS_H */
