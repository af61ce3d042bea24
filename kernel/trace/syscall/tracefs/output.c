// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: from the ring buffer to the lines of trace, trace_pipe
 * and an oops dump. Finds the exit that belongs on its entry's line; the text
 * itself is the formatter's.
 */
#include <linux/kgdb.h>
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
#include "output.h"

/*
 * Does the text go to the kernel log? An oops, the magic SysRq key and kdb dump the trace
 * there. The log cuts lines at 1000 bytes, and more people may read it than the trace.
 * kdb reads by iterators of the ring buffer, as the file trace does.
 */
static bool is_dump(struct trace_iterator *iter)
{
	return in_dbg_master() ||
	       (!trace_buffer_iter(iter, iter->cpu) && iter->private != &syscall_trace_pipe);
}

static void init_format(struct syscall_trace_fmt *fmt, struct trace_iterator *iter,
			bool raw, const struct syscall_trace_context *json)
{
	bool dump = is_dump(iter);
	unsigned int flags = 0;

	if (raw || syscall_trace_option(SYSCALL_TRACE_OPT_RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (syscall_trace_option(SYSCALL_TRACE_OPT_NAMES))
		flags |= SYSCALL_TRACE_SHOW_NAMES;
	if (syscall_trace_times_calls(&iter->tr->syscall_trace))
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (trace_clock_in_ns(iter->tr))
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	if (dump && !syscall_trace_option(SYSCALL_TRACE_OPT_DUMP_DATA))
		flags |= SYSCALL_TRACE_SHOW_NO_DATA;
	syscall_trace_init_fmt(fmt, &iter->seq, flags,
			       dump ? SYSCALL_TRACE_DUMP_MAX :
			       json ? SYSCALL_TRACE_JSON_MAX : SYSCALL_TRACE_TEXT_MAX);
	fmt->json = json;
}

/* Describe the record of @size bytes at @ent to the formatter; false: it is none of a call. */
static bool record_of(struct syscall_trace_record *rec, const struct trace_entry *ent,
		      size_t size, u64 time)
{
	static_assert(offsetof(struct syscall_call_entry, head) == sizeof(*ent));
	static_assert(offsetof(struct syscall_enter_entry, head) == sizeof(*ent));
	static_assert(offsetof(struct syscall_exit_entry, head) == sizeof(*ent));

	switch (ent->type) {
	case TRACE_SYSCALL_CALL:
		rec->kind = SYSCALL_TRACE_WHOLE;
		break;
	case TRACE_SYSCALL_ENTER:
		rec->kind = SYSCALL_TRACE_ENTRY;
		break;
	case TRACE_SYSCALL_EXIT:
		rec->kind = SYSCALL_TRACE_EXIT;
		break;
	default:
		return false;
	}
	rec->data = ent + 1;
	rec->size = size > sizeof(*ent) ? size - sizeof(*ent) : 0;
	rec->time = time;

	return true;
}

/*
 * Is the next record the exit of @enter, a call of task @pid? Then @rec describes it. A
 * reader with its own iterator has already passed the current record; trace_pipe and an oops
 * dump consume records, and the current one has to go first. It must not be accessed after
 * this.
 */
static bool exit_is_next(struct trace_iterator *iter, const struct syscall_trace_fmt *enter,
			 int pid, struct syscall_trace_record *rec)
{
	struct ring_buffer_iter *ring_iter = trace_buffer_iter(iter, iter->cpu);
	struct trace_buffer *buffer = iter->array_buffer->buffer;
	const struct trace_entry *ent;
	struct ring_buffer_event *event;
	unsigned long lost = 0;
	u64 time;

	if (ring_iter) {
		event = ring_buffer_iter_peek(ring_iter, &time);
		lost = ring_buffer_iter_dropped(ring_iter);
	} else {
		syscall_trace_consumes(iter);
		ring_buffer_consume(buffer, iter->cpu, NULL, NULL);
		event = ring_buffer_peek(buffer, iter->cpu, &time, &lost);
	}
	if (!event || lost)
		return false;

	ent = ring_buffer_event_data(event);

	return record_of(rec, ent, ring_buffer_event_length(event), time) && ent->pid == pid &&
	       !syscall_trace_began_earlier(enter) && syscall_trace_is_exit_of(enter, rec);
}

static enum print_line_t print_enter(struct trace_iterator *iter, struct syscall_trace_fmt *fmt,
				     struct syscall_trace_record *rec)
{
	struct ring_buffer_iter *ring_iter = trace_buffer_iter(iter, iter->cpu);
	struct trace_seq *s = &iter->seq;

	if (!syscall_trace_print_entry_line(fmt, rec))
		return trace_handle_return(s);

	/*
	 * exit_is_next() may consume this record, and nothing is known of the exit before.
	 * So there must be room for any exit: if not, the caller shows the lines before
	 * this one, and calls again with an empty buffer.
	 */
	if (!syscall_trace_exit_fits(fmt))
		return TRACE_TYPE_PARTIAL_LINE;

	if (!exit_is_next(iter, fmt, iter->ent->pid, rec)) {
		syscall_trace_print_unfinished_line(fmt);
		return ring_iter ? trace_handle_return(s) : TRACE_TYPE_NO_CONSUME;
	}

	syscall_trace_print_exit_line(fmt, rec);
	if (ring_iter)
		ring_buffer_iter_advance(ring_iter);

	return trace_handle_return(s);
}

static enum print_line_t print_call(struct trace_iterator *iter, struct syscall_trace_fmt *fmt)
{
	struct syscall_trace_record rec;

	if (!record_of(&rec, iter->ent, iter->ent_size, iter->ts))
		return TRACE_TYPE_UNHANDLED;

	switch (rec.kind) {
	case SYSCALL_TRACE_WHOLE:
		syscall_trace_print_call_line(fmt, &rec);
		break;
	case SYSCALL_TRACE_ENTRY:
		return print_enter(iter, fmt, &rec);
	case SYSCALL_TRACE_EXIT:
		syscall_trace_print_resumed_line(fmt, &rec);
	}

	return trace_handle_return(&iter->seq);
}

/* Does the record tell nothing but how many calls the task has made? */
static bool only_counts_calls(const struct trace_iterator *iter)
{
	const struct syscall_task_entry *entry = (void *)iter->ent;

	return entry->ent.type == TRACE_SYSCALL_TASK && syscall_trace_only_counts_calls(entry->what);
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
	u32 lost = is_dump(iter) ? 0 : syscall_trace_find_lost(iter);
	bool alone = lost && only_counts_calls(iter);
	struct syscall_trace_fmt fmt;

	if (!lost)
		return false;
	init_format(&fmt, iter, raw, json);
	syscall_trace_print_lost_line(&fmt, iter->ent->pid, lost);
	if (!json && !alone)
		print_prefix(iter, raw);

	return alone;
}

static void print_task(struct trace_iterator *iter, struct syscall_trace_fmt *fmt)
{
	size_t fixed = offsetof(struct syscall_task_entry, info);
	struct syscall_trace_task_event event;
	struct syscall_task_entry *entry;

	trace_assign_type(entry, iter->ent);

	event = (struct syscall_trace_task_event) {
		.what	= entry->what,
		.value	= entry->value,
		.seq	= entry->seq,
		.info	= entry->info,
		.size	= iter->ent_size > fixed ? iter->ent_size - fixed : 0,
	};
	syscall_trace_print_task_line(fmt, &event);
}

/* Print an event of another tracer as JSON, with the text that the event prints itself. */
static void print_foreign(struct trace_iterator *iter, struct syscall_trace_fmt *fmt)
{
	struct trace_event *event = ftrace_find_event(iter->ent->type);
	struct trace_seq *s = &iter->seq;
	size_t start = trace_seq_used(s);
	char text[SYSCALL_TRACE_OTHER_MAX];
	size_t len = 0;

	if (event)
		event->funcs->trace(iter, iter->tr->trace_flags & TRACE_ITER_SYM_MASK, event);
	if (!trace_seq_has_overflowed(s)) {
		len = trace_seq_used(s) - start;
		memcpy(text, s->buffer + start, min(sizeof(text), len));
		s->seq.len = start;
	}
	syscall_trace_json_text(fmt, "other", text, len);
}

static enum print_line_t print_record(struct trace_iterator *iter, bool raw,
				      const struct syscall_trace_context *json)
{
	struct syscall_trace_fmt fmt;

	if (print_lost(iter, raw, json))
		return trace_handle_return(&iter->seq);
	init_format(&fmt, iter, raw, json);
	switch (iter->ent->type) {
	case TRACE_SYSCALL_CALL:
	case TRACE_SYSCALL_ENTER:
	case TRACE_SYSCALL_EXIT:
		return print_call(iter, &fmt);
	case TRACE_SYSCALL_TASK:
		print_task(iter, &fmt);
		break;
	default:
		print_foreign(iter, &fmt);
	}

	return trace_handle_return(&iter->seq);
}

/* Tell how many records have been overwritten before the first one of a trace. */
static void print_overrun(struct trace_iterator *iter)
{
	unsigned long records;
	int cpu;

	/* trace_pipe tells it of each record. */
	if (iter->private == &syscall_trace_pipe || iter->snapshot)
		return;
	for_each_tracing_cpu(cpu) {
		if (iter->cpu_file != RING_BUFFER_ALL_CPUS && iter->cpu_file != cpu)
			continue;
		records = ring_buffer_overrun_cpu(iter->array_buffer->buffer, cpu);
		if (records)
			syscall_trace_json_lost(&iter->seq, cpu, records);
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
	char comm[TASK_COMM_LEN];

	/* Lines have a head that tells of it. */
	if (syscall_trace_begins_reading(iter))
		print_overrun(iter);
	syscall_trace_find_name(iter, comm);
	ctx.comm = comm;
	syscall_trace_find_ns_ids(iter->ent->pid, &ctx.ns_pid, &ctx.ns_tid);
	if (iter->lost_events)
		syscall_trace_json_lost(&iter->seq, iter->cpu, iter->lost_events);

	return print_record(iter, false, &ctx);
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
	if (is_dump(iter))
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
 * syscall_trace_print_header - print the lines before the first one
 * @m: the file, whose private data is a struct trace_iterator
 */
void syscall_trace_print_header(struct seq_file *m)
{
	struct trace_iterator *iter = m->private;

	trace_default_header(m);
	if (iter->tr->trace_flags & TRACE_ITER_CONTEXT_INFO)
		seq_puts(m, SYSCALL_TRACE_HEADER);
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return print_record(iter, false, NULL);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	return print_record(iter, true, NULL);
}

static struct trace_event_functions call_funcs = {
	.trace	= print_trace,
	.raw	= print_raw,
};

static struct trace_event_functions task_funcs = {
	.trace	= print_trace,
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
