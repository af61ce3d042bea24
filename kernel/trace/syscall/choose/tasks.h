/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: which tasks an instance wants to see. tasks.c decides; task_lists.c and
 * task_cgroups.c have the files with the lists, and pid_layers.c what those of pids are made of.
 */
#ifndef _SYSCALL_TASKS_H
#define _SYSCALL_TASKS_H

#include <linux/types.h>

#include "../tracefs/list_file.h"

struct syscall_trace_instance;

/* tasks.c */
int syscall_trace_find_tasks(bool write);
int syscall_trace_update_tasks(void);
int syscall_trace_exchange_list(void *place, void *list);

/* task_lists.c */
void syscall_trace_free_tasks(struct syscall_trace_instance *inst);
extern const struct syscall_trace_list_file syscall_trace_task_files[];
extern const unsigned int syscall_trace_nr_task_files;

/* task_cgroups.c; cgroups.h has the lists */
extern const struct syscall_trace_list_file syscall_trace_cgroup_file;

#endif /* _SYSCALL_TASKS_H */
