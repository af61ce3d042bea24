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

static void *unite_cgroups(const void *layer, const void *other)
{
	const struct syscall_trace_cgroups *one = layer, *two = other;
	struct syscall_trace_cgroups *cgroups;

	cgroups = syscall_trace_alloc_cgroups((one ? one->nr : 0) + (two ? two->nr : 0));
	if (IS_ERR(cgroups))
		return cgroups;
	syscall_trace_add_cgroups(cgroups, two);
	syscall_trace_add_cgroups(cgroups, one);

	return cgroups;
}

static void *keep_cgroups(const struct syscall_trace_list_file *which, void *data)
{
	return unite_cgroups(syscall_file_instance(data)->tasks.cgroups, NULL);
}

static void *make_cgroups(const struct syscall_trace_list_file *which, char *text,
			  struct syscall_trace_fault *fault)
{
	struct syscall_trace_cgroups *cgroups __free(cgroups) = NULL;
	struct cgroup *cgroup;
	char *word;

	cgroups = syscall_trace_alloc_cgroups(syscall_trace_count_words(text));
	if (IS_ERR(cgroups))
		return no_free_ptr(cgroups);
	while ((word = syscall_trace_next_word(&text))) {
		cgroup = *word == '/' ? cgroup_get_from_path(word) : ERR_PTR(-ENOENT);
		if (IS_ERR(cgroup))
			return ERR_PTR(syscall_trace_refuse_word(fault, 0, word));
		syscall_trace_add_cgroup(cgroups, cgroup);
	}

	return no_free_ptr(cgroups);
}

static void drop_cgroups(void *layer)
{
	syscall_trace_free_cgroups(layer);
}

static int use_cgroups(void *data, void **layer)
{
	struct syscall_trace_cgroups *cgroups = *layer;

	if (!cgroups->nr) {
		drop_cgroups(cgroups);
		*layer = NULL;
	}

	return syscall_trace_exchange_list(&syscall_file_instance(data)->tasks.cgroups, layer);
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
	.layers	= &(const struct syscall_trace_list_layers) {
		.keep	= keep_cgroups,
		.make	= make_cgroups,
		.unite	= unite_cgroups,
		.use	= use_cgroups,
		.drop	= drop_cgroups,
	},
	.show	= show_cgroups,
};
