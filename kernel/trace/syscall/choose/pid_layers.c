// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what lists of pids are made of. What was written at once is a layer: it has
 * the pids, and what they have brought, as threads and children. Each layer follows what tasks do
 * as the list that is in use does. So that is at any time what its layers have together, and one
 * of them can be taken out with all that it has brought.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../instances.h"
#include "../options.h"
#include "../tracefs/file.h"
#include "choose.h"
#include "pid_layers.h"
#include "pids.h"
#include "tasks.h"

/**
 * struct pid_layer - a layer of a list of pids
 * @tasks: nobody traces by these lists, but they follow what tasks do, too. One has the pids, or
 *	   it is NULL: nothing was written
 * @place: which one, as in syscall_trace_list_layers
 * @follow: the process that the list began with, if it is that of the tracer process
 */
struct pid_layer {
	struct syscall_trace_tasks	tasks;
	size_t				place;
	pid_t				follow;
};

static struct trace_pid_list **list_at(struct syscall_trace_tasks *tasks, size_t place)
{
	return (void *)tasks + place;
}

static struct trace_pid_list **list_of(struct pid_layer *layer)
{
	return list_at(&layer->tasks, layer->place);
}

static bool is_of_process(size_t place)
{
	return place == offsetof(struct syscall_trace_tasks, process.pids);
}

/* Free a layer, or NULL. */
static void free_layer(struct pid_layer *layer)
{
	if (layer)
		syscall_trace_drop_pids(layer);
}

DEFINE_FREE(layer, struct pid_layer *, free_layer(_T))

/* @any: it has a list. */
static struct pid_layer *alloc_layer(size_t place, bool any)
{
	struct pid_layer *layer = kzalloc(sizeof(*layer), GFP_KERNEL);

	if (!layer)
		return NULL;
	INIT_LIST_HEAD(&layer->tasks.with_pids);
	layer->place = place;
	if (any) {
		*list_of(layer) = trace_pid_list_alloc();
		if (!*list_of(layer)) {
			kfree(layer);
			return NULL;
		}
	}

	return layer;
}

/* Let lists of pids follow what tasks do, from now on or no more. */
static void link_pids(struct syscall_trace_tasks *tasks)
{
	list_del_init(&tasks->with_pids);
	if (tasks->syscall.pids || tasks->process.pids || tasks->no_pids)
		list_add(&tasks->with_pids, &syscall_trace_with_pids);
}

/*
 * Add the threads of the processes in a list, and if @descendants is set all that descends from
 * them: a process stands behind its parent in the list of processes, which was there before.
 */
static int add_followed(struct trace_pid_list *pids, bool descendants)
{
	struct task_struct *process, *task, *parent;

	for_each_process_thread(process, task) {
		parent = rcu_dereference_protected(process->real_parent,
						   lockdep_is_held(&tasklist_lock));
		if (!trace_pid_list_is_set(pids, process->pid) &&
		    !(descendants && trace_pid_list_is_set(pids, parent->tgid)))
			continue;
		if (trace_pid_list_set(pids, process->pid) || trace_pid_list_set(pids, task->pid))
			return -ENOMEM;
	}

	return 0;
}

/* Take tasks that end out of a list of pids that follows them since a moment. */
static void drop_ended(struct trace_pid_list *pids)
{
	struct task_struct *process, *task;

	/* Either the task finds the list, or it is found here. do_exit() has a barrier, too. */
	smp_mb();
	for_each_process_thread(process, task) {
		if (READ_ONCE(task->flags) & PF_EXITING)
			trace_pid_list_clear(pids, task->pid);
	}
}

/* Add the pids of one list to another. */
static int add_pids(struct trace_pid_list *to, struct trace_pid_list *from)
{
	unsigned int pid = 0;
	int ret;

	if (!from)
		return 0;
	for (ret = trace_pid_list_first(from, &pid); !ret;
	     ret = trace_pid_list_next(from, pid + 1, &pid)) {
		if (trace_pid_list_set(to, pid))
			return -ENOMEM;
	}

	return 0;
}

/* Let a list have what two lists have by now, which have changed since they were copied to it. */
static int catch_up(struct trace_pid_list *pids, struct trace_pid_list *one,
		    struct trace_pid_list *other)
{
	unsigned int pid = 0;
	int ret;

	for (ret = trace_pid_list_first(pids, &pid); !ret;
	     ret = trace_pid_list_next(pids, pid + 1, &pid)) {
		if (!trace_pid_list_is_set(one, pid) && !trace_pid_list_is_set(other, pid))
			trace_pid_list_clear(pids, pid);
	}

	return add_pids(pids, one) ?: add_pids(pids, other);
}

static unsigned int count_changes(void)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);

	return syscall_trace_pid_changes;
}

/*
 * Copy two lists, which follow what tasks do, to a layer that does from now on. Who ends meanwhile
 * is found afterwards; but threads may begin the programs by which they have got another pid, and
 * where a fork is only seen when the child is listed, children may come.
 */
static int fill_layer(struct pid_layer *layer, struct trace_pid_list *one,
		      struct trace_pid_list *other)
{
	struct trace_pid_list *pids = *list_of(layer);
	unsigned int changes;
	int ret;

	guard(read_lock)(&tasklist_lock);
	syscall_trace_settle_all_renames();
	changes = count_changes();
	ret = add_pids(pids, one) ?: add_pids(pids, other);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		if (changes != syscall_trace_pid_changes)
			ret = catch_up(pids, one, other);
		if (ret)
			return ret;
		link_pids(&layer->tasks);
	}
	drop_ended(pids);

	return 0;
}

static struct pid_layer *unite(size_t place, struct trace_pid_list *one,
			       struct trace_pid_list *other)
{
	struct pid_layer *layer __free(layer) = alloc_layer(place, one || other);
	int ret;

