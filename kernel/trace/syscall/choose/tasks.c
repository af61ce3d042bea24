// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: which tasks each instance wants to see.
 *
 * Each task has a bit for each instance that wants its calls, and the flag that the entry code
 * looks at if there is any. So a task that nobody wants pays nothing. What else becomes of it
 * is recorded by a second set of bits. The bits are found anew when
 * something changes that they depend on: the lists of an instance, the name, user or cgroup
 * of the task, or whether it reads a trace. A change of lists counts at once. A change of the
 * task itself counts when the task returns to user space, so that its call is recorded as a
 * whole or not at all.
 */
#include <linux/cleanup.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>

#include "../hook/begun.h"
#include "../hook/inflight.h"
#include "../instances.h"
#include "../options.h"
#include "../run.h"
#include "cgroups.h"
#include "choose.h"
#include "pids.h"
#include "tasks.h"
#include "unlist.h"

/* Some instance traces, or has a list of pids, which changes with each new task. */
DEFINE_STATIC_KEY_FALSE(syscall_trace_has_tasks);

/*
 * The same for one that may be in a call. @write: write its entry to those who have not seen it
 * begin. @later: gets those that cannot be written yet.
 */
static void update_task_in_call(struct task_struct *task, bool write, struct list_head *later)
{
	u64 begun = syscall_trace_update_listed_task(task, ENTERED_LATE);

	if (write && (begun || READ_ONCE(syscall_trace_of(task)->entered) == ENTERED_LATE))
		syscall_trace_write_begun(task, begun, later);
}

static void update_all(bool write)
{
	struct task_struct *p, *t;
	LIST_HEAD(later);
	int cpu;

	/* Nobody will see the exit of a call whose task loses its flag. */
	syscall_trace_write_all();

	/* These make no calls, but come to probes, as do their interrupts. */
	for_each_possible_cpu(cpu) {
		t = idle_task(cpu);
		if (t)
			syscall_trace_update_listed_task(t, 0);
	}

	scoped_guard(read_lock, &tasklist_lock) {
		syscall_trace_settle_all_renames();
		/* Kernel threads, too: process 1 is one until its exec. */
		for_each_process_thread(p, t)
			update_task_in_call(t, write, &later);
	}
	syscall_trace_write_later(&later);
}

static void update_bits(bool write)
{
	u64 stale = READ_ONCE(syscall_trace_stale_bits);

	update_all(write);
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	syscall_trace_stale_bits &= ~stale;
}

static void find_cgroups(void)
{
	const struct syscall_trace_instance *inst;

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		syscall_trace_find_cgroups(inst->tasks.cgroups);
}

/**
 * syscall_trace_find_tasks - find the instances that want each task
 * @write: record the calls that tasks are in already
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0, or an error if changes of tasks cannot be watched.
 */
int syscall_trace_find_tasks(bool write)
{
	bool tracing = syscall_trace_chooses_tasks();
	unsigned int by = syscall_trace_find_criteria();
	static bool was_tracing;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	/* First: what changes before somebody watches is found below. */
	ret = syscall_trace_watch_criteria(by);
	find_cgroups();
	if (tracing || by)
		static_branch_enable(&syscall_trace_has_tasks);
	if (tracing || was_tracing)
		update_bits(write);
	was_tracing = tracing;
	if (!tracing && !by)
		static_branch_disable(&syscall_trace_has_tasks);
	syscall_trace_leave_criteria(by);

	return ret;
}

/**
 * syscall_trace_update_tasks - find the instances that want each task
 *
 * To be called when instances, their lists, or options have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0, or an error if changes of tasks cannot be watched.
 */
int syscall_trace_update_tasks(void)
{
	return syscall_trace_find_tasks(true);
}

/* Let lists of pids follow what tasks do, from now on or no more. */
static void link_pids(struct syscall_trace_tasks *tasks)
{
	list_del_init(&tasks->with_pids);
	if (tasks->syscall.pids || tasks->process.pids || tasks->no_pids)
		list_add(&tasks->with_pids, &syscall_trace_with_pids);
}

