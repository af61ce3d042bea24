/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what lists of pids are made of.
 */
#ifndef _SYSCALL_PID_LAYERS_H
#define _SYSCALL_PID_LAYERS_H

#include <linux/types.h>

struct syscall_trace_list_file;
struct trace_pid_list;

void *syscall_trace_make_pids(const struct syscall_trace_list_file *which,
			      struct trace_pid_list **pids);
void *syscall_trace_follow(const struct syscall_trace_list_file *which, pid_t pid);

/* See struct syscall_trace_list_layers. */
void *syscall_trace_keep_pids(const struct syscall_trace_list_file *which, void *data);
void *syscall_trace_unite_pids(const void *layer, const void *other);
int syscall_trace_use_pids(void *data, void **layer);
void syscall_trace_drop_pids(void *layer);

#endif /* _SYSCALL_PID_LAYERS_H */
