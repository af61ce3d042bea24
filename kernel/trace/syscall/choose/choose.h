/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the files that choose tasks have in common. wanted.c knows what lists
 * say of a task, task_bits.c keeps that in the task, criteria.c watches what changes it,
 * renames.c knows who gets another pid, and tasks.c exchanges lists.
 */
#ifndef _SYSCALL_CHOOSE_H
#define _SYSCALL_CHOOSE_H

#include <linux/list.h>
#include <linux/types.h>

struct callback_head;
struct cgroup;
struct file;
struct pid;
struct syscall_trace_choice;
struct syscall_trace_instance;
struct syscall_trace_tasks;
struct task_struct;

/**
 * struct syscall_trace_uids - ranges of user ids, by which an instance chooses tasks
 * @nr: number of @range
 * @range: a task is chosen if its real uid is in one of them
 */
struct syscall_trace_uids {
	unsigned int	nr;
	struct {
		uid_t	first, last;
	} range[];
};

/**
 * struct syscall_trace_cgroups - cgroups, by which an instance chooses tasks
 * @list: links all lists, also those by which nobody traces
 * @nr: number of @cgroup
 * @cgroup: a task is chosen if it is in one of these or below. Each holds a reference
 */
struct syscall_trace_cgroups {
	struct list_head	list;
	unsigned int		nr;
	struct cgroup		*cgroup[];
};

/**
 * struct syscall_trace_reader - a process that reads the trace of an instance
 * @list: links those of the instance
 * @file: the open file
 * @process: has opened it or has read from it
 */
struct syscall_trace_reader {
	struct list_head	list;
	const struct file	*file;
	struct pid		*process;
};

/* wanted.c */
const struct syscall_trace_choice *
syscall_trace_choice_of(const struct syscall_trace_instance *inst);
bool syscall_trace_wants_task(const struct syscall_trace_instance *inst, struct task_struct *task);
struct syscall_trace_reader *syscall_trace_find_reader(const struct syscall_trace_tasks *tasks,
						       const struct pid *process,
						       const struct file *file);
bool syscall_trace_is_reader(const struct syscall_trace_instance *inst, struct task_struct *task);

/* task_bits.c */
u64 syscall_trace_update_task(struct task_struct *task, u32 unseen);
u64 syscall_trace_update_listed_task(struct task_struct *task, u32 unseen);
void syscall_trace_update_new_task(struct task_struct *task);
void syscall_trace_forget_pid(struct task_struct *task);
void syscall_trace_recheck(struct task_struct *task);
void syscall_trace_drop_recheck(struct task_struct *task);
void syscall_trace_recheck_process(struct task_struct *process);

/* renames.c */
extern struct list_head syscall_trace_with_pids;
extern unsigned int syscall_trace_pid_changes;
void syscall_trace_note_exec(struct task_struct *task);
void syscall_trace_rename(const struct task_struct *task, pid_t old);
void syscall_trace_settle_renames(pid_t pid);
void syscall_trace_settle_all_renames(void);
void syscall_trace_clear_pid(pid_t pid);
void syscall_trace_end_rename(const struct task_struct *task);
void syscall_trace_forget_renames(void);

/* criteria.c */
unsigned int syscall_trace_find_criteria(void);
int syscall_trace_watch_criteria(unsigned int which);
void syscall_trace_leave_criteria(unsigned int which);

#endif /* _SYSCALL_CHOOSE_H */
