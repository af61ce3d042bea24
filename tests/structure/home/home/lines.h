/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of records that nobody has made.
 */
#ifndef _SYSCALL_HOME_LINES_H
#define _SYSCALL_HOME_LINES_H

static inline bool syscall_lines_are_dumped(const struct trace_iterator *iter)
{
	return false;
}

static inline bool syscall_lines_are_in_ns(const struct trace_iterator *iter)
{
	return true;
}

static inline bool syscall_lines_tell_time(const struct trace_iterator *iter)
{
	return false;
}

static inline struct trace_buffer *syscall_lines_buffer(const struct trace_iterator *iter)
{
	return NULL;
}

static inline void syscall_lines_consume(struct trace_iterator *iter)
{
}

static inline void syscall_lines_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq)
{
}

#endif /* _SYSCALL_HOME_LINES_H */
