// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints a call as a line or, by json.c, as an object. Called by all
 * readers of records, which must find the exit that belongs on the line of an entry.
 */
#include <linux/math64.h>

#include "format.h"

/**
 * syscall_trace_show_enter - begin a line or, with @fmt->json, an object
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed: the line says so and is complete.
 */
bool syscall_trace_show_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	if (fmt->json) {
		syscall_trace_json_enter(fmt, rec);
		return true;
	}
	if (!syscall_trace_load_enter(fmt, rec)) {
		syscall_trace_print_name(fmt);
		trace_seq_puts(fmt->s, "(<malformed record>\n");
		return false;
	}
	syscall_trace_print_enter(fmt, rec->head->flags & SYSCALL_TRACE_HEAD_SPLIT);

	return true;
}

/**
 * syscall_trace_longest_line - tell how long a line or an object can become
 * @fmt: the call, as syscall_trace_show_enter() left it
 * @head: the head of its entry
 *
 * Arguments that are left to the exit may be as long as a line allows.
 *
 * Return: bytes of the trace_seq that are in use at its end, at most.
 */
size_t syscall_trace_longest_line(const struct syscall_trace_fmt *fmt,
				  const struct syscall_trace_head *head)
{
	size_t used = trace_seq_used(fmt->s), end = fmt->end;

	/* Quoting a text as JSON may double it. */
	if (fmt->json)
		end += SYSCALL_TRACE_JSON_MAX;
	if ((head->flags & SYSCALL_TRACE_HEAD_SPLIT) && !(fmt->flags & SYSCALL_TRACE_SHOW_RAW))
		used = max(used, end);

	return used + SYSCALL_TRACE_RESULT_MAX;
}

/**
 * syscall_trace_exit_fits - tell whether any exit fits behind an entry
 * @fmt: the call, as syscall_trace_show_enter() left it
 * @head: the head of its entry
 *
 * Return: true if the trace_seq has room for it.
 */
bool syscall_trace_exit_fits(const struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_head *head)
{
	return !trace_seq_has_overflowed(fmt->s) &&
	       syscall_trace_longest_line(fmt, head) <= TRACE_SEQ_BUFFER_SIZE;
}

/**
 * syscall_trace_show_unfinished - end a line or an object without an exit
 * @fmt: the call, as syscall_trace_show_enter() left it
 *
 * A call that never returns has no exit unless it was turned down.
 */
void syscall_trace_show_unfinished(struct syscall_trace_fmt *fmt)
{
	if (fmt->json)
		syscall_trace_json_unfinished(fmt);
	else
		trace_seq_puts(fmt->s, fmt->call && fmt->call->noreturn ?
			       ") = ?\n" : " <unfinished ...>\n");
}

static void print_duration(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_record *rec)
{
	u64 duration;
	u32 fraction;

	if (!syscall_trace_duration(fmt, rec, &duration))
		return;
	if (!(fmt->flags & SYSCALL_TRACE_SHOW_IN_NS)) {
		trace_seq_printf(fmt->s, " <%llu>", duration);
		return;
	}
	duration = div_u64(duration, 1000);
	duration = div_u64_rem(duration, 1000000, &fraction);
	trace_seq_printf(fmt->s, " <%llu.%06u>", duration, fraction);
}

static void print_exit(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec)
{
	unsigned int flags = rec->head->flags;

	if (!syscall_trace_load_exit(fmt, rec)) {
		trace_seq_puts(fmt->s, "<malformed record>\n");
		return;
	}

	if (flags & SYSCALL_TRACE_HEAD_SPLIT)
		syscall_trace_print_exit(fmt);
	trace_seq_puts(fmt->s, ") = ");
	if (flags & SYSCALL_TRACE_HEAD_REWRITTEN)
		trace_seq_puts(fmt->s, "? <rewritten>");
	else if (flags & SYSCALL_TRACE_HEAD_NO_RESULT)
		trace_seq_putc(fmt->s, '?');
	else
		syscall_trace_print_result(fmt);
	print_duration(fmt, rec);
	trace_seq_putc(fmt->s, '\n');
}

/**
 * syscall_trace_show_exit - end a line or an object with the exit
 * @fmt: the call, as syscall_trace_show_enter() left it
 * @rec: its exit
 *
 * The record of the entry may be gone.
 */
void syscall_trace_show_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	if (fmt->json)
		syscall_trace_json_exit(fmt, rec);
	else
		print_exit(fmt, rec);
}

/**
 * syscall_trace_show_resumed - print a line or an object of an exit without its entry
 * @fmt: the call
 * @rec: its exit
 */
void syscall_trace_show_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec)
{
	syscall_trace_load_head(fmt, rec->head);
	/* The words may choose a case with another name. */
	syscall_trace_load_exit(fmt, rec);
	if (fmt->json) {
		syscall_trace_json_resumed(fmt, rec);
		return;
	}
	trace_seq_puts(fmt->s, "<... ");
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, " resumed>");
	print_exit(fmt, rec);
}

/**
 * syscall_trace_show_task - print a line or an object of what happened to a task
 * @fmt: where the text goes
 * @event: what happened
 */
void syscall_trace_show_task(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_task_event *event)
{
	if (fmt->json) {
		syscall_trace_json_task(fmt, event);
		return;
	}
	syscall_trace_print_event(fmt, event);
	trace_seq_putc(fmt->s, '\n');
}
