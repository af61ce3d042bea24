/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which processes have mapped devices is found out once, and again when their mappings have
 * changed. capture/memory.h says what this is for.
 */
#ifndef _SYSCALL_HOME_MEMORY_H
#define _SYSCALL_HOME_MEMORY_H

#include "../state.h"

bool memory_look(void);

static __always_inline bool syscall_trace_has_devices(void)
{
	const struct redirect_task *known = tasks_find(current);
	const struct memory_seen *seen;

	if (unlikely(!known))
		return true;
	seen = &state_of(known)->memory;
	if (likely(seen->mm == current->mm && seen->exec == current->self_exec_id &&
		   seen->changes == compat_mm_changes(current->mm)))
		return seen->devices;

	return memory_look();
}

#endif /* _SYSCALL_HOME_MEMORY_H */
