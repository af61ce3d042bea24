/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Readers of trace arrays, which print the module's events. tracefs/lines.h says what these
 * functions do.
 */
#ifndef _SYSCALL_HOME_LINES_H
#define _SYSCALL_HOME_LINES_H

#include "../borrow.h"
#include "../instance.h"
#include "../lines.h"
#include "../readers.h"

/* An oops, the magic SysRq key and kdb dump with an iterator that cannot allocate memory. */
static inline bool syscall_lines_are_dumped(const struct trace_iterator *iter)
{
	return iter->temp == borrow_static_temp_buf;
}

static inline bool syscall_lines_are_in_ns(const struct trace_iterator *iter)
{
	return iter->iter_flags & TRACE_FILE_TIME_IN_NS;
}

static inline bool syscall_lines_tell_time(const struct trace_iterator *iter)
{
	return lines_tell_time(iter);
}

static inline struct trace_buffer *syscall_lines_buffer(const struct trace_iterator *iter)
{
	return READ_ONCE(((struct instance_buffer *)iter->array_buffer)->buffer);
}

static inline void syscall_lines_consume(struct trace_iterator *iter)
{
	if (!syscall_lines_are_dumped(iter))
		readers_show(iter);
}

static inline void syscall_lines_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq)
{
	if (!syscall_lines_are_dumped(iter))
		readers_show_exit(iter, pid, seq);
}

#endif /* _SYSCALL_HOME_LINES_H */
