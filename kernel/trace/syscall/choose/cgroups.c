// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: lists of cgroups. A list means paths: if the cgroup there is removed and
 * another one is made, that takes its place, in all that was written as in what is in use.
 */
#include <linux/cgroup.h>
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "../instances.h"
#include "cgroups.h"
#include "choose.h"

/* Changes under trace_types_lock and syscall_trace_tasks_lock. */
static LIST_HEAD(all_lists);

/**
 * syscall_trace_alloc_cgroups - make an empty list of cgroups
 * @nr: so many are going to be added
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: the list, or -ENOMEM.
 */
struct syscall_trace_cgroups *syscall_trace_alloc_cgroups(unsigned int nr)
{
	struct syscall_trace_cgroups *cgroups;

	cgroups = kvzalloc(struct_size(cgroups, cgroup, nr), GFP_KERNEL);
	if (!cgroups)
		return ERR_PTR(-ENOMEM);
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	list_add(&cgroups->list, &all_lists);

	return cgroups;
}

/**
 * syscall_trace_free_cgroups - free a list of cgroups
 * @cgroups: the list, or NULL
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups)
{
	unsigned int i;

	if (!cgroups)
		return;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		list_del(&cgroups->list);
	for (i = 0; i < cgroups->nr; i++)
		cgroup_put(cgroups->cgroup[i]);
	kvfree(cgroups);
}

/**
 * syscall_trace_add_cgroup - add a cgroup to a list
 * @cgroups: the list
 * @cgroup: the cgroup, with a reference that the list takes over
 *
 * Context: task context, trace_types_lock is held.
 */
void syscall_trace_add_cgroup(struct syscall_trace_cgroups *cgroups, struct cgroup *cgroup)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	cgroups->cgroup[cgroups->nr++] = cgroup;
}

/**
 * syscall_trace_add_cgroups - add what one list has to another one
 * @to: the other one
 * @from: the list, or NULL. What takes a place there meanwhile does so in the other one, too
 *
 * Context: task context, trace_types_lock is held.
 */
void syscall_trace_add_cgroups(struct syscall_trace_cgroups *to,
			       const struct syscall_trace_cgroups *from)
{
	unsigned int i;

	for (i = 0; from && i < from->nr; i++) {
		guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
		cgroup_get(from->cgroup[i]);
		to->cgroup[to->nr++] = from->cgroup[i];
	}
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

static void replace_in(struct syscall_trace_cgroups *cgroups, struct cgroup *made)
{
	unsigned int i;

	for (i = 0; i < cgroups->nr; i++) {
		struct cgroup *old = cgroups->cgroup[i];

		if (old == made || !is_removed(old) || !is_at_path_of(made, old))
			continue;
		cgroup_get(made);
		cgroups->cgroup[i] = made;
		cgroup_put(old);
	}
}

/**
 * syscall_trace_replace_cgroups - let a cgroup take the place of those that were removed there
 * @made: the cgroup, of the hierarchy of version 2
 *
 * Context: syscall_trace_tasks_lock is held.
 */
void syscall_trace_replace_cgroups(struct cgroup *made)
{
	struct syscall_trace_cgroups *cgroups;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry(cgroups, &all_lists, list)
		replace_in(cgroups, made);
}

static bool is_any_removed(void)
{
	const struct syscall_trace_cgroups *cgroups;
	unsigned int i;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	list_for_each_entry(cgroups, &all_lists, list) {
		for (i = 0; i < cgroups->nr; i++) {
			if (is_removed(cgroups->cgroup[i]))
				return true;
		}
	}

	return false;
}

/* Find what is by now where a cgroup of a list was. */
static struct cgroup *find_made(const struct syscall_trace_cgroups *cgroups, unsigned int i,
				char *path)
{
	struct cgroup *old = syscall_trace_get_cgroup(cgroups, i), *made = NULL;

	if (is_removed(old) &&
	    cgroup_path_ns(old, path, PATH_MAX, current->nsproxy->cgroup_ns) >= 0)
		made = cgroup_get_from_path(path);
	cgroup_put(old);

	return IS_ERR(made) ? NULL : made;
}

/* The work of syscall_trace_find_cgroups(), whose caller has trace_types_lock. */
static void find_all(struct work_struct *work)
{
	char *path __free(kfree) = kmalloc(PATH_MAX, GFP_KERNEL);
	struct syscall_trace_cgroups *cgroups;
	struct cgroup *made;
	unsigned int i;

	if (!path)
		return;
	list_for_each_entry(cgroups, &all_lists, list) {
		for (i = 0; i < cgroups->nr; i++) {
			made = find_made(cgroups, i, path);
			if (!made)
				continue;
			scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
				syscall_trace_replace_cgroups(made);
			cgroup_put(made);
		}
	}
}

/**
 * syscall_trace_find_cgroups - find those that were made while nobody watched
 *
 * Paths have to lead to all of them, so they are looked up in the initial cgroup namespace.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_find_cgroups(void)
{
	struct work_struct work;

	if (!is_any_removed())
		return;
	INIT_WORK_ONSTACK(&work, find_all);
	schedule_work(&work);
	flush_work(&work);
	destroy_work_on_stack(&work);
}
