// SPDX-License-Identifier: GPL-2.0
/*
 * Prints what happens to tasks besides calls, and keeps the list of tasks by it.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "shared/error.h"
#include "lines/line.h"
#include "records/source.h"
#include "call.h"
#include "choice.h"
#include "clock.h"
#include "line.h"
#include "proc.h"
#include "settings.h"
#include "tasks.h"

/* How many tasks events_forget_missed() asks /proc for */
#define ASKED	1000

static struct occasion occasion_of(struct task *task, const struct record *rec)
{
	return (struct occasion) { .rec = rec, .task = task, .time = rec->time };
}

static void forget(struct task *task)
{
	line_forget(task);
	task_end(task);
}

static void print_event_line(struct task *task, const struct record *rec,
			     const struct syscall_trace_task_event *event)
{
	const struct occasion occasion = occasion_of(task, rec);
	struct line *line = line_begin(&occasion);

	line_init_format(line, &line->fmt);
	syscall_trace_print_task_line(&line->fmt, event);
	line_close(line);
}

/* A thread has executed a program, and goes on under the number of its process. */
static void tell_superseded(struct task *task, int old, const struct record *rec)
{
	const struct occasion occasion = occasion_of(task, rec);
	struct line *line;

	if (!says(QUIET_THREAD_EXECVE))
		return;
	line = line_begin(&occasion);
	trace_seq_printf(&line->s, "+++ superseded by execve in pid %d +++\n", old);
	line_close(line);
}

static void leave_superseded(struct task *task, struct task *old)
{
	struct line *line = line_of(old);

	if (!line->is_open || line->task != old)
		return;
	trace_seq_printf(&line->s, " <pid changed to %d ...>\n", task->pid);
	line_close(line);
}

static void take_over(struct task *task, const struct syscall_trace_task_event *event,
		      const struct record *rec)
{
	const char *file = event->info, *name;
	struct task *old;
	size_t len = strnlen(file, event->size);

	name = memrchr(file, '/', len);
	name = name ? name + 1 : file;
	snprintf(task->comm, sizeof(task->comm), "%.*s", (int)(file + len - name), name);
	old = task_find(event->value);
	if (!old || old == task)
		return;
	/* The first task has ended for the thread. */
	task->has_ended = false;
	leave_superseded(task, old);
	tell_superseded(task, old->pid, rec);
	task->call = old->call;
	task->is_split = old->is_split;
	forget(old);
}

static void print_end_of_task(struct task *task, const struct record *rec, int status)
{
	const struct syscall_trace_task_event event = {
		.what	= SYSCALL_TRACE_EVENT_END,
		.value	= status,
	};

	if (has_lines() && !settings.count && !(settings.quiet & QUIET_EXIT))
		print_event_line(task, rec, &event);
	forget(task);
}

/* The end of a process is recorded, but not that of each of its threads. */
static void print_kept_end(struct task *task)
{
	const struct record rec = {
		.pid = task->pid, .cpu = task->end_cpu, .time = task->end_time,
	};

	print_end_of_task(task, &rec, task->status);
}

/* Of each process in settings.pids: it was forgotten, and its end was not recorded. */
static bool *missed;

static void note_missed(int pid)
{
	size_t i;

	if (!missed)
		missed = allocate(settings.nr_pids + 1, sizeof(*missed));
	for (i = 0; i < settings.nr_pids; i++)
		missed[i] |= settings.pids[i] == pid;
}

/**
 * events_missed_end - was a process forgotten whose end was not recorded?
 * @pid: one of settings.pids
 */
bool events_missed_end(int pid)
{
	size_t i;

	for (i = 0; missed && i < settings.nr_pids; i++) {
		if (settings.pids[i] == pid)
			return missed[i];
	}

	return false;
}

static void end_missed(struct task *task)
{
	if (task->has_ended && task->is_final) {
		print_kept_end(task);
		return;
	}
	note_missed(task->pid);
	forget(task);
}

