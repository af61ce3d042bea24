// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the output. A call that is in flight is an open line until somebody else has something
 * to say.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "shared/patience.h"
#include "line.h"
#include "output.h"
#include "settings.h"
#include "tasks.h"

#define NSEC_PER_MSEC	1000000ULL
/* How long the line of a call in flight may wait for its end, where others write, too */
#define LONGEST_WAIT	(100 * NSEC_PER_MSEC)

/**
 * struct output - where lines go
 * @shared: the line of all tasks
 * @attached: tasks that are to be announced when the open line is complete
 * @nr_attached: how many
 * @is_gone: nobody reads the output any more: nothing is written
 * @is_left: who reads it stands still, and is not waited for
 * @is_shared: the command writes there, too: lines must come as a whole
 */
static struct {
	struct line	shared;
	int		*attached;
	size_t		nr_attached;
	bool		is_gone;
	bool		is_left;
	bool		is_shared;
} output;

/**
 * has_lines - are there lines, and not something in their place?
 */
bool has_lines(void)
{
	return !settings.json && !settings.picture;
}

/**
 * says - is something said on standard error?
 * @what: QUIET_*
 *
 * Without -f, strace has nothing to say of children: so logs and what else the command writes there
 * stay as they are.
 */
bool says(unsigned int what)
{
	bool is_child_of_log = what == QUIET_ATTACH && settings.output && !settings.follow_to_end;

	return !(settings.quiet & what) && !is_child_of_log && has_lines() && !settings.count;
}

/* ---------------------------------- files ---------------------------------- */

/*
 * The user wants to end, and whoever reads the output stands still: nothing waits for that any
 * more, and on standard error nobody can be told if it is the same.
 */
static void leave_reader(void)
{
	output.is_left = true;
	if (settings.output)
		complain("'%s' stands still: the rest of the trace is lost",
			 output_is_read() ? settings.output + 1 : settings.output);
}

static void check(bool failed)
{
	if (!failed || output.is_gone)
		return;
	if (errno != EPIPE && errno != EINTR)
		fail("cannot write the output: %s", strerror(errno));
	output.is_gone = true;
	if (errno == EINTR)
		leave_reader();
	else if (output_is_read())
		complain("'%s' reads no more: the rest of the trace is lost", settings.output + 1);
}

/* Does something go there besides what is said, which nobody needs? */
static bool has_shared(void)
{
	return settings.json || settings.count || settings.count_too ||
	       !(settings.separate || settings.picture);
}

/* Standard error has no buffer, so nothing is left of what could not be written there. */
static void check_shared(void)
{
	FILE *out = output.shared.out;
	bool failed = fflush(out) || ferror(out);

	if (!failed || !has_shared())
		return;
	errno = patient_error(out);
	check(true);
}

/**
 * line_write - write what a line has
 * @line: the line, which stays if it has to come as a whole
 */
void line_write(struct line *line)
{
	struct trace_seq *s = &line->s;

	if (trace_seq_has_overflowed(s)) {
		s->full = false;
		trace_seq_puts(s, "[LINE TOO BIG]\n");
		line->is_open = false;
	}
	if (line->is_open && output.is_shared)
		return;
	if (s->len > line->written && !output.is_gone)
		check(fwrite(s->buffer + line->written, 1, s->len - line->written, line->out) !=
		      s->len - line->written);
	line->written = s->len;
}

/**
 * line_flush - let lines be there before something else is said
 * @line: the last line
 */
void line_flush(struct line *line)
{
	check(fflush(line->out));
}

static void say_attached(struct line *line)
{
	size_t i;

	line_flush(line);
	for (i = 0; i < output.nr_attached; i++)
		fprintf(stderr, "strace: Process %d attached\n", output.attached[i]);
	output.nr_attached = 0;
}

/**
 * line_say_attached - say on standard error that a task is attached
 * @pid: the task
 *
 * If a line is open, it is said when that is complete.
 */
void line_say_attached(int pid)
{
	output.attached = reallocarray(output.attached, output.nr_attached + 1,
				       sizeof(*output.attached));
	if (!output.attached)
		fail("not enough memory");
	output.attached[output.nr_attached++] = pid;
	if (!output.shared.is_open)
		say_attached(&output.shared);
}

/**
 * line_close - end a line with what it has
 * @line: the line
 */
void line_close(struct line *line)
{
	line->is_open = false;
	line_write(line);
	trace_seq_init_in(&line->s, line->text, TRACE_SEQ_LONG_SIZE);
	line->written = 0;
	if (output.nr_attached)
		say_attached(line);
}

/**
 * line_leave_open - say that a call is unfinished, because somebody else has something to say
 * @line: the line, which may have no call in flight
 */
