// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: from the ring buffer to the lines of trace, trace_pipe
 * and an oops dump. Tells which calls are missing, and prints what others have recorded as JSON.
 */
#include <linux/ring_buffer.h>

#include "../../trace.h"
#include "../../trace_output.h"
#include "../format/format.h"
#include "../format/gap.h"
#include "../instances.h"
#include "../loss/losses.h"
#include "../options.h"
#include "../record/sink.h"
#include "../task/task_events.h"
#include "lines.h"
#include "output.h"

/* Does the record tell nothing but how many calls the task has made? */
static bool only_counts_calls(const struct trace_iterator *iter)
{
	const struct syscall_task_entry *entry = (void *)iter->ent;

	return entry->ent.type == TRACE_SYSCALL_TASK &&
	       syscall_trace_only_counts_calls(entry->what);
}

/* Print what stands in front of a line, as print_trace_fmt() and print_raw_fmt() do. */
static void print_prefix(struct trace_iterator *iter, bool raw)
{
	if (!(iter->tr->trace_flags & TRACE_ITER_CONTEXT_INFO))
		return;
	if (raw)
		trace_seq_printf(&iter->seq, "%d %d %llu ", iter->ent->pid, iter->cpu, iter->ts);
	else if (iter->iter_flags & TRACE_FILE_LAT_FMT)
		trace_print_lat_context(iter);
	else
		trace_print_context(iter);
}

/*
 * Print which calls are missing before the record, if any are. What stands in front of a line
 * has been printed, and is again. Returns whether the record has no line of its own.
 */
static noinline_for_stack bool print_lost(struct trace_iterator *iter, bool raw,
					  const struct syscall_trace_context *json)
{
	u32 lost = syscall_lines_are_dumped(iter) ? 0 : syscall_trace_find_lost(iter);
	bool alone = lost && only_counts_calls(iter);
	struct syscall_trace_fmt fmt;

	if (!lost)
		return false;
	syscall_lines_begin(&fmt, iter, raw, json);
	syscall_trace_print_lost_line(&fmt, iter->ent->pid, lost);
	if (!json && !alone)
		print_prefix(iter, raw);

	return alone;
}

/* Say in the object that was printed last that it lacks a part of its text. */
static void print_cut(struct trace_seq *s)
{
	if (!trace_seq_has_overflowed(s)) {
		s->seq.len -= strlen("}\n");
		trace_seq_puts(s, ",\"truncated\":true}\n");
	}
}

/*
 * Print an event of another tracer as JSON, with the text that the event prints itself. If that is
 * too long for the buffer, it is cut. @is_alone: no other record is in the buffer; otherwise the
 * reader comes again when it is empty
 */
static void print_foreign(struct trace_iterator *iter, struct syscall_trace_fmt *fmt,
			  bool is_alone)
{
	struct trace_event *event = ftrace_find_event(iter->ent->type);
	struct trace_seq *s = &iter->seq;
	size_t start = trace_seq_used(s);
	char text[SYSCALL_TRACE_OTHER_MAX];
	bool too_long;
	size_t len;

	if (event)
		event->funcs->trace(iter, iter->tr->trace_flags & TRACE_ITER_SYM_MASK, event);
	too_long = trace_seq_has_overflowed(s);
	if (too_long && !is_alone)
		return;
	len = trace_seq_used(s) - start;
	memcpy(text, s->buffer + start, min(sizeof(text), len));
	s->seq.len = start;
	s->full = 0;
	syscall_trace_json_text(fmt, "other", text, len);
	/* What did not fit is not there; the rest may be so short that nothing else tells. */
	if (too_long && len < sizeof(text))
		print_cut(s);
}

/* @is_alone: see print_foreign() */
static enum print_line_t print_record(struct trace_iterator *iter, bool raw,
				      const struct syscall_trace_context *json, bool is_alone)
{
	struct syscall_trace_fmt fmt;

	if (print_lost(iter, raw, json))
		return trace_handle_return(&iter->seq);
	syscall_lines_begin(&fmt, iter, raw, json);
	switch (iter->ent->type) {
	case TRACE_SYSCALL_CALL:
	case TRACE_SYSCALL_ENTER:
	case TRACE_SYSCALL_EXIT:
		return syscall_lines_print_call(iter, &fmt);
	case TRACE_SYSCALL_TASK:
		return syscall_lines_print_task(iter, &fmt);
	default:
		print_foreign(iter, &fmt, is_alone);
	}

	return trace_handle_return(&iter->seq);
}

/*
 * Tell how many records have been overwritten before the first one of a trace: that is as many
 * objects as there are CPUs, for which the buffer of a line may be too small.
 */
