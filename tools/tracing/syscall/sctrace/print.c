// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records as strace prints what it sees, each when it happens, or makes objects or a picture
 * of them.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/trace_seq.h>

#include "format/gap.h"
#include "shared/error.h"
#include "picture/picture.h"
#include "lines/gaps.h"
#include "lines/line.h"
#include "records/source.h"
#include "call.h"
#include "choice.h"
#include "clock.h"
#include "command.h"
#include "line.h"
#include "namespace.h"
#include "print.h"
#include "settings.h"
#include "tasks.h"

#define NSEC_PER_SEC	1000000000ULL

/**
 * struct printer - the output
 * @source: the records
 * @json: the objects
 * @picture: the picture that is made in place of lines, or NULL
 * @command: the process that is the command, 0: there is none
 * @state: how far it is
 * @has_lost: records were lost
 * @gaps: which calls are missing
 * @lost_calls: how many are, as far as that is known
 * @names_time: up to when changes of names are known, by CLOCK_MONOTONIC
 */
static struct {
	struct source		*source;
	struct lines		json;
	struct picture		*picture;
	int			command;
	enum command_state	state;
	bool			has_lost;
	struct gaps		*gaps;
	unsigned long long	lost_calls;
	unsigned long long	names_time;
} printer;

/* A record with the numbers that tasks have in this pid namespace. */
static struct record with_numbers(const struct record *recorded)
{
	struct record rec = *recorded;
	struct syscall_trace_task_event event;

	rec.pid = namespace_from_kernel(recorded->pid);
	if (rec.type != RECORD_TASK)
		return rec;
	event = task_record(recorded);
	if (event.what == SYSCALL_TRACE_EVENT_FORK || event.what == SYSCALL_TRACE_EVENT_THREAD ||
	    event.what == SYSCALL_TRACE_EVENT_EXEC)
		rec.other = namespace_from_kernel(event.value);

	return rec;
}

/* What the record says of the call, without a text. */
static bool look_at(const struct record *rec, struct syscall_trace_fmt *fmt)
{
	struct syscall_trace_record call = call_record(rec);
	static struct trace_seq nowhere;

	syscall_trace_init_fmt(fmt, &nowhere, 0, SYSCALL_TRACE_TEXT_MAX);

	return syscall_trace_load(fmt, &call);
}

static bool is_exec(const struct syscall_trace_fmt *fmt)
{
	return fmt->name && !strncmp(fmt->name, "execve", 6);
}

/* Should the user see a call of the command? Before it is the program, its calls are ours. */
static bool is_hidden(const struct record *rec, const struct syscall_trace_fmt *fmt)
{
	if (rec->pid != printer.command || printer.state == COMMAND_RUNS)
		return false;
	if (printer.state == COMMAND_FAILED || !is_exec(fmt))
		return true;
	if (rec->type == RECORD_CALL && syscall_trace_failed(fmt))
		printer.state = COMMAND_FAILED;

	return false;
}

/* Calls that this program makes for the command: it closes two files and waits */
#define OWN_CALLS	3

/*
 * The record by which the command has begun may be lost. Then another one tells that it has: more
 * calls are missing before than it makes until then, or it is of one that it does not make. @seen:
 * what the record of a call says; NULL: it is of something else, or malformed
 */
static void ask_command(const struct record *rec, const struct syscall_trace_fmt *seen,
			unsigned int missing)
{
	bool is_own;

	if (rec->pid != printer.command || printer.state != COMMAND_WAITS)
		return;
	is_own = !seen || !seen->name || is_exec(seen) ||
		 command_waits_by(seen->name, rec->type == RECORD_EXIT ? NULL : seen->args);
	if (!is_own || syscall_trace_lost_calls(missing) > OWN_CALLS)
		printer.state = command_state();
}

/* The command is the program from now on. */
static void note_exec(const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);

	if (event.what == SYSCALL_TRACE_EVENT_EXEC && rec->pid == printer.command &&
	    printer.state == COMMAND_WAITS)
		printer.state = COMMAND_RUNS;
}

/* ---------------------------------- losses --------------------------------- */

/* Says that records are missing, at the place where they are missing. */
static void print_missing_line(const struct record *rec)
{
	struct line *line = line_shared();

	if (settings.separate)
		return;
	line_leave_open(line);
	if (rec->missing > 0)
		trace_seq_printf(&line->s, "+++ %lld records of CPU %d were lost +++\n",
				 rec->missing, rec->cpu);
	else
		trace_seq_printf(&line->s, "+++ records of CPU %d were lost +++\n", rec->cpu);
	line_close(line);
}