void line_leave_open(struct line *line)
{
	if (!line->is_open)
		return;
	trace_seq_puts(&line->s, " <unfinished ...>\n");
	line_close(line);
}

static void init_line(struct line *line, FILE *out)
{
	line->out = out;
	/* Most lines use a small part, and only what has been used takes memory. */
	line->text = malloc(TRACE_SEQ_LONG_SIZE);
	if (!line->text)
		fail("not enough memory");
	trace_seq_init_in(&line->s, line->text, TRACE_SEQ_LONG_SIZE);
}

/**
 * line_shared - find the line of all tasks
 *
 * Returns the line. Its file is that of the output as a whole.
 */
struct line *line_shared(void)
{
	return &output.shared;
}

/**
 * line_of - find the line of a task
 * @task: the task
 *
 * Returns the line, whose file is open until the next one is asked for.
 */
struct line *line_of(struct task *task)
{
	if (!settings.separate)
		return &output.shared;
	if (!task->line) {
		task->line = allocate(1, sizeof(*task->line));
		init_line(task->line, NULL);
		task->line->file = task_file_new(task->pid);
	}
	task->line->out = task_file_use(task->line->file);

	return task->line;
}

/**
 * line_forget - close the file of a task of which nothing comes any more
 * @task: the task
 */
void line_forget(struct task *task)
{
	if (task->line) {
		if (task->line->is_open)
			line_leave_open(line_of(task));
		check(!task_file_end(task->line->file));
		free(task->line->text);
		free(task->line);
		task->line = NULL;
	}
	if (output.shared.task == task)
		output.shared.task = NULL;
}

/* ---------------------------------- lines ---------------------------------- */

/**
 * line_begin - begin a line with its columns
 * @occasion: what it is about
 *
 * Returns the line.
 */
struct line *line_begin(const struct occasion *occasion)
{
	struct line *line = line_of(occasion->task);

	line_leave_open(line);
	line->task = occasion->task;
	columns_print(&line->s, occasion);

	return line;
}

/**
 * line_init_format - set up how calls and events are printed
 * @line: where they are printed
 * @fmt: what is set up
 */
void line_init_format(struct line *line, struct syscall_trace_fmt *fmt)
{
	unsigned int flags = SYSCALL_TRACE_SHOW_IN_NS;

	if (settings.durations)
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (settings.hex >= HEX_ALL)
		flags |= SYSCALL_TRACE_SHOW_HEX;
	else if (settings.hex == HEX_BINARY)
		flags |= SYSCALL_TRACE_SHOW_BINARY_HEX;
	if (settings.consts == CONST_RAW)
		flags |= SYSCALL_TRACE_SHOW_NUMBERS;
	else if (settings.consts == CONST_VERBOSE)
		flags |= SYSCALL_TRACE_SHOW_BOTH;
	syscall_trace_init_fmt(fmt, &line->s, flags, TRACE_SEQ_LONG_ROOM);
	fmt->column = settings.column;
}

/**
 * lines_put - write what is no line, such as an object
 * @s: the text
 */
void lines_put(const struct trace_seq *s)
{
	if (!output.is_gone)
		check(fwrite(s->buffer, 1, s->len, output.shared.out) != s->len);
}

/* --------------------------------- all of it -------------------------------- */

/**
 * lines_begin - open the output
 *
 * Lines of all tasks go there, unless each task has a file.
 */
void lines_begin(void)
{
	FILE *out = output_begin();

	/* However long it is, a line is one write(); standard error has no buffer. */
	if (out != stderr)
		setvbuf(out, allocate(1, TRACE_SEQ_LONG_SIZE), _IOFBF, TRACE_SEQ_LONG_SIZE);
	init_line(&output.shared, out);
	output.is_shared = output_is_shared(output.shared.out);
}

/* Half a line would be followed by what the command prints. */
static void show_waiting(struct line *line, unsigned long long now)
{
	if (!line->is_open || !output.is_shared)
		return;
	if (!line->waits)
		line->waits = now;
	if (now - line->waits >= LONGEST_WAIT)
		line_leave_open(line);
}

/**
 * lines_flush - write what there is
 * @now: the time by CLOCK_MONOTONIC
 *
 * A line that has been open for long is left. Returns false if nobody reads any more.
 */
bool lines_flush(unsigned long long now)
{
	show_waiting(&output.shared, now);
	check_shared();
	check(!task_files_flush());

	return !output.is_gone;
}

/**
 * lines_finish - end the output with what is open
 *
 * The program may end by a signal, by which files lose what waits to be written.
 */
void lines_finish(void)
{
	line_leave_open(&output.shared);
	if (settings.separate)
		tasks_visit(line_forget);
	if (!output.is_left)
		check(!output_end(output.shared.out));
	output.shared.out = NULL;
}
