// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: lists of cgroups. A list means paths: if the cgroup there is removed and
 * another one is made, that takes its place.
 */
#include <linux/cgroup.h>
#include <linux/kernfs.h>
#include <linux/slab.h>

#include "../instances.h"
#include "cgroups.h"
#include "choose.h"

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

/**
 * syscall_trace_get_cgroup - get a cgroup of a list, where another one may come
 * @cgroups: the list
 * @i: its place
 *
 * Context: any but NMI.
 * Return: the cgroup, to be given to cgroup_put().
 */
struct cgroup *syscall_trace_get_cgroup(const struct syscall_trace_cgroups *cgroups, unsigned int i)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	cgroup_get(cgroups->cgroup[i]);

	return cgroups->cgroup[i];
}

/* Is one where another was? In the hierarchy of version 2, none gets another name. */
static bool is_at_path_of(struct cgroup *cgroup, struct cgroup *other)
{
	while (cgroup != other) {
		if (!cgroup || !other || strcmp(cgroup->kn->name, other->kn->name))
			return false;
		cgroup = cgroup_parent(cgroup);
		other = cgroup_parent(other);
	}

	return true;
}

static bool is_removed(const struct cgroup *cgroup)
{
	return !(READ_ONCE(cgroup->self.flags) & CSS_ONLINE);
}

/**
 * syscall_trace_replace_cgroup - let a cgroup take the place of those that were removed there
 * @cgroups: the list, or %NULL
 * @made: the cgroup, of the hierarchy of version 2
 *
 * Context: syscall_trace_tasks_lock is held.
 */
void syscall_trace_replace_cgroup(struct syscall_trace_cgroups *cgroups, struct cgroup *made)
{
	unsigned int i;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	for (i = 0; cgroups && i < cgroups->nr; i++) {
		struct cgroup *old = cgroups->cgroup[i];

		if (old == made || !is_removed(old) || !is_at_path_of(made, old))
			continue;
		cgroup_get(made);
		cgroups->cgroup[i] = made;
		cgroup_put(old);
	}
}

/**
 * syscall_trace_find_cgroups - find those that were made while nobody watched
 * @cgroups: the list, or %NULL; nobody exchanges it
 *
 * Context: task context; may sleep.
 */
void syscall_trace_find_cgroups(struct syscall_trace_cgroups *cgroups)
{
	char *path __free(kfree) = cgroups ? kmalloc(PATH_MAX, GFP_KERNEL) : NULL;
	struct cgroup *old, *made;
	unsigned int i;

	for (i = 0; path && i < cgroups->nr; i++) {
		old = syscall_trace_get_cgroup(cgroups, i);
		made = NULL;
		if (is_removed(old) &&
		    cgroup_path_ns(old, path, PATH_MAX, current->nsproxy->cgroup_ns) >= 0)
			made = cgroup_get_from_path(path);
		cgroup_put(old);
		if (IS_ERR_OR_NULL(made))
			continue;
		scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
			syscall_trace_replace_cgroup(cgroups, made);
		cgroup_put(made);
	}
}
