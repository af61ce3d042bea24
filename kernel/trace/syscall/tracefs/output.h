/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: from the ring buffer to the lines of trace, trace_pipe and an oops dump.
 */
#ifndef _SYSCALL_OUTPUT_H
#define _SYSCALL_OUTPUT_H

#include <linux/trace_events.h>

struct seq_file;

int syscall_trace_register_output(void);
void syscall_trace_print_header(struct seq_file *m);
enum print_line_t syscall_trace_print_line(struct trace_iterator *iter);

#endif /* _SYSCALL_OUTPUT_H */
