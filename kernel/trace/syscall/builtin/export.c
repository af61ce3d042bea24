// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: gives its records to others, besides the ring buffer. Whoever wants them
 * registers a struct trace_export with TRACE_EXPORT_SYSCALL (include/linux/trace.h).
 *
 * Records go the longer way of syscall_trace_commit() as long as there are exports. They are
 * written one by one then, whatever syscall_batch says: an export gets each record when it is
 * written, and never a block of them.
 */
#include <linux/export.h>
#include <linux/syscall_trace_export.h>

#include "../../trace.h"
#include "../hook/inflight.h"
#include "../instances.h"
#include "../loss/seq.h"
#include "array.h"

/**
 * syscall_trace_update_exports - an export of system calls has come or gone
 *
 * Context: task context, may sleep.
 */
void syscall_trace_update_exports(void)
{
	struct syscall_trace_instance *inst;
	struct trace_array *tr;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		tr = syscall_trace_array(inst);
		syscall_trace_update_company(tr, tr->trace_flags);
	}
}

/**
 * syscall_trace_newest_instance - tell which instance was the last one to begin
 *
 * Whoever has registered an export, and asks then, gets all records of those that begin later.
 *
 * Context: any.
 * Return: what syscall_trace_export.instance is for that one; 0: none has begun yet.
 */
u16 syscall_trace_newest_instance(void)
{
	return READ_ONCE(syscall_trace_newest);
}
EXPORT_SYMBOL_GPL(syscall_trace_newest_instance);

/**
 * syscall_trace_export_current - export the call that is under way
 *
 * The record of a call is written when it ends, or when its task goes to sleep. Who knows that
 * it does neither, because the kernel panics, asks for its entry now.
 *
 * Context: any.
 */
void syscall_trace_export_current(void)
{
	if (static_branch_unlikely(&syscall_trace_is_on))
		syscall_trace_write_current();
}
EXPORT_SYMBOL_GPL(syscall_trace_export_current);
