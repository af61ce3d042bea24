/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: works that tasks are given, to do when they return to user space. Each home
 * of the tracer has a <home/works.h> with these functions in line.
 */
#ifndef _SYSCALL_WORKS_H
#define _SYSCALL_WORKS_H

/**
 * syscall_works_given - a task is about to be given a work
 *
 * It takes its list of works before it does the first one, and may sleep in those of others: until
 * it comes to this one, nobody can take it back. So a home that can go has to count.
 *
 * Context: any.
 */
static inline void syscall_works_given(void);

/**
 * syscall_works_gone - a work is all but done, was taken back, or could not be given
 *
 * Context: any.
 */
static inline void syscall_works_gone(void);

#include <home/works.h>

#endif /* _SYSCALL_WORKS_H */
