// SPDX-License-Identifier: GPL-2.0
/*
 * What a picture knows of tasks, all of it from their records: who has made whom, and who has
 * sent a signal to whom.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "report-error.h"
#include "picture-tasks.h"

#define SLOTS	1024
#define WAITING	64

/**
 * struct waiting - a signal that was delivered before its sender's call was recorded
 * @sender: the process that has sent it
 * @signal: its number
 * @time: when it was delivered
 * @arrow: what leads to it
 */
struct waiting {
	int	sender;
	int	signal;
	u64	time;
	u64	arrow;
};

struct picture_tasks {
	struct picture_task	*slots[SLOTS];
	unsigned int		nr_tasks;
	u64			nr_arrows;
	struct waiting		waiting[WAITING];
	unsigned int		nr_waited;
};

struct picture_tasks *picture_tasks_new(void)
{
	return allocate(1, sizeof(struct picture_tasks));
}

static unsigned int slot_of(int tid)
{
	return (unsigned int)tid % SLOTS;
}

struct picture_task *picture_tasks_next(struct picture_tasks *tasks,
					const struct picture_task *task)
{
	unsigned int slot = 0;

	if (task && task->next)
		return task->next;
	for (slot = task ? slot_of(task->tid) + 1 : 0; slot < SLOTS; slot++) {
		if (tasks->slots[slot])
			return tasks->slots[slot];
	}

	return NULL;
}

void picture_tasks_free(struct picture_tasks *tasks)
{
	struct picture_task *task, *next;
	unsigned int i;

	for (i = 0; i < SLOTS; i++) {
		for (task = tasks->slots[i]; task; task = next) {
			next = task->next;
			free(task->open);
			free(task);
		}
	}
	free(tasks);
}

struct picture_task *picture_tasks_find(struct picture_tasks *tasks, int tid)
{
	struct picture_task *task;

	for (task = tasks->slots[slot_of(tid)]; task && task->tid != tid; task = task->next)
		;

	return task;
}

struct picture_task *picture_tasks_get(struct picture_tasks *tasks, int tid)
{
	struct picture_task *task = picture_tasks_find(tasks, tid);
	struct picture_task *next;

	if (task && !task->has_ended)
		return task;
	if (!task) {
		task = allocate(1, sizeof(*task));
		task->next = tasks->slots[slot_of(tid)];
		tasks->slots[slot_of(tid)] = task;
	}
	next = task->next;
	*task = (struct picture_task) { .next = next, .tid = tid, .number = ++tasks->nr_tasks };

	return task;
}

void picture_task_name(struct picture_task *task, const char *comm)
{
	char text[PICTURE_COMM_LEN];

	if (!comm || !*comm)
		return;
	picture_escape(text, comm, strnlen(comm, NAME_LEN));
	if (!strcmp(text, task->comm))
		return;
	memcpy(task->comm, text, sizeof(text));
	task->is_described = false;
}

void picture_task_set_pid(struct picture_task *task, int pid)
{
	if (!pid || pid == task->pid)
		return;
	task->pid = pid;
	task->is_described = false;
}

/* The one whose events stand for the process of a task. */
static struct picture_task *leader(struct picture_tasks *tasks, struct picture_task *task)
{
	return task->pid ? picture_tasks_find(tasks, task->pid) : task;
}

/* A new task is what its parent says of it. */
static void link_birth(struct picture_tasks *tasks, struct picture_event *event)
{
	struct picture_task *child = picture_tasks_find(tasks, event->value);

	/* Clocks of CPUs differ: its own events may have come first. */
	if (child && !child->has_ended)
		return;
	child = picture_tasks_get(tasks, event->value);
	memcpy(child->comm, event->task->comm, sizeof(child->comm));
	child->pid = event->what == PICTURE_FORK ? event->value : event->task->pid;
	/* It may tell that the call began when its parent entered it. */
	child->busy_until = event->time;
	child->born_by = ++tasks->nr_arrows;
	event->starts = child->born_by;
}

static void link_signal(struct picture_tasks *tasks, struct picture_event *event)
{
	struct picture_task *sender = picture_tasks_find(tasks, event->sender);
	struct waiting *waiting;

	if (!event->sender)
		return;
	if (sender && sender->sends && sender->sends_signal == event->value) {
		event->ends[1] = sender->sends;
		sender->sends = 0;
		return;
	}
	waiting = &tasks->waiting[tasks->nr_waited++ % WAITING];
	*waiting = (struct waiting) {
		.sender	= event->sender,
		.signal	= event->value,
		.time	= event->time,
		.arrow	= ++tasks->nr_arrows,
	};
	event->ends[1] = waiting->arrow;
}

/* A call that may have sent a signal, or the end of a process, of which its parent is told. */
static void link_sender(struct picture_tasks *tasks, struct picture_event *event, int signal)
{
	struct picture_task *sender = leader(tasks, event->task);
	unsigned int i;

	if (!sender)
		return;
	for (i = 0; i < WAITING; i++) {
		struct waiting *waiting = &tasks->waiting[i];

		if (waiting->arrow && waiting->sender == sender->tid && waiting->signal == signal &&
		    event->begin <= waiting->time && waiting->time <= event->end) {
			event->starts = waiting->arrow;
			waiting->arrow = 0;
			return;
		}
	}
	if (event->what == PICTURE_END && sender != event->task)
		return;
	sender->sends = ++tasks->nr_arrows;
	sender->sends_signal = signal;
	event->starts = sender->sends;
}

void picture_tasks_link(struct picture_tasks *tasks, struct picture_event *event)
{
	int signal = picture_event_sent(event);

	/* The exit of a call completes the event of its entry, which may have got the arrow. */
	if (event->task->born_by) {
		event->ends[0] = event->task->born_by;
		event->task->born_by = 0;
	}
	if (event->what == PICTURE_FORK || event->what == PICTURE_THREAD)
		link_birth(tasks, event);
	else if (event->what == PICTURE_SIGNAL)
		link_signal(tasks, event);
	else if (signal)
		link_sender(tasks, event, signal);
}
