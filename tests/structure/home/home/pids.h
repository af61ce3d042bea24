/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of pids, without those for events.
 */
#ifndef _SYSCALL_HOME_PIDS_H
#define _SYSCALL_HOME_PIDS_H

struct trace_pid_list;

struct trace_pid_list *trace_pid_list_alloc(void);
void trace_pid_list_free(struct trace_pid_list *list);
bool trace_pid_list_is_set(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_set(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_clear(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_first(struct trace_pid_list *list, unsigned int *pid);
int trace_pid_list_next(struct trace_pid_list *list, unsigned int pid, unsigned int *next);
bool trace_ignore_this_task(struct trace_pid_list *these, struct trace_pid_list *none_of_these,
			    struct task_struct *task);

static __always_inline bool syscall_pids_want(const struct syscall_trace_instance *inst,
					      struct task_struct *task)
{
	return true;
}

static __always_inline void syscall_pids_follow(const struct syscall_trace_instance *inst,
						struct task_struct *child)
{
}

#endif /* _SYSCALL_HOME_PIDS_H */