static void exchange_locked(struct syscall_trace_tasks *tasks, void **place, void **list)
{
	swap(*place, *list);
	link_pids(tasks);
}

static void exchange(struct syscall_trace_tasks *tasks, void **place, void **list)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	exchange_locked(tasks, place, list);
}

/* Find the tasks wanted by a list that was exchanged. If that fails, take the old one back. */
static int use_list(struct syscall_trace_tasks *tasks, void **place, void **list)
{
	int ret = syscall_trace_update_tasks();

	if (ret) {
		exchange(tasks, place, list);
		syscall_trace_update_tasks();
	}

	return ret;
}

/**
 * syscall_trace_exchange_list - exchange a list of an instance, and find the tasks wanted now
 * @tasks: the lists of the instance
 * @place: where the pointer to the list is
 * @list: where that to the new list is; gets the old one, which nobody uses any more
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_exchange_list(struct syscall_trace_tasks *tasks, void *place, void *list)
{
	exchange(tasks, place, list);

	return use_list(tasks, place, list);
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

/* Take tasks that end out of a list of pids that is in use since a moment. */
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

	for (ret = trace_pid_list_first(from, &pid); !ret;
	     ret = trace_pid_list_next(from, pid + 1, &pid)) {
		if (trace_pid_list_set(to, pid))
			return -ENOMEM;
	}

	return 0;
}

/*
 * Add to a list of pids what the list in use has got since it was copied, and take out what that
 * has lost. @copied: what was copied, which may be the list itself.
 */
static int catch_up(struct trace_pid_list *pids, struct trace_pid_list *copied,
		    struct trace_pid_list *in_use)
{
	unsigned int pid = 0;
	int ret;

	for (ret = trace_pid_list_first(in_use, &pid); !ret;
	     ret = trace_pid_list_next(in_use, pid + 1, &pid)) {
		if (!trace_pid_list_is_set(copied, pid) && trace_pid_list_set(pids, pid))
			return -ENOMEM;
	}
	for (ret = trace_pid_list_first(copied, &pid); !ret;
	     ret = trace_pid_list_next(copied, pid + 1, &pid)) {
		if (!trace_pid_list_is_set(in_use, pid))
			trace_pid_list_clear(pids, pid);
	}

	return 0;
}

static unsigned int count_changes(void)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);

	return syscall_trace_pid_changes;
}

/*
 * Put @pids into @place, with what the list there has if @copied is an empty list for that. Who
 * ends meanwhile is found afterwards; but threads may begin the programs by which they have got
 * another pid, and where a fork is only seen when the child is listed, children may come.
 */
static int place_pids(struct syscall_trace_tasks *tasks, struct trace_pid_list **place,
		      struct trace_pid_list **pids, bool threads, struct trace_pid_list *copied)
{
	unsigned int changes;
	int ret = 0;

	lockdep_assert_held(&tasklist_lock);

	syscall_trace_settle_all_renames();
	changes = count_changes();
	if (copied)
		ret = add_pids(copied, *place) ?: add_pids(*pids, copied);
	if (!ret && *pids && threads)
		ret = add_followed(*pids, false);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		if (copied && changes != syscall_trace_pid_changes)
			ret = catch_up(*pids, copied, *place);
		if (ret)
			return ret;
		exchange_locked(tasks, (void **)place, (void **)pids);
	}
	if (*place)
		drop_ended(*place);

	return 0;
}

/**
 * syscall_trace_exchange_pids - exchange a list of pids, and find the tasks wanted now
 * @tasks: the lists of the instance
 * @place: where the pointer to the list is
 * @pids: where that to the new list is; gets the old one, which nobody uses any more
 * @threads: the processes that are listed mean their threads, too
 * @append: what the old list has is added to the new one, which is not NULL if there is any
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then the list in use is the same.
 */
