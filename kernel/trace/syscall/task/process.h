/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the tracer process records. Its files that choose tasks are in
 * task_lists.c.
 */
#ifndef _SYSCALL_PROCESS_H
#define _SYSCALL_PROCESS_H

#include "../tracefs/number_file.h"

extern const struct syscall_trace_number_file syscall_trace_process_switches[];
extern const unsigned int syscall_trace_nr_process_switches;
extern const struct file_operations syscall_trace_process_readme_fops;

#endif /* _SYSCALL_PROCESS_H */
