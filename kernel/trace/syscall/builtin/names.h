/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the names that tasks had.
 */
#ifndef _SYSCALL_NAMES_H
#define _SYSCALL_NAMES_H

#include <linux/types.h>

struct file_operations;
struct trace_array;

void syscall_trace_watch_names(bool on);
void syscall_trace_begin_names(struct trace_array *tr);
void syscall_trace_free_names(struct trace_array *tr);

/* The file syscall_names */
extern const struct file_operations syscall_trace_names_fops;

#endif /* _SYSCALL_NAMES_H */
