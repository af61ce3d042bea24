/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of commit_creds() are seen. choose/users.h says what this function does.
 */
#ifndef _SYSCALL_HOME_USERS_H
#define _SYSCALL_HOME_USERS_H

#include "../users.h"

static inline int syscall_users_watch(bool on)
{
	return users_watch(on);
}

#endif /* _SYSCALL_HOME_USERS_H */
