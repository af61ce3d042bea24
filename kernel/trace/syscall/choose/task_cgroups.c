// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the file with the list of cgroups by which an instance chooses tasks.
 */
#include <linux/cgroup.h>
#include <linux/slab.h>

#include "../instance.h"
#include "../tracefs/file.h"
#include "cgroups.h"
#include "choose.h"
#include "tasks.h"

DEFINE_FREE(cgroups, struct syscall_trace_cgroups *, syscall_trace_free_cgroups(_T))

static int set_cgroups(void *data, char *text, bool append,
		       struct syscall_trace_fault *fault)
{
	struct syscall_trace_tasks *tasks = &syscall_file_instance(data)->tasks;
	struct syscall_trace_cgroups **place = &tasks->cgroups;
	const struct syscall_trace_cgroups *old = append ? *place : NULL;
	struct syscall_trace_cgroups *cgroups __free(cgroups) = NULL;
	unsigned int i, nr = old ? old->nr : 0;
	struct cgroup *cgroup;
	char *word;

	cgroups = kvzalloc(struct_size(cgroups, cgroup, nr + syscall_trace_count_words(text)),
			   GFP_KERNEL);
	if (!cgroups)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		cgroups->cgroup[cgroups->nr++] = syscall_trace_get_cgroup(old, i);
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

	return syscall_trace_exchange_list(tasks, place, &cgroups);
}

static void show_cgroup(struct seq_file *m, struct cgroup *cgroup)
{
	char *path __free(kfree) = kmalloc(PATH_MAX, GFP_KERNEL);

	if (path && cgroup_path_ns(cgroup, path, PATH_MAX, current->nsproxy->cgroup_ns) >= 0)
		seq_printf(m, "%s\n", path);
}

static void show_cgroups(struct seq_file *m, void *data)
{
	const struct syscall_trace_cgroups *cgroups = syscall_file_instance(data)->tasks.cgroups;
	struct cgroup *cgroup;
	unsigned int i;

	if (!cgroups) {
		seq_puts(m, "# Tasks of all cgroups. Write paths, as in /proc/PID/cgroup, to see only\n"
			    "# tasks there and below: echo /system.slice > set_syscall_cgroup\n");
		return;
	}
	for (i = 0; i < cgroups->nr; i++) {
		cgroup = syscall_trace_get_cgroup(cgroups, i);
		show_cgroup(m, cgroup);
		cgroup_put(cgroup);
	}
}

const struct syscall_trace_list_file syscall_trace_cgroup_file = {
	.fops	= SYSCALL_TRACE_LIST_FOPS,
	.name	= "set_syscall_cgroup",
	.errors	= (const char *[]) {
		"No cgroup has this path; the paths are those in /proc/PID/cgroup",
	},
	.set	= set_cgroups,
	.show	= show_cgroups,
};
