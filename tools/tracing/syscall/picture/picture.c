// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a picture of records: the records of a call become one event. What the file looks like is
 * left to perfetto.c, ctf.c and html.c.
 */
#include <stdlib.h>

#include "shared/error.h"
#include "picture.h"
#include "event.h"
#include "tasks.h"
#include "writer.h"

struct picture {
	struct picture_writer	*writer;
	struct picture_tasks	*tasks;
	unsigned int		flags;
};

static struct picture_writer *(* const open_writer[NR_PICTURES])(const char *path, bool in_ns) = {
	[PICTURE_PERFETTO]	= picture_perfetto_open,
	[PICTURE_CTF]		= picture_ctf_open,
	[PICTURE_HTML]		= picture_html_open,
};

struct picture *picture_open(enum picture_kind kind, const char *path, unsigned int flags)
{
	struct picture *picture = allocate(1, sizeof(*picture));

	picture->writer = open_writer[kind](path, flags & SYSCALL_TRACE_SHOW_IN_NS);
	picture->tasks = picture_tasks_new();
	picture->flags = flags;

	return picture;
}

static void write_event(struct picture *picture, const struct picture_event *event)
{
	picture->writer->ops->event(picture->writer, event);
}

/*
 * A task is in one call at a time. Clocks of CPUs differ, so after a task has moved to another CPU
 * a call may seem to begin before the last one has ended.
 */
static void put_in_order(struct picture_event *event)
{
	struct picture_task *task = event->task;

	if (event->end < task->busy_until)
		event->end = task->busy_until;
	if (event->begin && event->begin < task->busy_until)
		event->begin = task->busy_until;
	if (event->begin > event->end)
		event->begin = event->end;
	task->busy_until = event->end;
}

static void write_call(struct picture *picture, struct picture_event *event)
{
	event->end = event->time;
	put_in_order(event);
	picture_tasks_link(picture->tasks, event);
	write_event(picture, event);
}

/* A call that was open. A task that has executed a program since then began it as another one. */
static void free_call(struct picture *picture, struct picture_event *event)
{
	picture_tasks_leave(picture->tasks, event->task);
	free(event);
}

/* The task does something else, so its call is over, and its end was lost or never recorded. */
static void give_up_call(struct picture *picture, struct picture_task *task, u64 time)
{
	struct picture_event *event = task->open;

	if (!event)
		return;
	/* After exit_group(), nothing comes. */
	if (!time && event->fmt.call && event->fmt.call->noreturn)
		time = event->time;
	task->open = NULL;
	event->what = PICTURE_UNFINISHED;
	event->end = time;
	if (time)
		put_in_order(event);
	else if (event->begin < task->busy_until)
		event->begin = task->busy_until;
	write_event(picture, event);
	free_call(picture, event);
}

static struct picture_event *new_event(struct picture_task *task, const struct record *rec)
{
	struct picture_event *event = allocate(1, sizeof(*event));

	trace_seq_init(&event->s);
	event->task = task;
	event->cpu = rec->cpu;
	event->time = rec->time;

	return event;
}

static void add_entry(struct picture *picture, struct picture_task *task, const struct record *rec)
{
	struct picture_event *event = new_event(task, rec);

	picture_event_entry(event, rec, picture->flags);
	give_up_call(picture, task, event->begin);
	picture_tasks_link(picture->tasks, event);
	write_event(picture, event);
	task->open = event;
}

/* A call of one record, or the exit of one whose entry is missing. */
static void add_call(struct picture *picture, struct picture_task *task, const struct record *rec)
{
	struct picture_event *event = new_event(task, rec);

	picture_event_call(event, rec, picture->flags);
	give_up_call(picture, task, event->begin ?: event->time);
	write_call(picture, event);
	free(event);
}

static void add_exit(struct picture *picture, struct picture_task *task, const struct record *rec)
{
	struct picture_event *event = task->open;

	if (!event || !picture_event_ends_by(event, rec)) {
		add_call(picture, task, rec);
		return;
	}
	task->open = NULL;
	event->cpu = rec->cpu;
	event->time = rec->time;
	picture_event_exit(event, rec);
	write_call(picture, event);
	free_call(picture, event);
}

/* A thread that executes a program takes over the number of its process, and ends all others. */
static void take_over(struct picture *picture, struct picture_task *task, int old_tid, u64 time)
{
	struct picture_task *thread;

	picture_task_set_pid(task, task->tid);
	if (old_tid == task->tid)
		return;
	thread = picture_tasks_get(picture->tasks, old_tid);
	give_up_call(picture, task, time);
	/* The call goes on where it has begun. */
	task->open = thread->open;
	thread->open = NULL;
	thread->is_needed = task->open;
	picture_tasks_end(picture->tasks, thread);
}

static void add_task_event(struct picture *picture, struct picture_task *task,
			   const struct record *rec)
{
	struct picture_event *event = new_event(task, rec);

	picture_event_task(event, rec);
	event->begin = event->time;
	event->end = event->time;
	if (event->what == PICTURE_END)
		give_up_call(picture, task, event->time);
	else if (event->what == PICTURE_EXEC)
		take_over(picture, task, event->value, event->time);
	picture_tasks_link(picture->tasks, event);
	write_event(picture, event);
	if (event->what == PICTURE_END)
		picture_tasks_end(picture->tasks, task);
	free(event);
}

static void add_other(struct picture *picture, struct picture_task *task, const struct record *rec,
		      const char *text)
{
	struct picture_event *event = new_event(task, rec);

	picture_event_other(event, text ?: "unknown");
	write_event(picture, event);
	free(event);
}

void picture_add(struct picture *picture, const struct record *rec,
		 const struct syscall_trace_context *who, const char *text)
{
	struct picture_task *task = NULL;

	/* A task that has ended is still scheduled away. It makes no call. */
	if (rec->type == RECORD_OTHER)
		task = picture_tasks_find(picture->tasks, who->tid);
	if (!task)
		task = picture_tasks_get(picture->tasks, who->tid);
	picture_task_name(task, who->comm);
	picture_task_set_pid(task, who->pid);
	switch (rec->type) {
	case RECORD_CALL:
		add_call(picture, task, rec);
		break;
	case RECORD_ENTER:
		add_entry(picture, task, rec);
		break;
	case RECORD_EXIT:
		add_exit(picture, task, rec);
		break;
	case RECORD_TASK:
		add_task_event(picture, task, rec);
		break;
	case RECORD_OTHER:
		add_other(picture, task, rec, text);
		break;
	}
}

void picture_lost_calls(struct picture *picture, const struct record *rec,
			const struct syscall_trace_context *who, unsigned int calls)
{
	struct picture_task *task = picture_tasks_get(picture->tasks, who->tid);
	struct picture_event *event;

	picture_task_name(task, who->comm);
	picture_task_set_pid(task, who->pid);
	event = new_event(task, rec);
	picture_event_lost(event, who->tid, calls);
	write_event(picture, event);
	free(event);
}

void picture_lost(struct picture *picture, int cpu, unsigned long long time, long long missing)
{
	picture->writer->ops->lost(picture->writer, cpu, time, missing);
}

void picture_close(struct picture *picture)
{
	struct picture_task *task;

	for (task = picture_tasks_next(picture->tasks, NULL); task;
	     task = picture_tasks_next(picture->tasks, task))
		give_up_call(picture, task, 0);
	picture->writer->ops->close(picture->writer);
	picture_tasks_free(picture->tasks);
	free(picture);
}