	if (!layer)
		return ERR_PTR(-ENOMEM);
	ret = one || other ? fill_layer(layer, one, other) : 0;
	if (ret)
		return ERR_PTR(ret);

	return no_free_ptr(layer);
}

/**
 * syscall_trace_keep_pids - make a layer of a list of pids that is in use
 * @which: what sort of list it is
 * @data: what its file was created with
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: the layer, or an error.
 */
void *syscall_trace_keep_pids(const struct syscall_trace_list_file *which, void *data)
{
	struct syscall_trace_instance *inst = syscall_file_instance(data);
	size_t place = which->layers->place;
	struct pid_layer *layer = unite(place, *list_at(&inst->tasks, place), NULL);

	if (!IS_ERR(layer))
		layer->follow = inst->process.follow;

	return layer;
}

/**
 * syscall_trace_unite_pids - make a layer of what two have
 * @layer: one of them
 * @other: what was there before it, or NULL
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: the layer, or an error.
 */
void *syscall_trace_unite_pids(const void *layer, const void *other)
{
	struct pid_layer *one = (struct pid_layer *)layer, *two = (struct pid_layer *)other, *both;

	both = unite(one->place, *list_of(one), two ? *list_of(two) : NULL);
	if (!IS_ERR(both))
		both->follow = one->follow;

	return both;
}

/*
 * Let a layer without pids follow what tasks do. If it is the first one, somebody has to be told of
 * that from now on.
 */
static int watch(struct pid_layer *layer)
{
	bool first;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		first = list_empty(&syscall_trace_with_pids);
		list_add(&layer->tasks.with_pids, &syscall_trace_with_pids);
	}

	return first ? syscall_trace_update_tasks() : 0;
}

/*
 * Let a layer follow what tasks do, with what its pids bring now: the threads of a process, or, if
 * the tracer process follows it, all that descends from it, too.
 */
static int follow(struct pid_layer *layer)
{
	struct trace_pid_list *pids __free(pid_list) = *list_of(layer);
	struct task_struct *task;
	int ret;

	*list_of(layer) = NULL;
	ret = watch(layer);
	if (ret)
		return ret;
	/* Nobody forks before the layer has the pids, and the pid means nobody else. */
	guard(read_lock)(&tasklist_lock);
	syscall_trace_settle_all_renames();
	if (layer->follow) {
		scoped_guard(rcu) {
			task = find_task_by_pid_ns(layer->follow, &init_pid_ns);
			if (!task)
				return -ESRCH;
			ret = trace_pid_list_set(pids, task->tgid);
		}
	}
	if (!ret && (layer->follow || syscall_trace_option(SYSCALL_TRACE_OPT_FOLLOW)))
		ret = add_followed(pids, layer->follow);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		swap(*list_of(layer), pids);
	drop_ended(*list_of(layer));

	return 0;
}

/**
 * syscall_trace_make_pids - make a layer of pids
 * @which: what sort of list it is for
 * @pids: leads to the pids, and gets NULL; NULL: none were written
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: the layer, or an error.
 */
void *syscall_trace_make_pids(const struct syscall_trace_list_file *which,
			      struct trace_pid_list **pids)
{
	struct pid_layer *layer __free(layer) = alloc_layer(which->layers->place, false);
	int ret = 0;

	if (!layer)
		return ERR_PTR(-ENOMEM);
	if (pids) {
		swap(*list_of(layer), *pids);
		ret = follow(layer);
	}
	if (ret)
		return ERR_PTR(ret);

	return no_free_ptr(layer);
}

/**
 * syscall_trace_follow - make a layer of a process, its threads and descendants
 * @which: what sort of list it is for
 * @pid: the process, or one of its threads; 0: all are traced
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: the layer; -ESRCH: there is no such process; or another error.
 */
void *syscall_trace_follow(const struct syscall_trace_list_file *which, pid_t pid)
{
	struct pid_layer *layer __free(layer) = alloc_layer(which->layers->place, pid);
	int ret;

	if (!layer)
		return ERR_PTR(-ENOMEM);
	layer->follow = pid;
	ret = pid ? follow(layer) : 0;
	if (ret)
		return ERR_PTR(ret);

	return no_free_ptr(layer);
}

static void exchange(struct syscall_trace_instance *inst, struct pid_layer *layer)
{
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		swap(*list_at(&inst->tasks, layer->place), *list_of(layer));
		link_pids(&inst->tasks);
		link_pids(&layer->tasks);
	}
	if (is_of_process(layer->place))
		swap(inst->process.follow, layer->follow);
}

/**
 * syscall_trace_use_pids - use the list of a layer, and find the tasks wanted now
 * @data: what the list file was created with
 * @layer: leads to the layer, which gets the list that was in use
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_use_pids(void *data, void **layer)
{
	struct syscall_trace_instance *inst = syscall_file_instance(data);
	int ret;

	exchange(inst, *layer);
	ret = syscall_trace_update_tasks();
	if (ret) {
		exchange(inst, *layer);
		syscall_trace_update_tasks();
	}

	return ret;
}

/**
 * syscall_trace_drop_pids - free a layer
 * @layer: the layer
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_drop_pids(void *layer)
{
	struct pid_layer *dropped = layer;
	bool last;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		last = list_is_singular(&syscall_trace_with_pids) &&
		       !list_empty(&dropped->tasks.with_pids);
		list_del_init(&dropped->tasks.with_pids);
	}
	if (*list_of(dropped))
		trace_pid_list_free(*list_of(dropped));
	kfree(dropped);
	/* Nobody has to watch for it any more. */
	if (last)
		syscall_trace_update_tasks();
}
