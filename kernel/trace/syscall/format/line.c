// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: lines of a trace, from the records of an entry and of an exit. Called
 * by show.c.
 */
#include <linux/math64.h>

#include "format.h"

static void print_duration(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_record *rec)
{
	u64 duration;
	u32 fraction;

	if (!syscall_trace_duration(fmt, rec, &duration))
		return;
	if (!(fmt->flags & SYSCALL_TRACE_IN_NS)) {
		trace_seq_printf(fmt->s, " <%llu>", duration);
		return;
	}
	duration = div_u64(duration, 1000);
	duration = div_u64_rem(duration, 1000000, &fraction);
	trace_seq_printf(fmt->s, " <%llu.%06u>", duration, fraction);
}

/**
 * syscall_trace_line_enter - print the beginning of a line, up to the arguments
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed: the line is complete then.
 */
bool syscall_trace_line_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	if (!syscall_trace_load_enter(fmt, rec)) {
		syscall_trace_print_name(fmt);
		trace_seq_puts(fmt->s, "(<malformed record>\n");
		return false;
	}

	syscall_trace_print_enter(fmt, rec->head->flags & SYSCALL_TRACE_HALVES);

	return true;
}

/**
 * syscall_trace_line_unfinished - end a line that tells of an entry only
 * @fmt: the call, as syscall_trace_line_enter() left it
 *
 * Even a call that never returns does so when it is turned down.
 */
void syscall_trace_line_unfinished(struct syscall_trace_fmt *fmt)
{
	trace_seq_puts(fmt->s, fmt->call && fmt->call->noreturn ?
		       ") = ?\n" : " <unfinished ...>\n");
}

/**
 * syscall_trace_line_exit - print the rest of a line that tells of an entry
 * @fmt: the call, as syscall_trace_line_enter() left it, less what was captured
 * @rec: its exit
 *
 * The entry need not be there any more.
 */
void syscall_trace_line_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	unsigned int flags = rec->head->flags;

	if (!syscall_trace_load_exit(fmt, rec)) {
		trace_seq_puts(fmt->s, "<malformed record>\n");
		return;
	}

	if (flags & SYSCALL_TRACE_HALVES)
		syscall_trace_print_exit(fmt);
	trace_seq_putc(fmt->s, ')');
	if (flags & SYSCALL_TRACE_REWRITTEN)
		trace_seq_puts(fmt->s, " = ? <rewritten>");
	else if (flags & SYSCALL_TRACE_NO_RESULT)
		trace_seq_puts(fmt->s, " = ?");
	else
		syscall_trace_print_ret(fmt);
	print_duration(fmt, rec);
	trace_seq_putc(fmt->s, '\n');
}

/**
 * syscall_trace_line_resumed - print an exit whose entry is on another line
 * @fmt: the call
 * @rec: its exit
 */
void syscall_trace_line_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec)
{
	syscall_trace_load_head(fmt, rec->head);
	/* The words may decide on the name. */
	syscall_trace_load_exit(fmt, rec);
	trace_seq_puts(fmt->s, "<... ");
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, " resumed>");
	syscall_trace_line_exit(fmt, rec);
}