/* ------------------------------- JSON and pictures --------------------------- */

static void leave(struct lines *lines, int cpu)
{
	source_advance(printer.source, cpu);
}

static const struct record *peek(struct lines *lines, int cpu)
{
	const struct record *recorded = source_peek(printer.source, cpu);
	static struct record rec;

	if (!recorded)
		return NULL;
	rec = with_numbers(recorded);

	return &rec;
}

/* The exit is printed with its entry. The kernel counts calls by its own numbers. */
static void join(struct lines *lines, const struct record *rec)
{
	gaps_find(printer.gaps, source_peek(printer.source, rec->cpu));
}

static void begin_object(struct trace_seq *s)
{
	static char text[TRACE_SEQ_LONG_SIZE];

	trace_seq_init_in(s, text, sizeof(text));
}

/*
 * What the task was called. Of what it did until names were read, they tell, by the kernel's
 * numbers.
 */
static const char *comm_of(const struct task *task, const struct record *recorded)
{
	const char *comm;

	if (recorded->time + clock_offset() >= printer.names_time) {
		source_forget_names(printer.source);
		printer.names_time = now();
	}
	comm = source_changed_comm(printer.source, recorded->pid, recorded->time);
	if (comm)
		return comm;

	return task ? task->comm : "";
}

static void note_comm(struct task *task, const char *comm)
{
	if (comm != task->comm)
		snprintf(task->comm, sizeof(task->comm), "%s", comm);
}

/* The task that a record is about, which may be a new one. */
static struct task *task_of(const struct record *rec)
{
	struct task *task = task_get(rec->pid);

	if (!task->begin)
		task->begin = rec->time;

	return task;
}

/* Prints a record in place of a line, and goes on behind it. @task: what was known before */
static void print_otherwise(const struct task *task, const struct record *rec,
			    const struct record *recorded)
{
	const struct syscall_trace_context context = {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= comm_of(task, recorded),
		.pid	= task->tgid,
		.tid	= rec->pid,
	};
	struct trace_seq *s = &printer.json.s;

	if (printer.picture) {
		picture_add(printer.picture, rec, &context, NULL);
		source_advance(printer.source, rec->cpu);
		return;
	}
	begin_object(s);
	lines_print_record(&printer.json, rec, &context);
	lines_put(s);
}

static void print_missing_object(const struct record *rec)
{
	struct trace_seq *s = &printer.json.s;

	begin_object(s);
	lines_print_lost(&printer.json, rec->cpu, rec->missing);
	lines_put(s);
}

/* Records are missing before this one. */
static void print_missing(const struct record *rec)
{
	printer.has_lost = true;
	if (printer.picture)
		picture_lost(printer.picture, rec->cpu, rec->time, rec->missing);
	else if (settings.json)
		print_missing_object(rec);
	else
		print_missing_line(rec);
}

/* ---------------------------------- all of it -------------------------------- */

void print_begin(struct source *source, int command)
{
	printer.source = source;
	printer.command = command;
	printer.gaps = gaps_open(true);
	printer.json.in_ns = true;
	printer.json.is_whole = true;
	printer.json.leave = leave;
	printer.json.peek = peek;
	printer.json.join = join;
	option_set(OPTION_JSON, settings.json);
	option_set(OPTION_TIME, true);
	lines_begin();
	/* If that fails, the command does not begin. */
	if (settings.separate && command && has_lines())
		line_of(task_get(command));
	if (settings.picture)
		printer.picture = picture_open(settings.picture_kind, settings.picture,
					       SYSCALL_TRACE_SHOW_IN_NS);
}

void print_attached(int pid, int tgid, const char *comm)
{
	struct task *task = task_get(pid);

	task_set_tgid(task, tgid);
	note_comm(task, comm);
}

/*
 * Says that calls of a task are missing. It may have ended: then it does not come back for that,
 * unless it needs a file of its own.
 */
