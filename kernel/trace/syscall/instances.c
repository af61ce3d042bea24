// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the instances that do something, and the bits by which tasks tell them apart.
 */
#include "instances.h"

LIST_HEAD(syscall_trace_tracing);
LIST_HEAD(syscall_trace_instances);
LIST_HEAD(syscall_trace_probing);

DEFINE_RAW_SPINLOCK(syscall_trace_tasks_lock);

u64 syscall_trace_stale_bits;

/**
 * syscall_trace_find_bit - find a bit by which tasks tell whether an instance wants them
 *
 * Context: trace_types_lock and syscall_trace_tasks_lock are held.
 * Return: a bit that no instance has, 0: all are in use.
 */
u64 syscall_trace_find_bit(void)
{
	const struct syscall_trace_instance *inst;
	u64 used = syscall_trace_stale_bits;

	lockdep_assert_held(&trace_types_lock);
	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		used |= inst->bit;
	list_for_each_entry(inst, &syscall_trace_probing, probing)
		used |= inst->probe_bit;

	return ~used & (used + 1);
}

/**
 * syscall_trace_chooses_tasks - does any instance choose tasks?
 *
 * Context: trace_types_lock is held.
 * Return: true if one traces or has probes that record.
 */
bool syscall_trace_chooses_tasks(void)
{
	lockdep_assert_held(&trace_types_lock);

	return !list_empty(&syscall_trace_tracing) || !list_empty_careful(&syscall_trace_probing);
}