int syscall_trace_exchange_pids(struct syscall_trace_tasks *tasks, struct trace_pid_list **place,
				struct trace_pid_list **pids, bool threads, bool append)
{
	struct trace_pid_list *copied __free(pid_list) = NULL;
	int ret;

	if (append && *place) {
		copied = trace_pid_list_alloc();
		if (!copied)
			return -ENOMEM;
	}
	scoped_guard(read_lock, &tasklist_lock)
		ret = place_pids(tasks, place, pids, threads, copied);

	return ret ?: use_list(tasks, (void **)place, (void **)pids);
}

/**
 * syscall_trace_follow - let the tracer process follow a process, its threads and descendants
 * @tasks: the lists of the instance
 * @pids: an empty list, which is filled; gets the old one, which nobody uses any more
 * @pid: the process, or one of its threads
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0; -ESRCH: there is no such process; or another error. Then nothing has changed.
 */
int syscall_trace_follow(struct syscall_trace_tasks *tasks, struct trace_pid_list **pids,
			 pid_t pid)
{
	struct trace_pid_list **place = &tasks->process.pids;
	struct task_struct *task;
	int ret;

	/* Nobody forks before the list is in use, and the pid means nobody else. */
	scoped_guard(read_lock, &tasklist_lock) {
		scoped_guard(rcu) {
			task = find_task_by_pid_ns(pid, &init_pid_ns);
			if (!task)
				return -ESRCH;
			ret = trace_pid_list_set(*pids, task->tgid);
		}
		ret = ret ?: add_followed(*pids, true);
		if (ret)
			return ret;
		exchange(tasks, (void **)place, (void **)pids);
		drop_ended(*place);
	}

	return use_list(tasks, (void **)place, (void **)pids);
}

/* All that are kept, under trace_types_lock. */
static LIST_HEAD(kept_lists);

/**
 * struct syscall_trace_kept_pids - a list of pids that can come back
 * @list: links all of them
 * @inst: the instance
 * @place: where the pointer to its list is
 * @tasks: nobody traces by these lists, but they follow what tasks do, too
 * @others: what others have written meanwhile, or NULL
 * @follow: the process that the list began with, if it is that of the tracer process
 */
struct syscall_trace_kept_pids {
	struct list_head		list;
	struct syscall_trace_instance	*inst;
	struct trace_pid_list		**place;
	struct syscall_trace_tasks	tasks;
	struct trace_pid_list		*others;
	int				follow;
};

static struct trace_pid_list **kept_place(struct syscall_trace_kept_pids *kept)
{
	return (void *)&kept->tasks + ((void *)kept->place - (void *)&kept->inst->tasks);
}

/* Keep the list that is in use, and use a copy of it. */
static int keep_list(struct syscall_trace_kept_pids *kept)
{
	struct trace_pid_list *pids __free(pid_list) = trace_pid_list_alloc();
	struct trace_pid_list **to = kept_place(kept), **place = kept->place;
	unsigned int changes;
	int ret;

	if (!pids)
		return -ENOMEM;
	guard(read_lock)(&tasklist_lock);
	syscall_trace_settle_all_renames();
	changes = count_changes();
	ret = add_pids(pids, *place);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		if (changes != syscall_trace_pid_changes)
			ret = catch_up(pids, pids, *place);
		if (ret)
			return ret;
		*to = *place;
		*place = no_free_ptr(pids);
		link_pids(&kept->tasks);
	}
	drop_ended(*place);

	return 0;
}

/**
 * syscall_trace_keep_pids - keep a list of pids, such that it can come back after changes
 * @inst: the instance
 * @place: where the pointer to the list is
 *
 * The list follows what tasks do as if it was in use.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: what is kept; NULL: there is no memory.
 */
struct syscall_trace_kept_pids *syscall_trace_keep_pids(struct syscall_trace_instance *inst,
							struct trace_pid_list **place)
{
	struct syscall_trace_kept_pids *kept __free(kfree) = kzalloc(sizeof(*kept), GFP_KERNEL);

