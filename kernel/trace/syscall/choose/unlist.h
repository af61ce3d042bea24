/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: takes out of lists of pids what was not meant.
 */
#ifndef _SYSCALL_UNLIST_H
#define _SYSCALL_UNLIST_H

struct trace_pid_list;

int syscall_trace_parse_pids(struct trace_pid_list *meant, char *text);
int syscall_trace_unlist(struct trace_pid_list *from, unsigned int pid,
			 struct trace_pid_list *meant, struct trace_pid_list *old);

#endif /* _SYSCALL_UNLIST_H */
