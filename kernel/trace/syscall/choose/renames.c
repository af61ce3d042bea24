// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: threads that get the pid of their process, in lists of pids. A thread that
 * executes a program takes that over, or it ends; and then it may have got it, or not. From there
 * to the moment when the program begins, its old pid may be another task's.
 */
#include <linux/hashtable.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../instances.h"
#include "../refusals.h"
#include "choose.h"
#include "pids.h"

/* The instances with lists of pids, whether they trace or not. */
LIST_HEAD(syscall_trace_with_pids);

/* How often tasks have changed lists, but by their end, under syscall_trace_tasks_lock. */
unsigned int syscall_trace_pid_changes;

/* A thread that executes a program takes over the pid of its process. */
static void rename_pid(struct trace_pid_list *list, pid_t old, pid_t new)
{
	if (!list || !trace_pid_list_is_set(list, old))
		return;
	/* First: it may leave memory for the new one. */
	trace_pid_list_clear(list, old);
	if (trace_pid_list_set(list, new))
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_FOLLOWED);
}

/**
 * struct renaming - a thread that is about to execute a program
 * @by_task: links those whose tasks have the same hash
 * @by_pid: links those whose old pids have the same hash
 * @task: the thread, which ends if that fails from now on
 * @old: its pid, which may be another task's before the program begins
 */
struct renaming {
	struct hlist_node		by_task;
	struct hlist_node		by_pid;
	const struct task_struct	*task;
	pid_t				old;
};

/*
 * Guarded by syscall_trace_tasks_lock. Any user can have many of them, for as long as the file of a
 * program is slow, and each new task looks for its pid.
 */
static DEFINE_HASHTABLE(renamings_by_task, 8);
static DEFINE_HASHTABLE(renamings_by_pid, 8);
static unsigned int nr_renamings;

/* Let the lists have the pid that a thread has by now, and not the old one. */
static void rename_task(const struct task_struct *task, pid_t old)
{
	struct syscall_trace_tasks *tasks;

	lockdep_assert_held(&syscall_trace_tasks_lock);

	if (task->pid == old)
		return;
	syscall_trace_pid_changes++;
	list_for_each_entry(tasks, &syscall_trace_with_pids, with_pids) {
		rename_pid(tasks->process.pids, old, task->pid);
		rename_pid(tasks->syscall.pids, old, task->pid);
		rename_pid(tasks->no_pids, old, task->pid);
	}
}

static void settle(struct renaming *one)
{
	rename_task(one->task, one->old);
	one->old = one->task->pid;
	hash_del(&one->by_pid);
	hash_add(renamings_by_pid, &one->by_pid, one->old);
}

static struct renaming *find_renaming(const struct task_struct *task)
{
	struct renaming *one;

	hash_for_each_possible(renamings_by_task, one, by_task, (unsigned long)task) {
		if (one->task == task)
			return one;
	}

	return NULL;
}

static bool is_listed(pid_t pid)
{
	struct syscall_trace_tasks *tasks;

	list_for_each_entry(tasks, &syscall_trace_with_pids, with_pids) {
		if (trace_pid_list_is_set(tasks->process.pids, pid) ||
		    trace_pid_list_is_set(tasks->syscall.pids, pid) ||
		    trace_pid_list_is_set(tasks->no_pids, pid))
			return true;
	}

	return false;
}

/* Note what has been filled in, once for each task. Returns what is left to free. */
static struct renaming *note(struct renaming *one)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	if (list_empty(&syscall_trace_with_pids) || find_renaming(one->task))
		return one;
	hash_add(renamings_by_task, &one->by_task, (unsigned long)one->task);
	hash_add(renamings_by_pid, &one->by_pid, one->old);
	WRITE_ONCE(nr_renamings, nr_renamings + 1);

	return NULL;
}

static void forget(struct renaming *one)
{
	hash_del(&one->by_task);
	hash_del(&one->by_pid);
	WRITE_ONCE(nr_renamings, nr_renamings - 1);
}

