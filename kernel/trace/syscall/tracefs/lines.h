/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the lines of the records that a reader of the trace is at. Each home of the
 * tracer has a <home/lines.h> with these functions, in any context in which lines are printed.
 */
#ifndef _SYSCALL_LINES_H
#define _SYSCALL_LINES_H

#include <linux/trace_events.h>
#include <linux/types.h>

struct syscall_trace_context;
struct syscall_trace_fmt;
struct trace_buffer;

/* ------------------------ what a home has to tell ------------------------- */

/*
 * Does the text go to the kernel log? The log cuts lines at 1000 bytes, and more people may read
 * it than the trace.
 */
static inline bool syscall_lines_are_dumped(const struct trace_iterator *iter);

/* Are times by a clock of nanoseconds? */
static inline bool syscall_lines_are_in_ns(const struct trace_iterator *iter);

/* Are they to tell how long calls take? */
static inline bool syscall_lines_tell_time(const struct trace_iterator *iter);

/* The ring buffer that is read */
static inline struct trace_buffer *syscall_lines_buffer(const struct trace_iterator *iter);

/* The record is about to be consumed, because the next one has to be looked at */
static inline void syscall_lines_consume(struct trace_iterator *iter);

/* The next one is the exit of that call, and is shown on its line. @seq: the number of the call */
static inline void syscall_lines_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq);

/* --------------------------------- lines.c -------------------------------- */

void syscall_lines_begin(struct syscall_trace_fmt *fmt, struct trace_iterator *iter, bool raw,
			 const struct syscall_trace_context *json);
enum print_line_t syscall_lines_print_call(struct trace_iterator *iter,
					   struct syscall_trace_fmt *fmt);
enum print_line_t syscall_lines_print_task(struct trace_iterator *iter,
					   struct syscall_trace_fmt *fmt);

#include <home/lines.h>

#endif /* _SYSCALL_LINES_H */
