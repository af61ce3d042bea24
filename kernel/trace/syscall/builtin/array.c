// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the trace arrays that the instances of the built-in tracer are part of:
 * which file belongs to which, what their lines have, and what follows their records.
 */
#include "../../trace.h"
#include "../instances.h"
#include "../tracefs/file.h"
#include "array.h"

/* A file is created with its trace_array, as all others in tracefs are. */
struct syscall_trace_instance *syscall_file_instance(void *data)
{
	struct trace_array *tr = data;

	return &tr->syscall_trace;
}

/* Begin or end to note the processes of tasks, for JSON or the option record-tgid. */
void syscall_trace_record_tgid(struct trace_array *tr, bool on)
{
	lockdep_assert_held(&trace_types_lock);

	/* Without memory for the map, processes are shown as unknown. */
	if (tr->syscall_trace.tgid == on || (on && trace_alloc_tgid_map()))
		return;

	tr->syscall_trace.tgid = on;
	if (on)
		tracing_start_tgid_record();
	else
		tracing_stop_tgid_record();
}

/* Options that have stacks follow a record, as records of their own */
#define STACKS	(TRACE_ITER_STACKTRACE | TRACE_ITER_USERSTACKTRACE)

/**
 * syscall_trace_update_company - recompute whether records are exported or followed by a stack
 * @tr: the instance
 * @trace_flags: its options, which may not be set yet
 *
 * The hooks test has_company only.
 *
 * Context: trace_types_lock is held.
 */
void syscall_trace_update_company(struct trace_array *tr, u32 trace_flags)
{
	lockdep_assert_held(&trace_types_lock);

	WRITE_ONCE(tr->syscall_trace.has_company,
		   (trace_flags & STACKS) || trace_exports_syscalls());
}