	if (!kept)
		return NULL;
	kept->inst = inst;
	kept->place = place;
	kept->follow = inst->process.follow;
	INIT_LIST_HEAD(&kept->tasks.with_pids);
	if (*place && keep_list(kept))
		return NULL;
	list_add(&kept->list, &kept_lists);

	return no_free_ptr(kept);
}

static void exchange_kept(struct syscall_trace_kept_pids *kept)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	swap(*kept->place, *kept_place(kept));
	link_pids(&kept->inst->tasks);
	link_pids(&kept->tasks);
}

/**
 * syscall_trace_restore_pids - use a list again that was kept
 * @kept: the list; gets the one that was in use
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_restore_pids(struct syscall_trace_kept_pids *kept)
{
	int ret;

	exchange_kept(kept);
	ret = syscall_trace_update_tasks();
	if (ret) {
		exchange_kept(kept);
		syscall_trace_update_tasks();
		return ret;
	}
	if (kept->place == &kept->inst->tasks.process.pids)
		kept->inst->process.follow = kept->follow;

	return 0;
}

/**
 * syscall_trace_drop_pids - do not keep a list any more
 * @kept: the list
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_drop_pids(struct syscall_trace_kept_pids *kept)
{
	struct trace_pid_list *pids = *kept_place(kept);
	bool last;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_del_init(&kept->tasks.with_pids);
		last = list_empty(&syscall_trace_with_pids);
	}
	list_del(&kept->list);
	if (pids) {
		trace_pid_list_free(pids);
		/* Nobody has to watch for it any more. */
		if (last)
			syscall_trace_update_tasks();
	}
	if (kept->others)
		trace_pid_list_free(kept->others);
	kfree(kept);
}

/**
 * syscall_trace_unlist_kept - take out a pid that was written, but is not meant
 * @kept: the list from before it was written
 * @pid: the pid
 * @words: what else was written, and is meant, as is what others have written; is changed
 * @append: what that list has is meant
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_unlist_kept(struct syscall_trace_kept_pids *kept, unsigned int pid, char *words,
			      bool append)
{
	struct trace_pid_list *meant __free(pid_list) = trace_pid_list_alloc();

	if (!meant)
		return -ENOMEM;

	return syscall_trace_parse_pids(meant, words) ?: add_pids(meant, kept->others) ?:
	       syscall_trace_unlist(*kept->place, pid, meant, append ? *kept_place(kept) : NULL);
}

/* What others have written is meant, also if this one had it as half of a pid. */
static void note_others(struct syscall_trace_kept_pids *kept, char *words)
{
	if (!kept->others)
		kept->others = trace_pid_list_alloc();
	if (kept->others)
		syscall_trace_parse_pids(kept->others, words);
}

static void tell_one(struct syscall_trace_kept_pids *kept, const char *text, bool append,
		     syscall_trace_pid_setter *set)
{
	char *words __free(kvfree) = kvmemdup(text, strlen(text) + 1, GFP_KERNEL);
	char *others __free(kvfree) = kvmemdup(text, strlen(text) + 1, GFP_KERNEL);
	struct syscall_trace_fault fault = { };

	if (!words || !others)
		return;
	set(&kept->tasks, kept_place(kept), words, append, &fault);
	note_others(kept, others);
}

/**
 * syscall_trace_tell_pids - let all that others have kept of a list have what has been set
 * @kept: what the one who has set it has kept
 * @text: what has been set
 * @append: it was added to the list, whose place it took else
 * @set: sets it
 *
 * Without memory, it goes with what another one takes back.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_tell_pids(const struct syscall_trace_kept_pids *kept, const char *text,
			     bool append, syscall_trace_pid_setter *set)
{
	struct syscall_trace_kept_pids *other;

	list_for_each_entry(other, &kept_lists, list) {
		if (other == kept || other->place != kept->place)
			continue;
		other->follow = kept->inst->process.follow;
		tell_one(other, text, append, set);
	}
}
