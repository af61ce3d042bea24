// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records as strace prints what it sees: each line when it happens. A call that is in
 * flight is an open line until somebody else has something to say.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include <linux/syscall_trace.h>
#include <linux/trace_seq.h>

#include "picture.h"
#include "report-error.h"
#include "report-line.h"
#include "sctrace.h"
#include "sctrace-print.h"
#include "sctrace-tasks.h"

#define NSEC_PER_SEC	1000000000ULL

/**
 * struct line - the last line of a file
 * @out: the file
 * @task: whose line it is
 * @is_open: it ends with a call that is in flight
 * @fmt: that call
 * @s: the line
 * @written: how much of it is in the file
 */
struct line {
	FILE				*out;
	struct task			*task;
	bool				is_open;
	struct syscall_trace_fmt	fmt;
	struct trace_seq		s;
	size_t				written;
};

/* What the user sees of the command: not the steps by which sctrace starts it. */
enum command_state { COMMAND_WAITS, COMMAND_RUNS, COMMAND_FAILED };

/**
 * struct printer - the output
 * @source: the records
 * @shared: the line of all tasks
 * @json: the objects
 * @picture: the picture that is made in place of lines, or NULL
 * @command: the process that is the command, 0: there is none
 * @state: how far it is
 * @attached: tasks that are to be announced when the open line is complete
 * @nr_attached: how many
 * @is_gone: nobody reads the output any more
 * @offset: CLOCK_REALTIME minus the clock of records
 * @clock_offset: CLOCK_MONOTONIC minus the clock of records
 * @last: the time of the last line
 * @has_lost: records were lost
 */
static struct {
	struct source		*source;
	struct line		shared;
	struct lines		json;
	struct picture		*picture;
	int			command;
	enum command_state	state;
	int			*attached;
	size_t			nr_attached;
	bool			is_gone;
	long long		offset;
	long long		clock_offset;
	unsigned long long	last;
	bool			has_lost;
} printer;

static const char * const modes[] = { "64 bit", "32 bit", "x32" };

static bool has_lines(void)
{
	return !settings.json && !printer.picture;
}

/* ---------------------------------- files ---------------------------------- */

static void check(const struct line *line, bool failed)
{
	if (!failed || printer.is_gone)
		return;
	/* The user wants to end while the reader of the output is slow. */
	if (errno != EPIPE && errno != EINTR)
		fail("cannot write the output: %s", strerror(errno));
	printer.is_gone = true;
}

/* Writes what the line has. */
static void write_line(struct line *line)
{
	struct trace_seq *s = &line->s;

	if (trace_seq_has_overflowed(s)) {
		s->full = false;
		trace_seq_puts(s, "[LINE TOO BIG]\n");
		line->is_open = false;
	}
	if (s->len > line->written)
		check(line, fwrite(s->buffer + line->written, 1, s->len - line->written,
				   line->out) != s->len - line->written);
	line->written = s->len;
}

static void say_attached(struct line *line)
{
	size_t i;

	fflush(line->out);
	for (i = 0; i < printer.nr_attached; i++)
		fprintf(stderr, "strace: Process %d attached\n", printer.attached[i]);
	printer.nr_attached = 0;
}

static void close_line(struct line *line)
{
	line->is_open = false;
	write_line(line);
	trace_seq_init(&line->s);
	line->written = 0;
	if (printer.nr_attached)
		say_attached(line);
}

/* Somebody else has something to say. */
static void leave_open_line(struct line *line)
{
	if (!line->is_open)
		return;
	trace_seq_puts(&line->s, " <unfinished ...>\n");
	close_line(line);
}

static FILE *open_file(int pid)
{
	char name[4096];
	FILE *file;

	snprintf(name, sizeof(name), pid ? "%s.%d" : "%s", settings.output, pid);
	file = fopen(name, settings.append ? "ae" : "we");
	if (!file)
		fail("cannot open '%s': %s", name, strerror(errno));

	return file;
}

static FILE *open_output(void)
{
	FILE *file;

	if (!settings.output || settings.separate)
		return stderr;
	if (*settings.output != '|' && *settings.output != '!')
		return open_file(0);
	file = popen(settings.output + 1, "we");
	if (!file)
		fail("cannot start '%s': %s", settings.output + 1, strerror(errno));

	return file;
}