static void print_overrun(struct seq_file *m)
{
	struct trace_iterator *iter = m->private;
	unsigned long records;
	int cpu;

	if (iter->snapshot)
		return;
	for_each_tracing_cpu(cpu) {
		if (iter->cpu_file != RING_BUFFER_ALL_CPUS && iter->cpu_file != cpu)
			continue;
		records = ring_buffer_overrun_cpu(iter->array_buffer->buffer, cpu);
		if (!records)
			continue;
		syscall_trace_json_lost(&iter->seq, cpu, records);
		trace_print_seq(m, &iter->seq);
	}
}

static enum print_line_t print_json(struct trace_iterator *iter)
{
	struct syscall_trace_context ctx = {
		.time	= iter->ts,
		.cpu	= iter->cpu,
		.tid	= iter->ent->pid,
		.pid	= trace_find_tgid(iter->ent->pid),
	};
	bool is_alone = !trace_seq_used(&iter->seq);
	char comm[TASK_COMM_LEN];

	syscall_trace_find_name(iter, comm);
	ctx.comm = comm;
	syscall_trace_find_ns_ids(iter->ent->pid, &ctx.ns_pid, &ctx.ns_tid);
	if (iter->lost_events)
		syscall_trace_json_lost(&iter->seq, iter->cpu, iter->lost_events);

	return print_record(iter, false, &ctx, is_alone);
}

/**
 * syscall_trace_print_line - print a record without anything in front of it
 * @iter: the iterator
 *
 * Such are records as JSON, if the option syscall_json is set, and those that have no line.
 *
 * Return: TRACE_TYPE_UNHANDLED if it is another one, or for a dump to the kernel log.
 */
enum print_line_t syscall_trace_print_line(struct trace_iterator *iter)
{
	if (syscall_lines_are_dumped(iter))
		return TRACE_TYPE_UNHANDLED;
	if (only_counts_calls(iter) && !syscall_trace_find_lost(iter))
		return trace_handle_return(&iter->seq);
	if (!syscall_trace_option(SYSCALL_TRACE_OPT_JSON))
		return TRACE_TYPE_UNHANDLED;

	return print_json(iter);
}

/**
 * syscall_trace_read_begins - note where a reader of the file trace will end
 * @iter: its iterator
 *
 * Context: task context.
 */
void syscall_trace_read_begins(struct trace_iterator *iter)
{
	const struct syscall_trace_instance *inst = &iter->tr->syscall_trace;

	syscall_trace_end_reading(iter);
	/* A probe may be hit by every read. */
	iter->until = (READ_ONCE(inst->bit) || READ_ONCE(inst->probe_bit)) && !iter->snapshot ?
		      syscall_sink_time(inst) : 0;
}

/**
 * syscall_trace_print_header - print what is before the first record
 * @m: the file, whose private data is a struct trace_iterator
 */
void syscall_trace_print_header(struct seq_file *m)
{
	struct trace_iterator *iter = m->private;

	if (syscall_trace_option(SYSCALL_TRACE_OPT_JSON)) {
		print_overrun(m);
		return;
	}
	trace_default_header(m);
	if (iter->tr->trace_flags & TRACE_ITER_CONTEXT_INFO)
		seq_puts(m, SYSCALL_TRACE_HEADER);
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return print_record(iter, false, NULL, true);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	return print_record(iter, true, NULL, true);
}

/* The formatter gets what is behind the head, which is the same in all of them. */
static_assert(offsetof(struct syscall_enter_entry, head) ==
	      offsetof(struct syscall_call_entry, head));
static_assert(offsetof(struct syscall_exit_entry, head) ==
	      offsetof(struct syscall_call_entry, head));

static struct trace_event_functions call_funcs = {
	.trace	= print_trace,
	.raw	= print_raw,
};

static struct trace_event_functions task_funcs = {
	.trace	= print_trace,
	.raw	= print_raw,
};

static struct trace_event events[] = {
	{ .type = TRACE_SYSCALL_CALL, .funcs = &call_funcs },
	{ .type = TRACE_SYSCALL_ENTER, .funcs = &call_funcs },
	{ .type = TRACE_SYSCALL_EXIT, .funcs = &call_funcs },
	{ .type = TRACE_SYSCALL_TASK, .funcs = &task_funcs },
};

/**
 * syscall_trace_register_output - register the printers of the records
 *
 * They stay when another tracer is chosen: a trace remains readable after the tracing.
 *
 * Context: boot.
 * Return: 0 or -ENODEV.
 */
int syscall_trace_register_output(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		if (!register_trace_event(&events[i])) {
			pr_err("syscall tracer: cannot register its record types\n");
			return -ENODEV;
		}
	}

	return 0;
}
