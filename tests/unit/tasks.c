// SPDX-License-Identifier: GPL-2.0
/*
 * What sctrace/tasks.c knows of processes and their threads, and whom it asks. What picture/tasks.c
 * notes of tasks does not grow with each of them.
 */
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/error.h"
#include "picture/tasks.h"
#include "sctrace/proc.h"
#include "sctrace/tasks.h"

/* So many that no end may ask all others. */
#define PROCESSES	30000
#define THREADS		30000
/* How many are visited at a time; that many others share their slots in the table at most. */
#define SOME		500
#define IN_A_SLOT	(PROCESSES / 1000 + 1)

/* As many as the picture remembers when they have ended, and many more. */
#define REMEMBERED	4096
#define FORKS		200000
#define MOST_MEMORY	(4 << 20)

static size_t memory;
static bool failed;

/* As shared/error.c has it, and counts. */
void *allocate(size_t nr, size_t size)
{
	void *new = calloc(nr, size);

	if (!new)
		abort();
	memory += malloc_usable_size(new);

	return new;
}

/* What both files free. */
void __wrap_free(void *old);
void __real_free(void *old);
void __wrap_free(void *old)
{
	memory -= malloc_usable_size(old);
	__real_free(old);
}

/* Who runs, by the last digit. */
bool proc_runs(int pid)
{
	return pid % 10 != 7;
}

/* What picture/tasks.c needs of picture/event.c */
void picture_escape(char *text, const char *bytes, size_t len)
{
	snprintf(text, len + 1, "%s", bytes);
}

bool picture_event_sent(const struct picture_event *event, int *signal, int *to)
{
	*signal = 15;
	*to = event->value;

	return event->what == PICTURE_CALL;
}

static void check(bool right, const char *what, int number)
{
	if (right)
		return;
	printf("not ok - %s: %d\n", what, number);
	failed = true;
}

/* ---------------------------------- sctrace --------------------------------- */

static struct task *add(int pid, int tgid)
{
	struct task *task = task_get(pid);

	task_set_tgid(task, tgid);

	return task;
}

/* The first thread of a process has others until the last one has ended, in any order. */
static void try_threads(void)
{
	const int first = 100000;
	struct task *leader;
	int i;

	/* A thread is known before the first one, and is moved to its process later. */
	add(first + 1, first);
	add(first + 2, 5);
	leader = add(first, first);
	check(task_has_threads(leader), "one that was known before", first);
	task_end(task_find(first + 1));
	check(!task_has_threads(leader), "one that has ended", first);
	task_set_tgid(task_find(first + 2), first);
	check(task_has_threads(leader), "one that was moved", first);
	task_set_tgid(task_find(first + 2), 0);
	check(!task_has_threads(leader), "one that was taken away", first);
	task_end(task_find(first + 2));
	for (i = 1; i <= THREADS; i++)
		add(first + i, first);
	for (i = 1; i <= THREADS; i++) {
		check(task_has_threads(leader), "some are left", i);
		task_end(task_find(first + (i % 2 ? i : THREADS + 2 - i)));
	}
	check(!task_has_threads(leader), "none is left", first);
	add(first + 7, first);
	check(task_has_threads(leader) && !task_threads_run(leader), "none runs", first);
	add(first + 8, first);
	check(task_threads_run(leader), "one runs", first);
	task_end(task_find(first + 7));
	task_end(task_find(first + 8));
	task_end(leader);
	check(!tasks_alive(), "tasks are left", (int)tasks_alive());
}

static unsigned char visits[PROCESSES + 1];
static size_t nr_visits;

static void visit(struct task *task)
{
	visits[task->pid]++;
	nr_visits++;
	if (!proc_runs(task->pid))
		task_end(task);
}

/* All are visited, some at a time. A process without other threads ends at once. */
static void try_visits(void)
{
	size_t rounds, least = PROCESSES;
	int i;

	for (i = 1; i <= PROCESSES; i++)
		add(i, i);
	for (rounds = 0; rounds < PROCESSES / SOME + 1; rounds++) {
		nr_visits = 0;
		tasks_visit_some(visit, SOME);
		check(nr_visits >= SOME && nr_visits < SOME + IN_A_SLOT, "visits", (int)nr_visits);
	}
	for (i = 1; i <= PROCESSES; i++)
		least = visits[i] < least ? visits[i] : least;
	check(least == 1, "each is visited", (int)least);
	for (i = 1; i <= PROCESSES; i++) {
		struct task *task = task_find(i);

		check(!task == !proc_runs(i), "a visit may forget the task", i);
		if (!task)
			continue;
		check(!task_has_threads(task), "another process is no thread", i);
		task_end(task);
	}
	for (i = 1; i <= SOME / 2; i++)
		add(i * 10, 0);
	nr_visits = 0;
	tasks_visit_some(visit, SOME);
	check(nr_visits == SOME / 2, "few are all visited, each once", (int)nr_visits);
	tasks_visit(task_end);
	check(!tasks_alive() && !memory, "memory is left", (int)memory);
}

/* ---------------------------------- pictures -------------------------------- */

static void end_later(struct picture_tasks *tasks, int tid)
{
	picture_tasks_end(tasks, picture_tasks_get(tasks, tid));
}

/* Those that have ended are forgotten, but for the last ones, and for those that are needed. */
static void try_pictures(void)
{
	struct picture_tasks *tasks = picture_tasks_new();
	struct picture_task *living = picture_tasks_get(tasks, 1), *needed, *again, *task;
	struct picture_event event = { .what = PICTURE_FORK, .task = living };
	int i, nr = 0;

	needed = picture_tasks_get(tasks, 2);
	needed->is_needed = true;
	picture_tasks_end(tasks, needed);
	/* Its number is that of another one before it is forgotten. */
	end_later(tasks, 3);
	again = picture_tasks_get(tasks, 3);
	for (i = 1; i <= FORKS; i++) {
		event.value = 1000 + i;
		picture_tasks_link(tasks, &event);
		end_later(tasks, event.value);
		check(i <= REMEMBERED || memory < MOST_MEMORY, "memory", i);
		if (failed) {
			picture_tasks_free(tasks);
			return;
		}
	}
	check(picture_tasks_find(tasks, 1000 + FORKS - REMEMBERED + 2), "it is remembered", FORKS);
	check(picture_tasks_find(tasks, 1) == living, "it lives", 1);
	check(picture_tasks_find(tasks, 2) == needed, "it is needed", 2);
	check(picture_tasks_find(tasks, 3) == again && !again->has_ended, "it lives again", 3);
	picture_tasks_leave(tasks, needed);
	for (i = 1; i <= REMEMBERED; i++)
		end_later(tasks, 1000 + i);
	check(!picture_tasks_find(tasks, 2), "it is not needed any more", 2);
	for (task = picture_tasks_next(tasks, NULL); task; task = picture_tasks_next(tasks, task))
		nr++;
	check(nr == REMEMBERED + 2, "they are remembered", nr);
	picture_tasks_free(tasks);
	check(!memory, "memory is left", (int)memory);
}

int main(void)
{
	try_threads();
	try_visits();
	try_pictures();
	if (!failed)
		printf("ok - tasks of sctrace and of pictures\n");

	return failed;
}
