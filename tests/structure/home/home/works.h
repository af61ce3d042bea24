/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Works of a home that stays.
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
