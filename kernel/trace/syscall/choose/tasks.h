/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: which tasks an instance wants to see. tasks.c decides; task_lists.c and
 * task_cgroups.c have the files with the lists.
 */
#ifndef _SYSCALL_TASKS_H
#define _SYSCALL_TASKS_H

#include <linux/types.h>

#include "../tracefs/list_file.h"

struct syscall_trace_instance;
struct syscall_trace_kept_pids;
struct syscall_trace_tasks;
struct task_struct;
struct trace_pid_list;

/* Sets a list of pids, of an instance or kept, as the @set of its file does. */
typedef int syscall_trace_pid_setter(struct syscall_trace_tasks *tasks,
				     struct trace_pid_list **place, char *text, bool append,
				     struct syscall_trace_fault *fault);

/* tasks.c */
int syscall_trace_find_tasks(bool write);
int syscall_trace_update_tasks(void);
int syscall_trace_exchange_list(struct syscall_trace_tasks *tasks, void *place, void *list);
int syscall_trace_exchange_pids(struct syscall_trace_tasks *tasks, struct trace_pid_list **place,
				struct trace_pid_list **pids, bool threads, bool append);
int syscall_trace_follow(struct syscall_trace_tasks *tasks, struct trace_pid_list **pids,
			 pid_t pid);
struct syscall_trace_kept_pids *syscall_trace_keep_pids(struct syscall_trace_instance *inst,
							struct trace_pid_list **place);
int syscall_trace_restore_pids(struct syscall_trace_kept_pids *kept);
void syscall_trace_drop_pids(struct syscall_trace_kept_pids *kept);
int syscall_trace_unlist_kept(struct syscall_trace_kept_pids *kept, unsigned int pid, char *words,
			      bool append);
void syscall_trace_tell_pids(const struct syscall_trace_kept_pids *kept, const char *text,
			     bool append, syscall_trace_pid_setter *set);

/* task_lists.c */
void syscall_trace_free_tasks(struct syscall_trace_instance *inst);
extern const struct syscall_trace_list_file syscall_trace_task_files[];
extern const unsigned int syscall_trace_nr_task_files;

/* task_cgroups.c; cgroups.h has the lists */
extern const struct syscall_trace_list_file syscall_trace_cgroup_file;

#endif /* _SYSCALL_TASKS_H */
