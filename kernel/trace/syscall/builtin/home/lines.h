/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: readers of the built-in tracer's records. tracefs/lines.h says what these
 * functions do.
 */
#ifndef _SYSCALL_HOME_LINES_H
#define _SYSCALL_HOME_LINES_H

#include <linux/kgdb.h>

#include "../../../trace.h"
#include "../../instances.h"
#include "../../loss/losses.h"

/* An oops, the magic SysRq key and kdb dump. kdb reads by iterators, as the file trace does. */
static inline bool syscall_lines_are_dumped(const struct trace_iterator *iter)
{
	return in_dbg_master() || (!iter->buffer_iter && iter->private != &syscall_trace_pipe);
}

static inline bool syscall_lines_are_in_ns(const struct trace_iterator *iter)
{
	return trace_clock_in_ns(iter->tr);
}

static inline bool syscall_lines_tell_time(const struct trace_iterator *iter)
{
	return syscall_trace_times_calls(&iter->tr->syscall_trace);
}

static inline struct trace_buffer *syscall_lines_buffer(const struct trace_iterator *iter)
{
	return iter->buffer;
}

static inline void syscall_lines_consume(struct trace_iterator *iter)
{
	syscall_trace_consumes(iter);
}

static inline void syscall_lines_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq)
{
	if (!syscall_lines_are_dumped(iter))
		syscall_trace_shows_exit(iter, pid, seq);
}

#endif /* _SYSCALL_HOME_LINES_H */
