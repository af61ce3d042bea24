// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what happens to a task between its calls. Called by output.c
 * and json.c.
 */
#include <linux/string.h>

#include "format.h"

static void print_signal(struct syscall_trace_fmt *fmt, int sig)
{
	syscall_trace_print_scalar(fmt, &syscall_trace_signal, sig);
}

/**
 * syscall_trace_ns_child - the pid of a new child in its parent's pid namespace
 * @event: what happened to the parent
 *
 * Return: the pid, 0 if there is no child or the namespace is the first one.
 */
int syscall_trace_ns_child(const struct syscall_trace_task_event *event)
{
	s32 id = 0;

	if ((event->what == SYSCALL_TRACE_EVENT_FORK ||
	     event->what == SYSCALL_TRACE_EVENT_THREAD) && event->size >= sizeof(id))
		memcpy(&id, event->info, sizeof(id));

	return id;
}

static void print_child(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_task_event *event, const char *what)
{
	int id = syscall_trace_ns_child(event);

	trace_seq_printf(fmt->s, "+++ %s %d", what, event->value);
	if (id)
		trace_seq_printf(fmt->s, " (%d in its namespace)", id);
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
		print_child(fmt, event, "forked");
		break;
	case SYSCALL_TRACE_EVENT_THREAD:
		print_child(fmt, event, "started thread");
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		trace_seq_puts(fmt->s, "+++ executes ");
		/* A name without a NUL was cut. */
		len = strnlen(info, size);
		syscall_trace_print_path(fmt, info, len, len == size);
		trace_seq_puts(fmt->s, " +++");
		break;
	default:
		trace_seq_printf(fmt->s, "+++ event %u (%d) +++", event->what, value);
	}
}
