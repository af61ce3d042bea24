// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what an instance wants to see of a task, by its lists.
 */
#include <linux/cgroup.h>
#include <linux/cred.h>
#include <linux/glob.h>
#include <linux/pid.h>
#include <linux/sched/signal.h>

#include "../instance.h"
#include "../instances.h"
#include "../options.h"
#include "../tracefs/list_file.h"
#include "choose.h"
#include "pids.h"

/**
 * syscall_trace_choice_of - find the lists of the tracer of an instance
 * @inst: the instance
 *
 * Return: them; without a tracer, those of the tracer syscall.
 */
const struct syscall_trace_choice *
syscall_trace_choice_of(const struct syscall_trace_instance *inst)
{
	return inst->bit && inst->process.on ? &inst->tasks.process : &inst->tasks.syscall;
}

static bool wants_uid(const struct syscall_trace_uids *uids, struct task_struct *task)
{
	unsigned int i;
	uid_t uid;

	if (!uids)
		return true;

	uid = from_kuid(&init_user_ns, task_uid(task));
	for (i = 0; i < uids->nr; i++) {
		if (uid >= uids->range[i].first && uid <= uids->range[i].last)
			return true;
	}

	return false;
}

static bool wants_comm(const struct syscall_trace_words *comms, const char *comm)
{
	unsigned int i;

	if (!comms)
		return true;

	for (i = 0; i < comms->nr; i++) {
		if (glob_match(comms->word[i], comm))
			return true;
	}

	return false;
}

#ifdef CONFIG_CGROUPS
static bool wants_cgroup(const struct syscall_trace_cgroups *cgroups, struct task_struct *task)
{
	struct cgroup *own;
	unsigned int i;

	if (!cgroups)
		return true;

	guard(rcu)();
	own = task_dfl_cgroup(task);
	for (i = 0; i < cgroups->nr; i++) {
		if (cgroup_is_descendant(own, cgroups->cgroup[i]))
			return true;
	}

	return false;
}
#else
static bool wants_cgroup(const struct syscall_trace_cgroups *cgroups, struct task_struct *task)
{
	return true;
}
#endif

/**
 * syscall_trace_find_reader - find a process that reads the trace of an instance
 * @tasks: the lists of the instance
 * @process: the process
 * @file: by which it does; NULL: by any
 *
 * Context: syscall_trace_tasks_lock is held.
 * Return: what is noted of it, or NULL.
 */
struct syscall_trace_reader *syscall_trace_find_reader(const struct syscall_trace_tasks *tasks,
						       const struct pid *process,
						       const struct file *file)
{
	struct syscall_trace_reader *reader;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry(reader, &tasks->readers, list) {
		if (reader->process == process && (!file || reader->file == file))
			return reader;
	}

	return NULL;
}

/**
 * syscall_trace_is_reader - does a task read the trace of an instance?
 * @inst: the instance
 * @task: the task
 *
 * Who reads the trace would fill it with the calls by which he reads, but not with other events.
 *
 * Context: syscall_trace_tasks_lock is held.
 * Return: true if so, and if the option syscall_readers is off.
 */
bool syscall_trace_is_reader(const struct syscall_trace_instance *inst, struct task_struct *task)
{
	return !list_empty(&inst->tasks.readers) &&
	       !syscall_trace_option(SYSCALL_TRACE_OPT_READERS) &&
	       syscall_trace_find_reader(&inst->tasks, task_tgid(task), NULL);
}

/**
 * syscall_trace_wants_task - does an instance want to see a task?
 * @inst: the instance
 * @task: the task
 *
 * Kinds of lists narrow each other; entries of a list widen it.
 *
 * Context: syscall_trace_tasks_lock is held.
 * Return: true if all of its lists say so.
 */
bool syscall_trace_wants_task(const struct syscall_trace_instance *inst, struct task_struct *task)
{
	const struct syscall_trace_choice *choice = syscall_trace_choice_of(inst);
	const struct syscall_trace_tasks *tasks = &inst->tasks;

	if (trace_ignore_this_task(choice->pids, tasks->no_pids, task))
		return false;

	return syscall_pids_want(inst, task) && wants_uid(choice->uids, task) &&
	       wants_comm(choice->comms, task->comm) && wants_cgroup(tasks->cgroups, task);
}