static void init_line(struct line *line, FILE *out)
{
	line->out = out;
	trace_seq_init(&line->s);
}

static struct line *line_of(struct task *task)
{
	if (!settings.separate)
		return &printer.shared;
	if (!task->line) {
		task->line = allocate(1, sizeof(*task->line));
		init_line(task->line, open_file(task->pid));
	}

	return task->line;
}

/* ------------------------------ starts of lines ----------------------------- */

static void put_stamp(struct trace_seq *s, unsigned long long time)
{
	unsigned long long real = time + printer.offset;
	time_t sec = real / NSEC_PER_SEC;
	unsigned int usec = real % NSEC_PER_SEC / 1000;
	char text[32];
	struct tm tm;

	if (settings.stamp == STAMP_NONE)
		return;
	if (settings.stamp == STAMP_EPOCH) {
		trace_seq_printf(s, "%lld.%06u", (long long)sec, usec);
	} else {
		strftime(text, sizeof(text), "%T", localtime_r(&sec, &tm));
		trace_seq_puts(s, text);
		if (settings.stamp == STAMP_MICROSECONDS)
			trace_seq_printf(s, ".%06u", usec);
	}
	trace_seq_puts(s, settings.relative ? " (+" : " ");
}

/* Two calls that ran at the same time have no order: then nothing has passed. */
static void put_relative(struct trace_seq *s, unsigned long long time)
{
	unsigned long long passed = printer.last && time > printer.last ? time - printer.last : 0;

	if (!settings.relative)
		return;
	if (time > printer.last)
		printer.last = time;
	trace_seq_printf(s, "%6llu.%06llu%s", passed / NSEC_PER_SEC, passed % NSEC_PER_SEC / 1000,
			 settings.stamp == STAMP_NONE ? " " : ") ");
}

static void put_pid(struct trace_seq *s, const struct task *task)
{
	if (settings.separate)
		return;
	if (settings.pid_column)
		trace_seq_printf(s, "%-5d ", task->pid);
	else if (tasks_alive() > 1)
		trace_seq_printf(s, "[pid %5d] ", task->pid);
}

/* Begins a line of a task. */
static struct line *begin_line(struct task *task, unsigned long long time)
{
	struct line *line = line_of(task);
	struct trace_seq *s = &line->s;

	leave_open_line(line);
	line->task = task;
	put_pid(s, task);
	put_stamp(s, time);
	put_relative(s, time);
	if (settings.numbers)
		trace_seq_printf(s, "[%4d] ", task->nr);

	return line;
}

/* ---------------------------------- calls ---------------------------------- */

static void init_format(struct line *line, struct syscall_trace_fmt *fmt)
{
	unsigned int flags = SYSCALL_TRACE_SHOW_IN_NS;

	if (settings.durations)
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (settings.hex)
		flags |= settings.hex > 1 ? SYSCALL_TRACE_SHOW_HEX : SYSCALL_TRACE_SHOW_BINARY_HEX;
	if (settings.consts == CONST_RAW)
		flags |= SYSCALL_TRACE_SHOW_NUMBERS;
	else if (settings.consts == CONST_VERBOSE)
		flags |= SYSCALL_TRACE_SHOW_BOTH;
	syscall_trace_init_fmt(fmt, &line->s, flags, SYSCALL_TRACE_TEXT_MAX);
	fmt->column = settings.column;
}

/*
 * Is something said on standard error? Without -f, strace has nothing to say of children: so logs
 * and what else the command writes there stay as they are.
 */
static bool says(unsigned int what)
{
	bool is_child_of_log = what == QUIET_ATTACH && settings.output && !settings.follow_to_end;

	return !(settings.quiet & what) && !is_child_of_log && has_lines() && !settings.count;
}

/* The first call of an ABI that is not the one of the last call. */
static void tell_abi(struct task *task, unsigned int abi)
{
	bool is_new = task->abi < 0 ? abi != 0 : (unsigned int)task->abi != abi;
	struct line *line;

	if (abi >= sizeof(modes) / sizeof(modes[0]))
		return;
	task->abi = abi;
	if (!is_new || !says(QUIET_PERSONALITY))
		return;
	line = line_of(task);
	leave_open_line(line);
	fflush(line->out);
	fprintf(stderr, "[ Process PID=%d runs in %s mode. ]\n", task->pid, modes[abi]);
}

