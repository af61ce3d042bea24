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

#include "../trace.h"
#include "record.h"
#include "tracer.h"

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
		tr = container_of(inst, struct trace_array, syscall_trace);
		syscall_trace_update_company(tr, tr->trace_flags);
	}
}

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
		syscall_trace_show_current();
}
EXPORT_SYMBOL_GPL(syscall_trace_export_current);

/**
 * syscall_trace_describe_export - tell what an export has been given
 * @buf: what its .write() got
 * @len: the number of bytes there
 * @desc: is filled in
 *
 * The numbers of record types differ from kernel to kernel. Who sends records elsewhere sends
 * the kind instead.
 *
 * Context: any.
 * Return: false if it is no record of the system call tracer.
 */
bool syscall_trace_describe_export(const void *buf, unsigned int len,
				   struct syscall_trace_export *desc)
{
	const struct trace_entry *ent = buf;

	if (len < sizeof(*ent))
		return false;

	switch (ent->type) {
	case TRACE_SYSCALL_CALL:
		desc->kind = SYSCALL_TRACE_EXPORT_CALL;
		break;
	case TRACE_SYSCALL_ENTER:
		desc->kind = SYSCALL_TRACE_EXPORT_ENTER;
		break;
	case TRACE_SYSCALL_EXIT:
		desc->kind = SYSCALL_TRACE_EXPORT_EXIT;
		break;
	case TRACE_SYSCALL_TASK:
		desc->kind = SYSCALL_TRACE_EXPORT_TASK;
		break;
	default:
		return false;
	}
	desc->flags = ent->flags;
	desc->preempt_count = ent->preempt_count;
	desc->pid = ent->pid;
	desc->data = ent + 1;
	desc->size = len - sizeof(*ent);

	return true;
}
EXPORT_SYMBOL_GPL(syscall_trace_describe_export);
