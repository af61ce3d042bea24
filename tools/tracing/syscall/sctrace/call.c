// SPDX-License-Identifier: GPL-2.0
/*
 * Prints calls as strace does: when they begin, and their results when they end.
 */
#include <stdio.h>

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "lines/line.h"
#include "records/source.h"
#include "call.h"
#include "line.h"
#include "settings.h"
#include "tasks.h"

static const char * const modes[] = { "64 bit", "32 bit", "x32" };

/* The first call of an ABI that is not the one of the last call. */
static void tell_abi(struct task *task, unsigned int abi)
{
	bool is_new = task->abi < 0 ? abi != 0 : (unsigned int)task->abi != abi;
	struct line *line;

	if (abi >= ARRAY_SIZE(modes))
		return;
	task->abi = abi;
	if (!is_new || !says(QUIET_PERSONALITY))
		return;
	line = line_of(task);
	line_leave_open(line);
	line_flush(line);
	fprintf(stderr, "[ Process PID=%d runs in %s mode. ]\n", task->pid, modes[abi]);
}

static void show_whole(const struct occasion *occasion)
{
	struct syscall_trace_record call = call_record(occasion->rec);
	struct line *line = line_begin(occasion);

	line_init_format(line, &line->fmt);
	syscall_trace_print_call_line(&line->fmt, &call);
	line_close(line);
	occasion->task->call = NULL;
}

static void show_entry(const struct occasion *occasion)
{
	struct syscall_trace_record call = call_record(occasion->rec);
	struct line *line = line_begin(occasion);
	struct task *task = occasion->task;

	line_init_format(line, &line->fmt);
	if (!syscall_trace_print_entry_line(&line->fmt, &call)) {
		line_close(line);
		return;
	}
	/* Times are those of the call, wherever the record was made. */
	line->fmt.begin_time = 0;
	line->is_open = true;
	line->waits = 0;
	task->call = line->fmt.name ?: "syscall";
	task->is_split = line->fmt.head.flags & SYSCALL_TRACE_HEAD_SPLIT;
	line_write(line);
}

static void show_exit(const struct occasion *occasion)
{
	struct syscall_trace_record call = call_record(occasion->rec);
	struct task *task = occasion->task;
	struct line *line = line_of(task);

	if (line->is_open && line->task == task && syscall_trace_exit_fits(&line->fmt) &&
	    syscall_trace_is_exit_of(&line->fmt, &call)) {
		syscall_trace_print_exit_line(&line->fmt, &call);
	} else {
		line = line_begin(occasion);
		line_init_format(line, &line->fmt);
		syscall_trace_print_resumed_line(&line->fmt, &call);
	}
	line_close(line);
	task->call = NULL;
}

/*
 * What a new task returns from at first is its parent's call. The record says that nobody saw the task begin
 * it: so it is no call of its own whose entry is missing.
 */
static bool returns_from_birth(const struct occasion *occasion)
{
	const struct syscall_trace_fmt *seen = occasion->seen;

	return occasion->task->is_new && (!seen || seen->head.seq & SYSCALL_TRACE_SEQ_ALONE);
}

/**
 * call_print - print a call, or the part of it that is recorded
 * @occasion: the record, and what it says
 */
void call_print(const struct occasion *occasion)
{
	const struct syscall_trace_fmt *seen = occasion->seen;
	struct task *task = occasion->task;

	if (seen)
		tell_abi(task, seen->abi);
	if (occasion->rec->type == RECORD_CALL)
		show_whole(occasion);
	else if (occasion->rec->type == RECORD_ENTER)
		show_entry(occasion);
	else if (!returns_from_birth(occasion))
		show_exit(occasion);
	task->is_new = false;
	if (seen)
		task->nr = seen->nr;
}

/**
 * call_miss - note that a task has made calls of which there is no record
 * @task: the task, which has returned from the call that was under way before
 */
void call_miss(struct task *task)
{
	task->call = NULL;
	task->is_new = false;
}

/**
 * call_end - say that a call never returns
 * @occasion: the end of the task that is in it
 */
void call_end(const struct occasion *occasion)
{
	struct task *task = occasion->task;
	struct line *line;

	if (!task->call || !has_lines())
		return;
	line = line_of(task);
	if (!line->is_open || line->task != task) {
		line = line_begin(occasion);
		line_init_format(line, &line->fmt);
		trace_seq_printf(&line->s, "<... %s resumed>", task->call);
	}
	if (task->is_split)
		trace_seq_puts(&line->s, " <unfinished ...>");
	syscall_trace_print_no_result(&line->fmt);
	line_close(line);
	task->call = NULL;
}
