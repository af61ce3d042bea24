// SPDX-License-Identifier: GPL-2.0
/*
 * What a picture knows of tasks, all of it from their records: who has made whom, and who has
 * sent a signal to whom.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "tasks.h"

#define SLOTS	1024
#define HALVES	64
/* How many tasks that have ended are remembered: the kernel still schedules them away. */
#define ENDED	4096

/**
 * struct half - one end of an arrow, while the other one has not been seen
 * @signal: the signal that was sent or delivered
 * @sender: the process that has sent it
 * @tid: the task that it was sent to, 0: not known; or that it was delivered to
 * @pid: the process of the task that it was delivered to
 * @time: when it was delivered
 * @arrow: the arrow, 0: both ends are known
 *
 * A signal may be delivered long after it was sent, and before the call is recorded that has sent
 * it.
 */
struct half {
	int	signal;
	int	sender;
	int	tid;
	int	pid;
	u64	time;
	u64	arrow;
};

/**
 * struct halves - the last ones of one kind
 * @half: any number of them
 * @nr: how many there were
 */
struct halves {
	struct half	half[HALVES];
	unsigned int	nr;
};

/**
 * struct ended - a task that has ended
 * @tid: its number
 * @number: tells it from others that had the same @tid; 0: there is none
 */
struct ended {
	int		tid;
	unsigned int	number;
};

struct picture_tasks {
	struct picture_task	*slots[SLOTS];
	struct ended		ended[ENDED];
	unsigned int		nr_ended;
	unsigned int		nr_tasks;
	u64			nr_arrows;
	struct halves		sent;
	struct halves		delivered;
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

/* What somebody else did who had the number before. */
static void forget_sent(struct picture_tasks *tasks, int tid)
{
	unsigned int i;

	for (i = 0; i < HALVES; i++) {
		if (tasks->sent.half[i].sender == tid)
			tasks->sent.half[i].arrow = 0;
	}
}

struct picture_task *picture_tasks_get(struct picture_tasks *tasks, int tid)
{
	struct picture_task *task = picture_tasks_find(tasks, tid);
	struct picture_task *next;

	if (task && !task->has_ended)
		return task;
	/* The new one is found first. */
	if (!task || task->is_needed) {
		task = allocate(1, sizeof(*task));
		task->next = tasks->slots[slot_of(tid)];
		tasks->slots[slot_of(tid)] = task;
	}
	forget_sent(tasks, tid);
	next = task->next;
	*task = (struct picture_task) { .next = next, .tid = tid, .number = ++tasks->nr_tasks };

	return task;
}

/* Its number may have been given to another task since then. */
static void forget_ended(struct picture_tasks *tasks, struct ended ended)
{
	struct picture_task **place = &tasks->slots[slot_of(ended.tid)], *task;

	while (*place && (*place)->number != ended.number)
		place = &(*place)->next;
	task = *place;
	if (!task || task->is_needed)
		return;
	*place = task->next;
	free(task);
}

void picture_tasks_end(struct picture_tasks *tasks, struct picture_task *task)
{
	struct ended *place = &tasks->ended[tasks->nr_ended % ENDED];

	task->has_ended = true;
	if (task->is_needed)
		return;
	if (place->number)
		forget_ended(tasks, *place);
	*place = (struct ended) { .tid = task->tid, .number = task->number };
	tasks->nr_ended++;
}

void picture_tasks_leave(struct picture_tasks *tasks, struct picture_task *task)
{
	if (!task->is_needed)
		return;
	task->is_needed = false;
	picture_tasks_end(tasks, task);
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

/* Returns the arrow, whose other end is not known yet. */
static u64 keep_half(struct picture_tasks *tasks, struct halves *halves, struct half half)
{
	half.arrow = ++tasks->nr_arrows;
	halves->half[halves->nr++ % HALVES] = half;

	return half.arrow;
}

static bool fit(const struct half *sent, const struct half *delivered)
{
	return sent->signal == delivered->signal && sent->sender == delivered->sender &&
	       (sent->tid <= 0 || sent->tid == delivered->tid || sent->tid == delivered->pid);
}

static void link_signal(struct picture_tasks *tasks, struct picture_event *event)
{
	struct half delivered = {
		.signal	= event->value,
		.sender	= event->sender,
		.tid	= event->task->tid,
		.pid	= event->task->pid,
		.time	= event->time,
	};
	unsigned int i;

	if (!event->sender)
		return;
	/* Signals that were sent before the last one have become one with it. */
	for (i = 0; i < HALVES; i++) {
		struct half *sent = &tasks->sent.half[(tasks->sent.nr + i) % HALVES];

		if (sent->arrow && fit(sent, &delivered)) {
			event->ends[1] = sent->arrow;
			sent->arrow = 0;
		}
	}
	if (!event->ends[1])
		event->ends[1] = keep_half(tasks, &tasks->delivered, delivered);
}

/* A call that may have sent a signal, or the end of a process, of which its parent is told. */
static void link_sender(struct picture_tasks *tasks, struct picture_event *event)
{
	struct picture_task *task = event->task;
	/* A signal names the process. Its first thread may have ended, and be forgotten. */
	struct half sent = { .sender = task->pid ?: task->tid };
	unsigned int i;

	if (!picture_event_sent(event, &sent.signal, &sent.tid))
		return;
	for (i = 0; i < HALVES; i++) {
		struct half *delivered = &tasks->delivered.half[i];

		if (delivered->arrow && fit(&sent, delivered) &&
		    event->begin <= delivered->time && delivered->time <= event->end) {
			event->starts = delivered->arrow;
			delivered->arrow = 0;
			return;
		}
	}
	if (event->what != PICTURE_END || sent.sender == task->tid)
		event->starts = keep_half(tasks, &tasks->sent, sent);
}

void picture_tasks_link(struct picture_tasks *tasks, struct picture_event *event)
{
	/* The exit of a call completes the event of its entry, which may have got the arrow. */
	if (event->task->born_by) {
		event->ends[0] = event->task->born_by;
		event->task->born_by = 0;
	}
	if (event->what == PICTURE_FORK || event->what == PICTURE_THREAD)
		link_birth(tasks, event);
	else if (event->what == PICTURE_SIGNAL)
		link_signal(tasks, event);
	else
		link_sender(tasks, event);
}
