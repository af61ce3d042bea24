// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its files in the directory of each trace instance.
 */
#include "../../trace.h"
#include "../tracefs/files.h"
#include "names.h"

/**
 * syscall_trace_init_tracefs - create the tracer's files
 * @tr: the instance they belong to; the first one has those that all share
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_trace_init_tracefs(struct trace_array *tr, struct dentry *dir)
{
	syscall_trace_create_files(tr, dir);
	trace_create_file("syscall_names", TRACE_MODE_READ, dir, tr, &syscall_trace_names_fops);
	if (tr->flags & TRACE_ARRAY_FL_GLOBAL)
		syscall_trace_create_shared_files(dir);
}
