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
static size_t alive;

static struct task **slot_of(int pid)
{
	return &slots[(unsigned int)pid % SLOTS];
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

/* Forgets a task. */
void task_end(struct task *task)
{
	struct task **place = slot_of(task->pid);

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

/* Calls a function for each of them, which may forget it. */
void tasks_visit(void (*visit)(struct task *task))
{
	struct task *task, *next;
	size_t i;

	for (i = 0; i < SLOTS; i++) {
		for (task = slots[i]; task; task = next) {
			next = task->next;
			visit(task);
		}
	}
}

static bool has_threads(const struct task *leader, bool running)
{
	const struct task *task;
	size_t i;

	for (i = 0; i < SLOTS; i++) {
		for (task = slots[i]; task; task = task->next) {
			if (task->tgid == leader->pid && task != leader &&
			    (!running || proc_runs(task->pid)))
				return true;
		}
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