/* What the record says of the call, without a text. */
static bool look_at(const struct record *rec, struct syscall_trace_fmt *fmt)
{
	struct syscall_trace_record call = call_record(rec);
	static struct trace_seq nowhere;

	syscall_trace_init_fmt(fmt, &nowhere, 0, SYSCALL_TRACE_TEXT_MAX);

	return syscall_trace_load(fmt, &call);
}

static void show_whole(struct task *task, const struct record *rec, unsigned long long begun)
{
	struct syscall_trace_record call = call_record(rec);
	struct line *line = begin_line(task, begun);

	init_format(line, &line->fmt);
	syscall_trace_show_call(&line->fmt, &call);
	close_line(line);
	task->call = NULL;
}

static void show_entry(struct task *task, const struct record *rec, unsigned long long begun)
{
	struct syscall_trace_record call = call_record(rec);
	struct line *line = begin_line(task, begun);

	init_format(line, &line->fmt);
	if (!syscall_trace_show_enter(&line->fmt, &call)) {
		close_line(line);
		return;
	}
	/* Times are those of the call, wherever the record was made. */
	line->fmt.begin_time = 0;
	line->is_open = true;
	task->call = line->fmt.name ?: "syscall";
	task->is_split = line->fmt.head.flags & SYSCALL_TRACE_HEAD_SPLIT;
	write_line(line);
}

static void show_exit(struct task *task, const struct record *rec)
{
	struct syscall_trace_record call = call_record(rec);
	struct line *line = line_of(task);

	if (line->is_open && line->task == task && syscall_trace_exit_fits(&line->fmt) &&
	    syscall_trace_is_exit_of(&line->fmt, &call)) {
		syscall_trace_show_exit(&line->fmt, &call);
	} else {
		line = begin_line(task, rec->time);
		init_format(line, &line->fmt);
		syscall_trace_show_resumed(&line->fmt, &call);
	}
	close_line(line);
	task->call = NULL;
}

/* Should the user see a call of the command? Before it is the program, its calls are ours. */
static bool is_hidden(const struct record *rec, const struct syscall_trace_fmt *fmt)
{
	bool is_exec = fmt->name && !strncmp(fmt->name, "execve", 6);

	if (rec->pid != printer.command || printer.state == COMMAND_RUNS)
		return false;
	if (printer.state == COMMAND_FAILED || !is_exec)
		return true;
	if (rec->type == RECORD_CALL && syscall_trace_failed(fmt))
		printer.state = COMMAND_FAILED;

	return false;
}

/* @seen: what the record says; NULL: it is malformed */
static void print_call(struct task *task, const struct record *rec,
		       const struct syscall_trace_fmt *seen)
{
	unsigned long long begun = rec->time;

	if (seen) {
		tell_abi(task, seen->abi);
		task->nr = seen->nr;
		begun = seen->entry_time ?: begun;
	}
	/* What a new task returns from is its parent's call. */
	if (task->is_new && rec->type == RECORD_EXIT) {
		task->is_new = false;
		return;
	}
	task->is_new = false;
	if (rec->type == RECORD_CALL)
		show_whole(task, rec, begun);
	else if (rec->type == RECORD_ENTER)
		show_entry(task, rec, begun);
	else
		show_exit(task, rec);
}

/* ---------------------------------- tasks ---------------------------------- */

/* The call that a task is in never returns. */
static void end_call(struct task *task, unsigned long long time)
{
	struct line *line;

	if (!task->call || !has_lines())
		return;
	line = line_of(task);
	if (!line->is_open || line->task != task) {
		line = begin_line(task, time);
		init_format(line, &line->fmt);
		trace_seq_printf(&line->s, "<... %s resumed>", task->call);
	}
	if (task->is_split)
		trace_seq_puts(&line->s, " <unfinished ...>");
	syscall_trace_show_no_result(&line->fmt);
	close_line(line);
	task->call = NULL;
}