/*
 * Without memory, a pid is exchanged when the program has begun. If it does not, nobody takes the
 * old one out, and if that is another task's by then, that task loses it.
 */
static void miss_renaming(pid_t pid)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	if (is_listed(pid))
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NOT_FOLLOWED);
}

/**
 * syscall_trace_note_exec - a thread is about to get the pid of its process, or it ends
 * @task: the current task
 *
 * Context: task context, may not sleep.
 */
void syscall_trace_note_exec(struct task_struct *task)
{
	struct renaming *one = kmalloc(sizeof(*one), GFP_NOWAIT | __GFP_NOWARN);

	if (!one) {
		miss_renaming(task->pid);
		return;
	}
	one->task = task;
	one->old = task->pid;
	kfree(note(one));
}

/**
 * syscall_trace_rename - a thread has got the pid of its process, and executes a program
 * @task: the thread
 * @old: its old pid
 *
 * Context: task context.
 */
void syscall_trace_rename(const struct task_struct *task, pid_t old)
{
	struct renaming *one;

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		one = find_renaming(task);
		rename_task(task, one ? one->old : old);
		if (one)
			forget(one);
	}
	kfree(one);
}

/**
 * syscall_trace_settle_renames - a pid is about to be another task's
 * @pid: the pid. A thread that had it has got that of its process by now
 *
 * Context: syscall_trace_tasks_lock is held, and tasklist_lock for writing.
 */
void syscall_trace_settle_renames(pid_t pid)
{
	struct hlist_node *next;
	struct renaming *one;

	hash_for_each_possible_safe(renamings_by_pid, one, next, by_pid, pid) {
		if (one->old == pid)
			settle(one);
	}
}

/**
 * syscall_trace_settle_all_renames - let the lists have the pids that all threads have by now
 *
 * Who looks for tasks in lists would not find those that have got another pid, and whose programs
 * have not begun. The first threads of their processes may still have the old pids, and end.
 *
 * Context: tasklist_lock is held: nobody gets another pid meanwhile.
 */
void syscall_trace_settle_all_renames(void)
{
	struct renaming *one;
	unsigned int bucket;

	lockdep_assert_held(&tasklist_lock);

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	/* That changes the other table. */
	hash_for_each(renamings_by_task, bucket, one, by_task)
		settle(one);
}

/**
 * syscall_trace_clear_pid - take a pid out of the lists of all instances
 * @pid: the pid
 *
 * Context: syscall_trace_tasks_lock is held.
 */
void syscall_trace_clear_pid(pid_t pid)
{
	struct syscall_trace_tasks *tasks;

	list_for_each_entry(tasks, &syscall_trace_with_pids, with_pids) {
		trace_pid_list_clear(tasks->process.pids, pid);
		trace_pid_list_clear(tasks->syscall.pids, pid);
		trace_pid_list_clear(tasks->no_pids, pid);
	}
}

/**
 * syscall_trace_end_rename - a task ends: take out the pid that it may have had before
 * @task: the task
 *
 * Context: task context.
 */
void syscall_trace_end_rename(const struct task_struct *task)
{
	struct renaming *one;

	if (!READ_ONCE(nr_renamings))
		return;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		one = find_renaming(task);
		if (one) {
			forget(one);
			syscall_trace_pid_changes++;
			syscall_trace_clear_pid(one->old);
		}
	}
	kfree(one);
}

/**
 * syscall_trace_forget_renames - nobody has lists of pids any more, nor watches who is renamed
 *
 * Context: task context.
 */
void syscall_trace_forget_renames(void)
{
	struct hlist_node *next;
	struct renaming *one;
	unsigned int bucket;
	HLIST_HEAD(all);

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		hash_for_each_safe(renamings_by_task, bucket, next, one, by_task) {
			forget(one);
			hlist_add_head(&one->by_task, &all);
		}
	}
	hlist_for_each_entry_safe(one, next, &all, by_task)
		kfree(one);
}
