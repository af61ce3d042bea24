/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: lists of pids, and those of an instance that choose tasks for events.
 * Each home of the tracer has a <home/pids.h> with these functions in line. It also declares
 * trace_pid_list_alloc(), _free(), _is_set(), _set(), _clear(), _first() and _next(), and
 * trace_ignore_this_task(), as kernel/trace/trace.h does.
 */
#ifndef _SYSCALL_PIDS_H
#define _SYSCALL_PIDS_H

#include <linux/cleanup.h>
#include <linux/compiler.h>
#include <linux/types.h>

struct syscall_trace_instance;
struct task_struct;

/**
 * syscall_pids_want - do the lists for events of an instance let it see a task?
 * @inst: the instance
 * @task: the task
 *
 * Who asks events for a pid, or lets trace-cmd do so, means all that the instance records.
 *
 * Context: syscall_trace_tasks_lock is held.
 * Return: true if so.
 */
static __always_inline bool syscall_pids_want(const struct syscall_trace_instance *inst,
					      struct task_struct *task);

/**
 * syscall_pids_follow - let a child be in these lists if its parent is, and they follow forks
 * @inst: the instance
 * @child: the child of the current task
 *
 * Context: syscall_trace_tasks_lock is held.
 */
static __always_inline void syscall_pids_follow(const struct syscall_trace_instance *inst,
						struct task_struct *child);

#include <home/pids.h>

DEFINE_FREE(pid_list, struct trace_pid_list *, if (_T) trace_pid_list_free(_T))

#endif /* _SYSCALL_PIDS_H */