static void forget(struct task *task)
{
	if (task->line) {
		check(task->line, fclose(task->line->out));
		free(task->line);
	}
	if (printer.shared.task == task)
		printer.shared.task = NULL;
	task_end(task);
}

static void add_attached(int pid)
{
	printer.attached = reallocarray(printer.attached, printer.nr_attached + 1,
					sizeof(*printer.attached));
	if (!printer.attached)
		fail("not enough memory");
	printer.attached[printer.nr_attached++] = pid;
}

static void attach_child(const struct task *parent, int pid, bool is_thread)
{
	struct task *task;

	/* It may be known already: its first record may have been made on another CPU before. */
	if (!settings.follow && !settings.all)
		return;
	task = task_find(pid);
	if (!task) {
		task = task_get(pid);
		task->is_new = true;
	}
	task->tgid = is_thread ? parent->tgid : pid;
	memcpy(task->comm, parent->comm, sizeof(task->comm));
	if (!says(QUIET_ATTACH))
		return;
	add_attached(pid);
	if (!printer.shared.is_open)
		say_attached(&printer.shared);
}

static void print_event_line(struct task *task, const struct record *rec,
			     const struct syscall_trace_task_event *event)
{
	struct line *line = begin_line(task, rec->time);

	init_format(line, &line->fmt);
	syscall_trace_show_task(&line->fmt, event);
	close_line(line);
}

/* A thread has executed a program, and goes on under the number of its process. */
static void tell_superseded(struct task *task, int old, const struct record *rec)
{
	struct line *line;

	if (!says(QUIET_THREAD_EXECVE))
		return;
	line = begin_line(task, rec->time);
	trace_seq_printf(&line->s, "+++ superseded by execve in pid %d +++\n", old);
	close_line(line);
}

static void leave_superseded(struct task *task, struct task *old)
{
	struct line *line = line_of(old);

	if (!line->is_open || line->task != old)
		return;
	trace_seq_printf(&line->s, " <pid changed to %d ...>\n", task->pid);
	close_line(line);
}

static void take_over(struct task *task, const struct syscall_trace_task_event *event,
		      const struct record *rec)
{
	const char *file = event->info, *name;
	struct task *old;
	size_t len = strnlen(file, event->size);

	if (task->pid == printer.command && printer.state == COMMAND_WAITS)
		printer.state = COMMAND_RUNS;
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

/* Does a task end its process? */
static bool ends_process(const struct task *task, int status)
{
	return WIFSIGNALED(status) || (task->call && !strcmp(task->call, "exit_group"));
}

/* As a parent sees it, the first task of a process ends with the last one. */
static void end_task(struct task *task, const struct record *rec,
		     const struct syscall_trace_task_event *event)
{
	struct task *leader = task_find(task->tgid);

	if (leader && leader->has_ended && ends_process(task, event->value))
		leader->status = event->value;
	end_call(task, rec->time);
	if (leader == task && task_has_threads(task)) {
		task->has_ended = true;
		task->status = event->value;
		return;
	}
	print_end_of_task(task, rec, event->value);
	if (leader && leader != task && leader->has_ended && !task_has_threads(leader))
		print_end_of_task(leader, rec, leader->status);
}

static void print_task_event(struct task *task, const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);

	switch (event.what) {
	case SYSCALL_TRACE_EVENT_SIGNAL:
		if (has_lines() && !settings.count && choice_shows_signal(event.value))
			print_event_line(task, rec, &event);
		break;
	case SYSCALL_TRACE_EVENT_FORK:
	case SYSCALL_TRACE_EVENT_THREAD:
		attach_child(task, event.value, event.what == SYSCALL_TRACE_EVENT_THREAD);
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		take_over(task, &event, rec);
		break;
	case SYSCALL_TRACE_EVENT_END:
		end_task(task, rec, &event);
		break;
	}
}

/* Says that records are missing, at the place where they are missing. */
static void print_missing(const struct record *rec)
{
	struct line *line = &printer.shared;

	printer.has_lost = true;
	if (settings.separate)
		return;
	leave_open_line(line);
	if (rec->missing > 0)
		trace_seq_printf(&line->s, "+++ %lld records of CPU %d were lost +++\n",
				 rec->missing, rec->cpu);
	else
		trace_seq_printf(&line->s, "+++ records of CPU %d were lost +++\n", rec->cpu);
	close_line(line);
}

