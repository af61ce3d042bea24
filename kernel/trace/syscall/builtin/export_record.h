/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: are records exported, and how is that done? trace.h includes this header.
 */
#ifndef _SYSCALL_EXPORT_RECORD_H
#define _SYSCALL_EXPORT_RECORD_H

#include <linux/jump_label.h>

struct ring_buffer_event;
struct trace_array;

DECLARE_STATIC_KEY_FALSE(trace_syscall_exports_enabled);
void __trace_export_syscall(struct ring_buffer_event *event);

#ifdef CONFIG_SYSCALL_TRACER_EXPORT
void syscall_trace_export(const struct trace_array *tr, struct ring_buffer_event *event);

/* Are records of the system call tracer exported? */
static inline bool trace_exports_syscalls(void)
{
	return static_key_enabled(&trace_syscall_exports_enabled);
}

/* Export such a record of an instance, before it is committed. Preemption is disabled. */
static inline void trace_export_syscall(const struct trace_array *tr,
					struct ring_buffer_event *event)
{
	if (static_branch_unlikely(&trace_syscall_exports_enabled))
		syscall_trace_export(tr, event);
}
#else
static inline bool trace_exports_syscalls(void) { return false; }
static inline void trace_export_syscall(const struct trace_array *tr,
					struct ring_buffer_event *event) { }
#endif

#endif /* _SYSCALL_EXPORT_RECORD_H */
