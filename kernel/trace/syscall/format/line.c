// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints a call as a line or, by json.c, as an object. Called by all
 * readers of records, which must find the exit that belongs on the line of an entry.
 */
#include <linux/math64.h>
#include <linux/time64.h>

#include "format.h"
#include "gap.h"

static void print_malformed(struct syscall_trace_fmt *fmt)
{
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, "(<malformed record>\n");
}

/**
 * syscall_trace_print_entry_line - begin a line or, with @fmt->json, an object
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed: the line or object says so and is complete.
 */
bool syscall_trace_print_entry_line(struct syscall_trace_fmt *fmt,
				    const struct syscall_trace_record *rec)
{
	if (fmt->json)
		return syscall_trace_json_enter(fmt, rec);
	if (!syscall_trace_load(fmt, rec)) {
		print_malformed(fmt);
		return false;
	}
	syscall_trace_print_enter(fmt, fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT);

	return true;
}

/**
 * syscall_trace_longest_line - tell how long a line or an object can become
 * @fmt: the call, as syscall_trace_print_entry_line() left it
 *
 * Arguments that are left to the exit may be as long as a line allows.
 *
 * Return: bytes of the trace_seq that are in use at its end, at most.
 */
size_t syscall_trace_longest_line(const struct syscall_trace_fmt *fmt)
{
	size_t used = trace_seq_used(fmt->s), end = fmt->end;

	/* Quoting a text as JSON may double it. */
	if (fmt->json)
		end += fmt->room;
	if ((fmt->head.flags & (SYSCALL_TRACE_HEAD_SPLIT | SYSCALL_TRACE_HEAD_UNDECIDED)) &&
	    !(fmt->flags & SYSCALL_TRACE_SHOW_RAW))
		used = max(used, end);

	return used + SYSCALL_TRACE_RESULT_MAX;
}

/**
 * syscall_trace_exit_fits - tell whether any exit fits behind an entry
 * @fmt: the call, as syscall_trace_print_entry_line() left it
 *
 * Return: true if the trace_seq has room for it.
 */
bool syscall_trace_exit_fits(const struct syscall_trace_fmt *fmt)
{
	size_t more = fmt->room > SYSCALL_TRACE_TEXT_MAX ? fmt->room : 0;

	if (fmt->json)
		more *= 2;

	return !trace_seq_has_overflowed(fmt->s) &&
	       syscall_trace_longest_line(fmt) <= TRACE_SEQ_BUFFER_SIZE + more;
}

/* End the arguments. Behind them, the result begins in its column if there is one. */
static void print_equals(struct syscall_trace_fmt *fmt)
{
	trace_seq_puts(fmt->s, ") ");
	while (trace_seq_used(fmt->s) < fmt->column && !trace_seq_has_overflowed(fmt->s))
		trace_seq_putc(fmt->s, ' ');
	trace_seq_puts(fmt->s, "= ");
}

/**
 * syscall_trace_print_no_result - end a line of a call that never returns
 * @fmt: the call, as syscall_trace_print_entry_line() left it
 */
void syscall_trace_print_no_result(struct syscall_trace_fmt *fmt)
{
	print_equals(fmt);
	trace_seq_puts(fmt->s, "?\n");
}

/**
 * syscall_trace_print_unfinished_line - end a line or an object without an exit
 * @fmt: the call, as syscall_trace_print_entry_line() left it
 *
 * A call that never returns has no exit unless it was turned down.
 */
void syscall_trace_print_unfinished_line(struct syscall_trace_fmt *fmt)
{
	if (fmt->json)
		syscall_trace_json_unfinished(fmt);
	else if (fmt->call && fmt->call->noreturn)
		syscall_trace_print_no_result(fmt);
	else if (syscall_trace_began_earlier(fmt))
		trace_seq_puts(fmt->s, " <begun earlier> <unfinished ...>\n");
	else
		trace_seq_puts(fmt->s, " <unfinished ...>\n");
}

/* Print a time or a duration, in seconds if the clock counts nanoseconds. */
static void print_time(struct syscall_trace_fmt *fmt, u64 time)
{
	u32 fraction;

	if (!(fmt->flags & SYSCALL_TRACE_SHOW_IN_NS)) {
		syscall_trace_print_unsigned(fmt, time);
		return;
	}
	time = div_u64_rem(div_u64(time, NSEC_PER_USEC), USEC_PER_SEC, &fraction);
	trace_seq_printf(fmt->s, "%llu.%06u", time, fraction);
}

/*
 * Is the time at the beginning of the line neither that of the entry nor that of the exit?
 * The entry of a call that sleeps is recorded when it goes to sleep.
 */
static bool begins_late(const struct syscall_trace_fmt *fmt)
{
	u64 least = fmt->flags & SYSCALL_TRACE_SHOW_IN_NS ? NSEC_PER_USEC : 1;

	return fmt->begin_time && fmt->begin_time >= fmt->entry_time + least;
}

