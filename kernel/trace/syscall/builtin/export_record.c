// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: gives a record to exports, and tells them what it is. Everything that writes
 * records needs this, so it needs nothing of the tracer.
 */
#include <linux/export.h>
#include <linux/percpu.h>
#include <linux/syscall_trace_export.h>

#include "../../trace.h"

/* The instance whose record is being exported on this CPU */
static DEFINE_PER_CPU(u16, exporting);

/**
 * syscall_trace_export - export a record
 * @tr: the instance that makes it
 * @event: the record
 *
 * Context: that of the hooks, preemption is disabled.
 */
void syscall_trace_export(const struct trace_array *tr, struct ring_buffer_event *event)
{
	/* An interrupt may have come while another record is being exported. */
	u16 before = __this_cpu_read(exporting);

	__this_cpu_write(exporting, tr->syscall_trace.number);
	__trace_export_syscall(event);
	__this_cpu_write(exporting, before);
}

/**
 * syscall_trace_describe_export - tell what an export has been given
 * @buf: what its .write() got
 * @len: the number of bytes there
 * @desc: is filled in
 *
 * The numbers of record types differ from kernel to kernel. Who sends records elsewhere sends
 * the kind instead.
 *
 * Context: that of .write().
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
	desc->instance = __this_cpu_read(exporting);
	desc->pid = ent->pid;
	desc->data = ent + 1;
	desc->size = len - sizeof(*ent);

	return true;
}
EXPORT_SYMBOL_GPL(syscall_trace_describe_export);
