// SPDX-License-Identifier: GPL-2.0
/*
 * The tasks that sctrace traces.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "proc.h"
#include "tasks.h"

#define SLOTS	1024

static struct task *slots[SLOTS];
/* The tasks of each process, in the slot of its number */
static struct task *processes[SLOTS];
static size_t alive;
/* The slot of the task that tasks_visit_some() goes on with */
static size_t next_slot;

static size_t slot_number(int pid)
{
	return (unsigned int)pid % SLOTS;
}

static struct task **slot_of(int pid)
{
	return &slots[slot_number(pid)];
}

static struct task **slot_of_process(int tgid)
{
	return &processes[slot_number(tgid)];
}

/* Returns a task, or NULL: nothing of it has been seen. */
struct task *task_find(int pid)
{
	struct task *task;

	for (task = *slot_of(pid); task && task->pid != pid; task = task->next)
		;

	return task;
}

/* Returns a task, which may be a new one. */
struct task *task_get(int pid)
{
	struct task *task = task_find(pid);

	if (task)
		return task;
	task = allocate(1, sizeof(*task));
	task->pid = pid;
	task->abi = -1;
	task->next = *slot_of(pid);
	*slot_of(pid) = task;
	alive++;

	return task;
}

static void leave_process(struct task *task)
{
	if (!task->place)
		return;
	*task->place = task->other;
	if (task->other)
		task->other->place = task->place;
	task->place = NULL;
}

/**
 * task_set_tgid - note which process a task is of
 * @task: the task
 * @tgid: the number of the process, 0: not known
 */
void task_set_tgid(struct task *task, int tgid)
{
	struct task **place = slot_of_process(tgid);

	leave_process(task);
	task->tgid = tgid;
	if (!tgid)
		return;
	task->other = *place;
	task->place = place;
	if (*place)
		(*place)->place = &task->other;
	*place = task;
}

/* Forgets a task. */
void task_end(struct task *task)
{
	struct task **place = slot_of(task->pid);

	leave_process(task);

	while (*place != task)
		place = &(*place)->next;
	*place = task->next;
	free(task);
	alive--;
}

/* The number of tasks that have not ended. */
size_t tasks_alive(void)
{
	return alive;
}

/**
 * tasks_run - can any of the tasks that have not ended make calls?
 *
 * A task may have ended before its end could be recorded.
 */
bool tasks_run(void)
{
	const struct task *task;
	size_t i;

	for (i = 0; i < SLOTS; i++) {
		for (task = slots[i]; task; task = task->next) {
			if (proc_runs(task->pid))
				return true;
		}
	}

	return false;
}

static size_t visit_slot(size_t slot, void (*visit)(struct task *task))
{
	struct task *task, *next;
	size_t nr = 0;

	for (task = slots[slot]; task; task = next, nr++) {
		next = task->next;
		visit(task);
	}

	return nr;
}

/* Calls a function for each of them, which may forget it. */
void tasks_visit(void (*visit)(struct task *task))
{
	size_t i;

	for (i = 0; i < SLOTS; i++)
		visit_slot(i, visit);
}

/**
 * tasks_visit_some - call a function for some of them, and for the next ones the next time
 * @visit: the function, which may forget the task
 * @most: as many as this, and a few more
 *
 * If there are fewer, it is called for all of them.
 */
void tasks_visit_some(void (*visit)(struct task *task), size_t most)
{
	size_t i, nr = 0;

	for (i = 0; i < SLOTS && nr < most; i++) {
		nr += visit_slot(next_slot, visit);
		next_slot = (next_slot + 1) % SLOTS;
	}
}

static bool has_threads(const struct task *leader, bool running)
{
	const struct task *task;

	for (task = *slot_of_process(leader->pid); task; task = task->other) {
		if (task->tgid == leader->pid && task != leader &&
		    (!running || proc_runs(task->pid)))
			return true;
	}

	return false;
}

/* Does the first task of a process have other threads, as far as records tell? */
bool task_has_threads(const struct task *leader)
{
	return has_threads(leader, false);
}

/* Can any of them make calls? Ends may be missing. */
bool task_threads_run(const struct task *leader)
{
	return has_threads(leader, true);
}