static void print_duration(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_record *rec)
{
	u64 duration;

	if (!syscall_trace_duration(fmt, rec, &duration))
		return;
	trace_seq_puts(fmt->s, " <");
	print_time(fmt, duration);
	if (begins_late(fmt)) {
		trace_seq_puts(fmt->s, " from ");
		print_time(fmt, fmt->entry_time);
	}
	trace_seq_putc(fmt->s, '>');
}

/* Print, as comments, what could not be read before the call had ended. */
static void print_late(struct syscall_trace_fmt *fmt)
{
	unsigned int late = syscall_trace_is_decoded(fmt) ? syscall_trace_late_args(fmt) : 0, i;

	for (i = 0; late >> i; i++) {
		if (!(late >> i & 1) || !syscall_trace_arg_shown(fmt, i))
			continue;
		trace_seq_printf(fmt->s, " /* %s=", fmt->call->args[i].name);
		syscall_trace_print_late(fmt, i);
		trace_seq_puts(fmt->s, " read at exit */");
	}
}

/**
 * syscall_trace_print_outcome - print what a line has behind the equals sign, but for the duration
 * @fmt: the call, with its exit loaded
 */
void syscall_trace_print_outcome(struct syscall_trace_fmt *fmt)
{
	unsigned int flags = fmt->head.flags;

	if (flags & SYSCALL_TRACE_HEAD_REWRITTEN)
		trace_seq_puts(fmt->s, "? <rewritten>");
	else if (flags & SYSCALL_TRACE_HEAD_NO_RESULT)
		trace_seq_putc(fmt->s, '?');
	else
		syscall_trace_print_result(fmt);
	print_late(fmt);
	if (flags & SYSCALL_TRACE_HEAD_UNDECIDED)
		trace_seq_puts(fmt->s, " /* condition undecided */");
}

/* Print what is known of a call since it has ended. */
static void print_end(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec)
{
	fmt->at_exit = true;
	if (fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT)
		syscall_trace_print_exit(fmt);
	print_equals(fmt);
	syscall_trace_print_outcome(fmt);
	print_duration(fmt, rec);
	trace_seq_putc(fmt->s, '\n');
}

/**
 * syscall_trace_print_call_line - print a line or an object of a whole call
 * @fmt: the call
 * @rec: its record
 */
void syscall_trace_print_call_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_record *rec)
{
	if (fmt->json) {
		syscall_trace_json_call(fmt, rec);
		return;
	}
	if (!syscall_trace_load(fmt, rec)) {
		print_malformed(fmt);
		return;
	}
	syscall_trace_print_enter(fmt, fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT);
	print_end(fmt, rec);
}

/**
 * syscall_trace_print_exit_line - end a line or an object with the exit
 * @fmt: the call, as syscall_trace_print_entry_line() left it
 * @rec: its exit
 *
 * The record of the entry may be gone.
 */
void syscall_trace_print_exit_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_record *rec)
{
	if (fmt->json)
		syscall_trace_json_exit(fmt, rec);
	else if (syscall_trace_load(fmt, rec))
		print_end(fmt, rec);
	else
		trace_seq_puts(fmt->s, "<malformed record>\n");
}

/**
 * syscall_trace_print_resumed_line - print a line or an object of an exit without its entry
 * @fmt: the call
 * @rec: its exit
 */
void syscall_trace_print_resumed_line(struct syscall_trace_fmt *fmt,
				      const struct syscall_trace_record *rec)
{
	bool valid = syscall_trace_load(fmt, rec);

	if (fmt->json) {
		syscall_trace_json_resumed(fmt, rec, valid);
		return;
	}
	trace_seq_puts(fmt->s, "<... ");
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, " resumed>");
	if (valid)
		print_end(fmt, rec);
	else
		trace_seq_puts(fmt->s, "<malformed record>\n");
}

/**
 * syscall_trace_print_task_line - print a line or an object of what happened to a task
 * @fmt: where the text goes
 * @event: what happened
 */
void syscall_trace_print_task_line(struct syscall_trace_fmt *fmt,
				   const struct syscall_trace_task_event *event)
{
	if (fmt->json) {
		syscall_trace_json_task(fmt, event);
		return;
	}
	syscall_trace_print_event(fmt, event);
	trace_seq_putc(fmt->s, '\n');
}

/**
 * syscall_trace_print_lost_line - print a line or an object of calls that are missing
 * @fmt: where the text goes
 * @tid: the task that made them
 * @calls: how many, at least 1, or SYSCALL_TRACE_LOST_PARTS
 */
void syscall_trace_print_lost_line(struct syscall_trace_fmt *fmt, int tid, unsigned int calls)
{
	if (fmt->json)
		syscall_trace_json_lost_calls(fmt, calls);
	else if (calls == SYSCALL_TRACE_LOST_PARTS)
		trace_seq_printf(fmt->s, "+++ parts of 2 calls of [pid %d] were lost +++\n", tid);
	else
		trace_seq_printf(fmt->s, "+++ %u call%s of [pid %d] %s lost +++\n", calls,
				 calls == 1 ? "" : "s", tid, calls == 1 ? "was" : "were");
}