static void print_lost_calls(const struct record *rec, const struct record *recorded,
			     unsigned int calls)
{
	struct task *task = settings.separate && has_lines() ? task_of(rec) :
							       task_find(rec->pid);
	const struct syscall_trace_context context = {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= comm_of(task, recorded),
		.pid	= task ? task->tgid : 0,
		.tid	= rec->pid,
	};
	/* Of a task that has ended, or not been seen yet, the number is known. */
	static struct task unknown;
	const struct occasion occasion = {
		.rec = rec, .task = task ?: &unknown, .time = rec->time,
	};
	struct trace_seq *s = &printer.json.s;
	struct syscall_trace_fmt fmt;
	struct line *line;

	printer.lost_calls += syscall_trace_lost_calls(calls);
	if (printer.picture) {
		picture_lost_calls(printer.picture, rec, &context, calls);
	} else if (settings.json) {
		begin_object(s);
		lines_print_lost_calls(&printer.json, rec, calls, &context);
		lines_put(s);
	} else {
		unknown = (struct task) { .pid = rec->pid, .abi = -1 };
		line = line_begin(&occasion);
		line_init_format(line, &fmt);
		syscall_trace_print_lost_line(&fmt, rec->pid, calls);
		line_close(line);
	}
}

/*
 * Finds whether calls are missing before a record, of those that are not sctrace's own. The kernel
 * counts calls by its own numbers.
 */
static void find_lost_calls(const struct record *rec, const struct record *recorded,
			    const struct syscall_trace_fmt *seen)
{
	unsigned int calls = gaps_find(printer.gaps, recorded);
	struct task *task = calls ? task_find(rec->pid) : NULL;

	ask_command(rec, seen, calls);
	/* What is told late may be of a task that had the pid before. */
	if (task && !gaps_is_late(recorded))
		call_miss(task);
	if (calls && !(rec->pid == printer.command && printer.state == COMMAND_WAITS))
		print_lost_calls(rec, recorded, calls);
}

/* @seen: what the record says; NULL: it is malformed */
static void print_call(struct task *task, const struct record *rec,
		       const struct syscall_trace_fmt *seen)
{
	struct occasion occasion = { .rec = rec, .task = task, .seen = seen, .time = rec->time };

	/* What resumes a call is about its end. */
	if (seen && rec->type != RECORD_EXIT && seen->entry_time)
		occasion.time = seen->entry_time;
	call_print(&occasion);
}

/* Is it a signal that the user does not want to see? */
static bool is_unwanted(const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);

	return event.what == SYSCALL_TRACE_EVENT_SIGNAL && !choice_shows_signal(event.value);
}

void print_record(const struct record *recorded)
{
	const struct record here = with_numbers(recorded), *rec = &here;
	bool is_call = rec->type != RECORD_TASK && rec->type != RECORD_OTHER;
	const struct syscall_trace_fmt *seen = NULL;
	struct syscall_trace_fmt fmt;
	struct task *task, copy;
	int cpu = rec->cpu;
	bool hidden;

	if (is_call && look_at(rec, &fmt))
		seen = &fmt;
	if (rec->missing)
		print_missing(rec);
	find_lost_calls(rec, recorded, seen);
	/* It may be of anybody. */
	if (rec->type == RECORD_OTHER || gaps_only_count(rec)) {
		source_advance(printer.source, cpu);
		return;
	}
	task = task_of(rec);
	/* A child gets the name that its parent has now. */
	if (rec->type == RECORD_TASK && !has_lines())
		note_comm(task, comm_of(task, recorded));
	copy = *task;
	if (rec->type == RECORD_TASK) {
		note_exec(rec);
		event_print(task, rec);
		hidden = is_unwanted(rec);
	} else {
		hidden = is_hidden(rec, &fmt);
		if (!hidden && has_lines())
			print_call(task, rec, seen);
	}
	if (!has_lines() && !hidden)
		print_otherwise(&copy, rec, recorded);
	else
		source_advance(printer.source, cpu);
}

void print_set_clock(void)
{
	struct timespec real, mono;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	columns_set_clock((real.tv_sec - mono.tv_sec) * (long long)NSEC_PER_SEC +
			  real.tv_nsec - mono.tv_nsec + clock_offset());
}

bool print_flush(void)
{
	return lines_flush(now());
}

FILE *print_file(void)
{
	return line_shared()->out;
}

void print_last(void)
{
	events_finish();
	line_leave_open(line_shared());
}

void print_end(void)
{
	if (printer.picture)
		picture_close(printer.picture);
	lines_finish();
	if (gaps_have_forgotten(printer.gaps))
		complain("there were more tasks at a time than can be remembered: calls may be missing without being told of");
	gaps_close(printer.gaps);
}

unsigned long long print_lost(void)
{
	return printer.lost_calls;
}

bool print_has_lost(void)
{
	return printer.has_lost;
}
