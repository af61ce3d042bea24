// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what happens to a task between its calls. Called by output.c
 * and json.c.
 */
#include <linux/string.h>

#include "../named_types.h"
#include "format.h"

static void print_signal(struct syscall_trace_fmt *fmt, int sig)
{
	syscall_trace_print_scalar(fmt, &syscall_trace_signal, sig);
}

/**
 * syscall_trace_find_birth - what is recorded of a new task
 * @event: the birth, as what happened to the task that made it
 * @birth: gets it; old records lack some of it, which becomes 0
 *
 * Return: whether the record has all of it.
 */
bool syscall_trace_find_birth(const struct syscall_trace_task_event *event,
			      struct syscall_trace_birth *birth)
{
	bool whole = event->size >= sizeof(*birth);

	*birth = (struct syscall_trace_birth) { };
	if (whole)
		memcpy(birth, event->info, sizeof(*birth));
	else if (event->size >= sizeof(birth->ns_pid))
		memcpy(&birth->ns_pid, event->info, sizeof(birth->ns_pid));
	/* A reader in that namespace gets the event with its own number. */
	if (birth->ns_pid == event->value)
		birth->ns_pid = 0;

	return whole;
}

/**
 * syscall_trace_print_birth_flags - print flags and exit signal of a new task
 * @fmt: where the text goes
 * @birth: what is recorded of it
 *
 * Printed as the argument of clone() that has both.
 */
void syscall_trace_print_birth_flags(struct syscall_trace_fmt *fmt,
				     const struct syscall_trace_birth *birth)
{
	if (birth->flags || !birth->exit_signal)
		syscall_trace_print_scalar(fmt, &syscall_trace_clone3_flags, birth->flags);
	if (birth->flags && birth->exit_signal)
		trace_seq_putc(fmt->s, '|');
	if (birth->exit_signal)
		print_signal(fmt, birth->exit_signal);
}

static void print_birth(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_task_event *event, const char *what)
{
	struct syscall_trace_birth birth;
	bool whole = syscall_trace_find_birth(event, &birth);

	trace_seq_printf(fmt->s, "+++ %s %d", what, event->value);
	if (birth.ns_pid)
		trace_seq_printf(fmt->s, " (%d in its namespace)", birth.ns_pid);
	if (whole) {
		trace_seq_puts(fmt->s, ", flags=");
		syscall_trace_print_birth_flags(fmt, &birth);
	}
	trace_seq_puts(fmt->s, " +++");
}

/**
 * syscall_trace_print_event - print what happened to a task between its calls
 * @fmt: where the text goes
 * @event: what happened
 *
 * The newline is left to the caller.
 */
void syscall_trace_print_event(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_task_event *event)
{
	const u8 *info = event->info;
	size_t size = event->size;
	int value = event->value;
	size_t len;

	/* The kernel's own siginfo has the layout of the first ABI. */
	fmt->abi = 0;

	switch (event->what) {
	case SYSCALL_TRACE_EVENT_SIGNAL:
		trace_seq_puts(fmt->s, "--- ");
		print_signal(fmt, value);
		trace_seq_putc(fmt->s, ' ');
		syscall_trace_print_struct(fmt, &syscall_trace_siginfo, info, size);
		trace_seq_puts(fmt->s, " ---");
		break;
	case SYSCALL_TRACE_EVENT_END:
		if (!(value & 0x7f)) {
			trace_seq_printf(fmt->s, "+++ exited with %d +++", value >> 8 & 0xff);
			break;
		}
		trace_seq_puts(fmt->s, "+++ killed by ");
		print_signal(fmt, value & 0x7f);
		trace_seq_printf(fmt->s, "%s +++", value & 0x80 ? " (core dumped)" : "");
		break;
	case SYSCALL_TRACE_EVENT_FORK:
		print_birth(fmt, event, "forked");
		break;
	case SYSCALL_TRACE_EVENT_THREAD:
		print_birth(fmt, event, "started thread");
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		trace_seq_puts(fmt->s, "+++ executes ");
		/* A name without a NUL was cut. */
		len = strnlen(info, size);
		syscall_trace_print_path(fmt, info, len, len == size);
		trace_seq_puts(fmt->s, " +++");
		break;
	case SYSCALL_TRACE_EVENT_CALLS:
	case SYSCALL_TRACE_EVENT_CALLS_LATE:
		trace_seq_printf(fmt->s, "+++ has made %u calls +++",
				 event->seq & SYSCALL_TRACE_SEQ_MASK);
		break;
	default:
		trace_seq_printf(fmt->s, "+++ event %u (%d) +++", event->what, value);
	}
}