static void attach_child(const struct task *parent, const struct record *rec, int pid,
			 bool is_thread)
{
	struct task *task;

	if (!settings.follow && !settings.all)
		return;
	task = task_find(pid);
	/*
	 * It may be known already: its first record may have been made on another CPU before. If it
	 * was known for longer, that was a task whose end is missing, and which has left its number.
	 */
	if (task && task != parent && task->begin + LATE < rec->time) {
		end_missed(task);
		task = NULL;
	}
	if (!task) {
		task = task_get(pid);
		task->begin = rec->time;
		task->is_new = true;
	}
	task_set_tgid(task, is_thread ? parent->tgid : pid);
	memcpy(task->comm, parent->comm, sizeof(task->comm));
	if (!says(QUIET_ATTACH))
		return;
	line_say_attached(pid);
}

static void forget_missed(struct task *task)
{
	/* The number of a task outside of the pid namespace is not that of /proc. */
	if (task->pid < 0 || (task->has_ended && task_has_threads(task)))
		return;
	if (proc_runs(task->pid))
		task->is_missed = false;
	else if (!task->is_missed)
		task->is_missed = true;
	else
		end_missed(task);
}

/**
 * events_forget_missed - forget tasks whose end is not recorded
 *
 * The records of ends may be lost, and tasks that a name, a user or a cgroup chooses may leave the
 * choice before they end. Their numbers may be those of others later. To be called now and then,
 * when all that was recorded before the last time has been printed. As nothing is read meanwhile,
 * only some are asked for each time.
 */
void events_forget_missed(void)
{
	/* A rescue shell may be without it. */
	if (!proc_is_ours())
		return;
	tasks_visit_some(forget_missed, ASKED);
}

/*
 * Of tasks outside of the pid namespace, /proc does not say whether they run. How a process has ended
 * is not known if another thread may have ended it.
 */
static void finish(struct task *task)
{
	if (task->pid > 0 && task->has_ended && task->is_final && !task_threads_run(task))
		print_kept_end(task);
}

/**
 * events_finish - tell of ends that are recorded, and waited for ends of threads
 *
 * To be called when all records have been printed.
 */
void events_finish(void)
{
	tasks_visit(finish);
}

/* Does a task end its process? */
static bool ends_process(const struct task *task, int status)
{
	return WIFSIGNALED(status) || (task->call && !strcmp(task->call, "exit_group"));
}

/* As a parent sees it, the first task of a process ends with the last one. */
static void end_task(struct task *task, const struct record *rec,
		     const struct syscall_trace_task_event *event)
{
	const struct occasion occasion = occasion_of(task, rec);
	struct task *leader = task_find(task->tgid);
	bool is_final = ends_process(task, event->value);

	if (leader && leader->has_ended && is_final) {
		leader->status = event->value;
		leader->is_final = true;
	}
	call_end(&occasion);
	if (leader == task && task_has_threads(task)) {
		task->has_ended = true;
		task->status = event->value;
		task->is_final = is_final;
		task->end_time = rec->time;
		task->end_cpu = rec->cpu;
		return;
	}
	print_end_of_task(task, rec, event->value);
	if (leader && leader != task && leader->has_ended && !task_has_threads(leader))
		print_end_of_task(leader, rec, leader->status);
}

/**
 * event_print - print what has happened to a task
 * @task: the task, which may be gone then
 * @rec: the record of the event
 */
void event_print(struct task *task, const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);

	switch (event.what) {
	case SYSCALL_TRACE_EVENT_SIGNAL:
		if (has_lines() && !settings.count && choice_shows_signal(event.value))
			print_event_line(task, rec, &event);
		break;
	case SYSCALL_TRACE_EVENT_FORK:
	case SYSCALL_TRACE_EVENT_THREAD:
		attach_child(task, rec, event.value, event.what == SYSCALL_TRACE_EVENT_THREAD);
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		take_over(task, &event, rec);
		break;
	case SYSCALL_TRACE_EVENT_END:
		end_task(task, rec, &event);
		break;
	}
}
