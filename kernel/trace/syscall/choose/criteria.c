// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what changes in the life of a task by which instances choose it.
 */
#include <linux/sched/signal.h>
#include <linux/syscall_trace.h>
#include <trace/events/cgroup.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "../instances.h"
#include "../loss/exec.h"
#include "cgroups.h"
#include "choose.h"
#include "pids.h"
#include "users.h"

/* The criteria by which some instance chooses tasks, and which may change in a task's life. */
#define BY_PID		BIT(0)
#define BY_UID		BIT(1)
#define BY_COMM		BIT(2)
#define BY_CGROUP	BIT(3)

static unsigned int criteria;

static void probe_exec(void *data, struct task_struct *task, pid_t old_pid,
		       struct linux_binprm *bprm)
{
	if (task->pid == old_pid)
		return;
	syscall_trace_rename(task, old_pid);
	syscall_trace_recheck(task);
}

static void probe_rename(void *data, struct task_struct *task, const char *comm)
{
	syscall_trace_recheck(task);
}

/**
 * __syscall_trace_cred_changed - the current task has another user
 *
 * Context: the task's own.
 */
void __syscall_trace_cred_changed(void)
{
	if (READ_ONCE(criteria) & BY_UID)
		syscall_trace_recheck(current);
}

#ifdef CONFIG_CGROUPS
static void probe_attach(void *data, struct cgroup *to, const char *path,
			 struct task_struct *leader, bool all_threads)
{
	guard(rcu)();
	if (all_threads)
		syscall_trace_recheck_process(leader);
	else
		syscall_trace_recheck(leader);
}

/* When syscall_trace_fork() looked, the new task was not in its cgroup yet. */
static void probe_birth(void *data, struct task_struct *parent, struct task_struct *child)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_update_new_task(child);
}

/* One that is listed may be removed and made again, as that of a service that is restarted. */
static void probe_made(void *data, struct cgroup *made, const char *path)
{
	if (made->root != &cgrp_dfl_root)
		return;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_replace_cgroups(made);
}

static int watch_cgroups(bool on)
{
	int ret = 0;

	if (!on)
		goto off;
	ret = register_trace_sched_process_fork(probe_birth, NULL);
	if (ret)
		return ret;
	ret = register_trace_cgroup_attach_task(probe_attach, NULL);
	if (ret)
		goto no_attach;
	ret = register_trace_cgroup_mkdir(probe_made, NULL);
	if (ret)
		goto no_mkdir;

	return 0;

off:
	unregister_trace_cgroup_mkdir(probe_made, NULL);
no_mkdir:
	unregister_trace_cgroup_attach_task(probe_attach, NULL);
no_attach:
	unregister_trace_sched_process_fork(probe_birth, NULL);

	return ret;
}
#else
static int watch_cgroups(bool on)
{
	return 0;
}
#endif

static int watch_exec(bool on)
{
	int ret = 0;

	if (!on)
		goto off;
	ret = register_trace_sched_process_exec(probe_exec, NULL);
	if (ret)
		return ret;
	ret = syscall_trace_watch_renames(syscall_trace_note_exec);
	if (!ret)
		return 0;
	goto no_prepare;

off:
	syscall_trace_watch_renames(NULL);
no_prepare:
	unregister_trace_sched_process_exec(probe_exec, NULL);
	syscall_trace_forget_renames();

	return ret;
}

static int watch_names(bool on)
{
	if (on)
		return register_trace_task_rename(probe_rename, NULL);
	unregister_trace_task_rename(probe_rename, NULL);

	return 0;
}

/* Begin or end to watch what one criterion depends on. */
static int watch_criterion(unsigned int by, bool on)
{
	int ret = 0;

	switch (by) {
	case BY_PID:
		ret = watch_exec(on);
		break;
	case BY_UID:
		ret = syscall_users_watch(on);
		break;
	case BY_COMM:
		ret = watch_names(on);
		break;
	case BY_CGROUP:
		ret = watch_cgroups(on);
		break;
	}
	if (!ret)
		WRITE_ONCE(criteria, on ? criteria | by : criteria & ~by);

	return ret;
}

static int watch_criteria(unsigned int which, bool on)
{
	unsigned int by;
	int ret;

	for (by = BY_PID; by <= BY_CGROUP; by <<= 1) {
		ret = which & by ? watch_criterion(by, on) : 0;
		if (ret)
			return ret;
	}

	return 0;
}

static unsigned int criteria_of(const struct syscall_trace_instance *inst)
{
	const struct syscall_trace_choice *choice = syscall_trace_choice_of(inst);

	return (choice->uids ? BY_UID : 0) | (choice->comms ? BY_COMM : 0) |
	       (inst->tasks.cgroups ? BY_CGROUP : 0);
}

/**
 * syscall_trace_find_criteria - find what the choices of all instances depend on
 *
 * Context: task context, trace_types_lock is held.
 * Return: BY_*, a set.
 */
unsigned int syscall_trace_find_criteria(void)
{
	const struct syscall_trace_instance *inst;
	unsigned int by = list_empty(&syscall_trace_with_pids) ? 0 : BY_PID;

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		by |= criteria_of(inst);
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_for_each_entry(inst, &syscall_trace_probing, probing)
			by |= criteria_of(inst);
	}

	return by;
}

/**
 * syscall_trace_watch_criteria - begin to watch what choices depend on
 * @which: what syscall_trace_find_criteria() has found; what is watched already goes on
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_criteria(unsigned int which)
{
	return watch_criteria(which & ~criteria, true);
}

/**
 * syscall_trace_leave_criteria - end to watch what no choice depends on
 * @which: what syscall_trace_find_criteria() has found, and is watched on
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_leave_criteria(unsigned int which)
{
	watch_criteria(criteria & ~which, false);
}
