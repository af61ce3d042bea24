// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: choosing tasks by their cgroups, of the hierarchy of version 2.
 */
#include <linux/cgroup.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <trace/events/cgroup.h>
#include <trace/events/sched.h>

#include "../trace.h"
#include "tasks.h"
#include "tracer.h"

/**
 * syscall_trace_wants_cgroup - is a task in one of some cgroups, or below?
 * @cgroups: these; NULL: all
 * @task: the task
 *
 * Context: any.
 * Return: whether it is.
 */
bool syscall_trace_wants_cgroup(const struct syscall_trace_cgroups *cgroups,
				struct task_struct *task)
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

static void probe_attach(void *data, struct cgroup *to, const char *path,
			 struct task_struct *leader, bool all_threads)
{
	struct task_struct *task;

	guard(rcu)();
	if (all_threads) {
		for_each_thread(leader, task)
			syscall_trace_recheck(task);
	} else {
		syscall_trace_recheck(leader);
	}
}

/* When syscall_trace_fork() looked, the new task was not in its cgroup yet. */
static void probe_birth(void *data, struct task_struct *parent, struct task_struct *child)
{
	syscall_trace_update_child(child);
}

/**
 * syscall_trace_watch_cgroups - begin or end to watch which cgroups tasks are in
 * @on: begin
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_watch_cgroups(bool on)
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

	return 0;

off:
	unregister_trace_cgroup_attach_task(probe_attach, NULL);
no_attach:
	unregister_trace_sched_process_fork(probe_birth, NULL);

	return ret;
}

/**
 * syscall_trace_free_cgroups - free a list of cgroups
 * @cgroups: the list, or NULL
 *
 * Context: task context.
 */
void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups)
{
	unsigned int i;

	for (i = 0; cgroups && i < cgroups->nr; i++)
		cgroup_put(cgroups->cgroup[i]);
	kvfree(cgroups);
}

DEFINE_FREE(cgroups, struct syscall_trace_cgroups *, syscall_trace_free_cgroups(_T))

static int set_cgroups(struct trace_array *tr, char *text, bool append,
		       struct syscall_trace_fault *fault)
{
	struct syscall_trace_cgroups **place = &tr->syscall_trace.tasks.cgroups;
	const struct syscall_trace_cgroups *old = append ? *place : NULL;
	struct syscall_trace_cgroups *cgroups __free(cgroups) = NULL;
	unsigned int i, nr = old ? old->nr : 0;
	struct cgroup *cgroup;
	char *word;

	cgroups = kvzalloc(struct_size(cgroups, cgroup, nr + syscall_trace_count_words(text)),
			   GFP_KERNEL);
	if (!cgroups)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		cgroup_get(old->cgroup[i]);
		cgroups->cgroup[cgroups->nr++] = old->cgroup[i];
	}
	while ((word = syscall_trace_next_word(&text))) {
		cgroup = *word == '/' ? cgroup_get_from_path(word) : ERR_PTR(-ENOENT);
		if (IS_ERR(cgroup))
			return syscall_trace_refuse_word(fault, 0, word);
		cgroups->cgroup[cgroups->nr++] = cgroup;
	}
	if (!cgroups->nr) {
		syscall_trace_free_cgroups(cgroups);
		cgroups = NULL;
	}

	return syscall_trace_exchange_list(&tr->syscall_trace.tasks, (void **)place, (void **)&cgroups);
}

static void show_cgroup(struct seq_file *m, struct cgroup *cgroup)
{
	char *path __free(kfree) = kmalloc(PATH_MAX, GFP_KERNEL);

	if (path && cgroup_path_ns(cgroup, path, PATH_MAX, current->nsproxy->cgroup_ns) >= 0)
		seq_printf(m, "%s\n", path);
}

static void show_cgroups(struct seq_file *m, struct trace_array *tr)
{
	const struct syscall_trace_cgroups *cgroups = tr->syscall_trace.tasks.cgroups;
	unsigned int i, nr = 0;

	if (!cgroups) {
		seq_puts(m, "# Tasks of all cgroups. Write paths, as in /proc/PID/cgroup, to see the tasks\n"
			    "# there and below only: echo /system.slice > set_syscall_cgroup\n");
		return;
	}
	for (i = 0; i < cgroups->nr; i++) {
		/* Nobody can name one that was removed. */
		if (!(READ_ONCE(cgroups->cgroup[i]->self.flags) & CSS_ONLINE))
			continue;
		show_cgroup(m, cgroups->cgroup[i]);
		nr++;
	}
	if (!nr)
		seq_puts(m, "# None: the cgroups that were listed have been removed.\n");
}

static const char *errors[] = { "No cgroup has this path; the paths are those in /proc/PID/cgroup" };

const struct syscall_trace_list_file syscall_trace_cgroup_file = {
	.fops	= SYSCALL_TRACE_LIST_FOPS,
	.name	= "set_syscall_cgroup",
	.errors	= errors,
	.set	= set_cgroups,
	.show	= show_cgroups,
};
