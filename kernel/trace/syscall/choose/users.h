/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: tasks that get another user. Each home of the tracer has a <home/users.h>
 * with this function in line.
 */
#ifndef _SYSCALL_USERS_H
#define _SYSCALL_USERS_H

#include <linux/compiler.h>
#include <linux/types.h>

/**
 * syscall_users_watch - call __syscall_trace_cred_changed() in tasks that get another user, or not
 * any more
 * @on: whether some instance wants to know. If none does, it may be called all the same
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
static inline int syscall_users_watch(bool on);

#include <home/users.h>

#endif /* _SYSCALL_USERS_H */
