/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is kept of a task.
 */
#ifndef _MODULE_STATE_H
#define _MODULE_STATE_H

#include <linux/syscall_trace_task.h>

#include "compat.h"
#include "module.h"

/**
 * struct memory_seen - whether a process has mapped devices
 * @mm: its memory
 * @exec: how often it has executed a program
 * @changes: what compat_mm_changes() said of @mm
 * @devices: so it was then
 */
struct memory_seen {
	const struct mm_struct	*mm;
	u64			exec;
	unsigned int		changes;
	bool			devices;
};

/**
 * struct state - what is kept of a task
 * @call: what the tracer keeps
 * @before: which call it made before it stood still for a debugger: see syscall_trace_hash()
 * @memory: what was found out about its memory; only the task itself uses it
 */
struct state {
	struct syscall_trace_task	call;
	u64				before;
	struct memory_seen		memory;
};

static __always_inline struct state *state_of(const struct redirect_task *known)
{
	return (struct state *)known->data;
}

#endif /* _MODULE_STATE_H */
