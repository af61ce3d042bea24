// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of the records. The kernel has put something in front of a line before it knows which
 * record this is. It comes again where calls are missing before the record, and is taken back
 * where there is no such line.
 */
#include <linux/string.h>
#include <linux/trace_events.h>

#include "tracer/format/format.h"
#include "tracer/format/gap.h"
#include "tracer/instances.h"
#include "tracer/loss/ended.h"
#include "tracer/options.h"
#include "tracer/record/sink.h"
#include "tracer/task/task_events.h"
#include "tracer/tracefs/lines.h"

#include "borrow.h"
#include "instance.h"
#include "lines.h"
#include "readers.h"

/**
 * lines_tell_time - are lines to tell how long calls take?
 * @iter: the reader
 *
 * Context: any.
 */
bool lines_tell_time(const struct trace_iterator *iter)
{
	const struct syscall_trace_instance *inst;

	guard(rcu)();
	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing) {
		if (instance_of(inst)->buffer->tr == iter->tr)
			return syscall_trace_times_calls(inst);
	}

	return syscall_trace_option(SYSCALL_TRACE_OPT_TIME);
}

/* Where the line of a text of @len bytes begins. */
static size_t line_start(const struct trace_seq *s, size_t len)
{
	while (len && s->buffer[len - 1] != '\n')
		len--;

	return len;
}

/* Take back what the kernel has put in front of the line, or with @ended the line before, too. */
static void drop_line(struct trace_seq *s, bool ended)
{
	size_t len = s->seq.len;

	if (ended && len)
		len--;
	s->seq.len = line_start(s, len);
}

/* Likewise with what it has said of records that were lost. */
static void drop_lines(struct trace_iterator *iter)
{
	drop_line(&iter->seq, false);
	if (iter->lost_events)
		drop_line(&iter->seq, true);
}

/*
 * Make an object of the record, without what the kernel has put in front of the line.
 */
static const struct syscall_trace_context *begin_json(struct syscall_trace_context *ctx, char *comm,
						      struct trace_iterator *iter)
{
	if (syscall_lines_are_dumped(iter) || !syscall_trace_option(SYSCALL_TRACE_OPT_JSON))
		return NULL;
	*ctx = (struct syscall_trace_context) {
		.time	= iter->ts,
		.cpu	= iter->cpu,
		.tid	= iter->ent->pid,
		.pid	= trace_find_tgid(iter->ent->pid),
		.comm	= comm,
	};
	trace_find_cmdline(iter->ent->pid, comm);
	syscall_trace_find_ns_ids(iter->ent->pid, &ctx->ns_pid, &ctx->ns_tid);
	drop_lines(iter);
	if (iter->lost_events)
		syscall_trace_json_lost(&iter->seq, iter->cpu, iter->lost_events);

	return ctx;
}

/* Does the record tell nothing but how many calls the task has made? */
static bool only_counts_calls(const struct trace_iterator *iter)
{
	const struct syscall_task_entry *entry = (void *)iter->ent;

	return entry->ent.type == syscall_sink_type(TRACE_SYSCALL_TASK) &&
	       syscall_trace_only_counts_calls(entry->what);
}

/* What the kernel puts in front of a line. */
static void print_context(struct trace_iterator *iter, bool raw)
{
	if (raw)
		trace_seq_printf(&iter->seq, "%d %d %llu ", iter->ent->pid, iter->cpu, iter->ts);
	else
		trace_print_context(iter);
}

/*
 * In place of the line of the record, print that of a task that ended before. The reader will be at
 * the record again.
 */
static noinline_for_stack enum print_line_t
print_ended(struct trace_iterator *iter, const struct syscall_trace_ended *ended, u32 lost,
	    bool raw)
{
	const struct syscall_trace_context *json;
	unsigned long lost_events = iter->lost_events;
	struct trace_entry *ent = iter->ent;
	struct syscall_trace_context ctx;
	struct trace_seq *s = &iter->seq;
	struct syscall_task_entry entry;
	struct syscall_trace_fmt fmt;
	char comm[TASK_COMM_LEN];
	int cpu = iter->cpu;
	u64 ts = iter->ts;
	bool has_context;

	has_context = s->seq.len > line_start(s, s->seq.len);
	drop_lines(iter);
	syscall_trace_make_calls(&entry, ended);
	iter->lost_events = 0;
	iter->ent = &entry.ent;
	iter->cpu = ended->cpu;
	iter->ts = ended->ts;
	json = begin_json(&ctx, comm, iter);
	if (has_context && !json)
		print_context(iter, raw);
	syscall_lines_begin(&fmt, iter, raw, json);
	syscall_trace_print_lost_line(&fmt, ended->pid, lost);
	iter->lost_events = lost_events;
	iter->ent = ent;
	iter->cpu = cpu;
	iter->ts = ts;
	if (trace_seq_has_overflowed(s))
		return TRACE_TYPE_PARTIAL_LINE;
	readers_pass_ended(iter);

	return TRACE_TYPE_NO_CONSUME;
}

static enum print_line_t print_record(struct trace_iterator *iter, bool raw)
{
	const struct syscall_trace_context *json;
	struct syscall_trace_context ctx;
	struct trace_seq *s = &iter->seq;
	struct syscall_trace_fmt fmt;
	bool alone = !syscall_lines_are_dumped(iter) && only_counts_calls(iter);
	char comm[TASK_COMM_LEN];
	size_t start, len;
	u32 lost;

	lost = syscall_lines_are_dumped(iter) ? 0 : readers_find_lost(iter);
	if (alone && !lost) {
		drop_line(s, false);
		return trace_handle_return(s);
	}
	json = begin_json(&ctx, comm, iter);
	start = line_start(s, s->seq.len);
	len = s->seq.len - start;
	syscall_lines_begin(&fmt, iter, raw, json);
	if (lost) {
		syscall_trace_print_lost_line(&fmt, iter->ent->pid, lost);
		if (alone)
			return trace_handle_return(s);
		trace_seq_putmem(s, s->buffer + start, len);
		syscall_lines_begin(&fmt, iter, raw, json);
	}
	if (iter->ent->type == syscall_sink_type(TRACE_SYSCALL_TASK))
		return syscall_lines_print_task(iter, &fmt);

	return syscall_lines_print_call(iter, &fmt);
}

static enum print_line_t print(struct trace_iterator *iter, bool raw)
{
	struct syscall_trace_ended ended;
	enum print_line_t ret;
	int lost = 0;

	if (!syscall_lines_are_dumped(iter))
		lost = readers_find_before(iter, &ended);
	if (lost < 0) {
		drop_lines(iter);
		return TRACE_TYPE_NO_CONSUME;
	}
	if (lost)
		return print_ended(iter, &ended, lost, raw);
	ret = print_record(iter, raw);
	/* A line that finds no room is printed again, unless its record is gone by then. */
	if (ret != TRACE_TYPE_PARTIAL_LINE && !syscall_lines_are_dumped(iter))
		readers_show(iter);

	return ret;
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return print(iter, false);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	return print(iter, true);
}

struct trace_event_functions lines_of_calls = { .trace = print_trace, .raw = print_raw };
struct trace_event_functions lines_of_tasks = { .trace = print_trace, .raw = print_raw };
