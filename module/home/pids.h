/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of pids are the kernel's, and so are those of an instance that choose tasks for events.
 * choose/pids.h says what these functions do.
 */
#ifndef _SYSCALL_HOME_PIDS_H
#define _SYSCALL_HOME_PIDS_H

#include "../array_place.h"
#include "../borrow.h"
#include "../instance.h"

static __always_inline bool syscall_pids_want(const struct syscall_trace_instance *inst,
					      struct task_struct *task)
{
	return array_wants(instance_of(inst)->buffer->tr, task);
}

static __always_inline void syscall_pids_follow(const struct syscall_trace_instance *inst,
						struct task_struct *child)
{
	array_follow_pids(instance_of(inst)->buffer->tr, child);
}

#endif /* _SYSCALL_HOME_PIDS_H */