/* ------------------------------- JSON and pictures --------------------------- */

static void leave(struct lines *lines, int cpu)
{
	source_advance(printer.source, cpu);
}

static const struct record *peek(struct lines *lines, int cpu)
{
	return source_peek(printer.source, cpu);
}

/* Prints a record in place of a line, and goes on behind it. @task: what was known before */
static void print_otherwise(const struct task *task, const struct record *rec)
{
	const struct syscall_trace_context context = {
		.time	= rec->time,
		.cpu	= rec->cpu,
		.comm	= task->comm,
		.pid	= task->tgid,
		.tid	= rec->pid,
	};
	struct trace_seq *s = &printer.json.s;

	printer.has_lost = printer.has_lost || rec->missing;
	if (printer.picture) {
		if (rec->missing)
			picture_lost(printer.picture, rec->cpu, rec->time, rec->missing);
		picture_add(printer.picture, rec, &context, NULL);
		source_advance(printer.source, rec->cpu);
		return;
	}
	trace_seq_init(s);
	if (rec->missing)
		lines_print_lost(&printer.json, rec->cpu, rec->missing);
	lines_print_record(&printer.json, rec, &context);
	check(&printer.shared, fwrite(s->buffer, 1, s->len, printer.shared.out) != s->len);
}

/* ---------------------------------- all of it -------------------------------- */

void print_begin(struct source *source, int command)
{
	printer.source = source;
	printer.command = command;
	printer.json.in_ns = true;
	printer.json.leave = leave;
	printer.json.peek = peek;
	printer.clock_offset = instance_clock_offset();
	option_set(OPTION_JSON, settings.json);
	option_set(OPTION_TIME, true);
	init_line(&printer.shared, open_output());
	if (settings.picture)
		printer.picture = picture_open(settings.picture_kind, settings.picture,
					       SYSCALL_TRACE_SHOW_IN_NS);
}

void print_attached(int pid, int tgid, const char *comm)
{
	struct task *task = task_get(pid);

	task->tgid = tgid;
	snprintf(task->comm, sizeof(task->comm), "%s", comm);
}

void print_record(const struct record *rec)
{
	struct task *task = task_get(rec->pid), copy = *task;
	struct syscall_trace_fmt fmt;
	int cpu = rec->cpu;
	bool hidden;

	if (rec->missing && has_lines())
		print_missing(rec);
	if (rec->type == RECORD_OTHER) {
		source_advance(printer.source, cpu);
		return;
	}
	if (rec->type == RECORD_TASK) {
		print_task_event(task, rec);
		hidden = false;
	} else {
		bool valid = look_at(rec, &fmt);

		hidden = is_hidden(rec, &fmt);
		if (!hidden && has_lines())
			print_call(task, rec, valid ? &fmt : NULL);
	}
	if (!has_lines() && !hidden)
		print_otherwise(&copy, rec);
	else
		source_advance(printer.source, cpu);
}

bool print_flush(void)
{
	struct timespec real, mono;

	clock_gettime(CLOCK_REALTIME, &real);
	clock_gettime(CLOCK_MONOTONIC, &mono);
	printer.offset = (real.tv_sec - mono.tv_sec) * (long long)NSEC_PER_SEC +
			 real.tv_nsec - mono.tv_nsec + printer.clock_offset;
	check(&printer.shared, fflush(printer.shared.out));

	return !printer.is_gone;
}

FILE *print_file(void)
{
	return printer.shared.out;
}

void print_end(void)
{
	struct line *line = &printer.shared;

	if (line->is_open) {
		trace_seq_puts(&line->s, " <unfinished ...>\n");
		close_line(line);
	}
	if (printer.picture)
		picture_close(printer.picture);
	fflush(line->out);
	if (settings.output && (*settings.output == '|' || *settings.output == '!'))
		pclose(line->out);
	else if (line->out != stderr)
		check(line, fclose(line->out));
	line->out = NULL;
}

bool print_has_lost(void)
{
	return printer.has_lost;
}
