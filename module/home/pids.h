/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of pids are the kernel's. Those of an instance that choose tasks for events are out of
 * reach. choose/pids.h says what these functions do.
 */
#ifndef _SYSCALL_HOME_PIDS_H
#define _SYSCALL_HOME_PIDS_H

#include "../borrow.h"

static __always_inline bool syscall_pids_want(const struct syscall_trace_instance *inst,
					      struct task_struct *task)
{
	return true;
}

static __always_inline void syscall_pids_follow(const struct syscall_trace_instance *inst,
						struct task_struct *child)
{
}

#endif /* _SYSCALL_HOME_PIDS_H */
