// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: from the record that a reader is at to a line. Finds the exit that belongs on
 * its entry's line; the text itself is the formatter's.
 */
#include <linux/ring_buffer.h>

#include "../format/format.h"
#include "../options.h"
#include "../record/sink.h"
#include "../task/task_events.h"
#include "lines.h"

/* What a line has at most besides the text of its arguments: the name of the task, the result. */
#define BESIDES		3036

/* The most that there is room for; not all kernels have as large buffers. */
#define TEXT_ROOM	min_t(size_t, SYSCALL_TRACE_TEXT_MAX, TRACE_SEQ_BUFFER_SIZE - BESIDES)
#define JSON_ROOM	min_t(size_t, SYSCALL_TRACE_JSON_MAX, (TRACE_SEQ_BUFFER_SIZE - BESIDES) / 2)

/**
 * syscall_lines_begin - begin the line of a record
 * @fmt: the formatter's state
 * @iter: the reader, at the record
 * @raw: numbers only
 * @json: what JSON tells of the record, or %NULL: it is to be text
 *
 * Context: any.
 */
void syscall_lines_begin(struct syscall_trace_fmt *fmt, struct trace_iterator *iter, bool raw,
			 const struct syscall_trace_context *json)
{
	bool dump = syscall_lines_are_dumped(iter);
	unsigned int flags = 0;

	if (raw || syscall_trace_option(SYSCALL_TRACE_OPT_RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (syscall_trace_option(SYSCALL_TRACE_OPT_NAMES))
		flags |= SYSCALL_TRACE_SHOW_NAMES;
	if (syscall_lines_tell_time(iter))
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (syscall_lines_are_in_ns(iter))
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	if (dump && !syscall_trace_option(SYSCALL_TRACE_OPT_DUMP_DATA))
		flags |= SYSCALL_TRACE_SHOW_NO_DATA;
	syscall_trace_init_fmt(fmt, &iter->seq, flags,
			       dump ? SYSCALL_TRACE_DUMP_MAX :
			       json ? JSON_ROOM : TEXT_ROOM);
	fmt->json = json;
}

/* Describe the record of @size bytes at @ent to the formatter; false: it is none of a call. */
static bool record_of(struct syscall_trace_record *rec, const struct trace_entry *ent,
		      size_t size, u64 time)
{
	static_assert(offsetof(struct syscall_call_entry, head) == sizeof(*ent));

	if (ent->type == syscall_sink_type(TRACE_SYSCALL_CALL))
		rec->kind = SYSCALL_TRACE_WHOLE;
	else if (ent->type == syscall_sink_type(TRACE_SYSCALL_ENTER))
		rec->kind = SYSCALL_TRACE_ENTRY;
	else if (ent->type == syscall_sink_type(TRACE_SYSCALL_EXIT))
		rec->kind = SYSCALL_TRACE_EXIT;
	else
		return false;
	rec->data = ent + 1;
	rec->size = size > sizeof(*ent) ? size - sizeof(*ent) : 0;
	rec->time = time;

	return true;
}

static struct ring_buffer_iter *ring_iter_of(const struct trace_iterator *iter)
{
	return iter->buffer_iter ? iter->buffer_iter[iter->cpu] : NULL;
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
	struct trace_buffer *buffer = syscall_lines_buffer(iter);
	struct ring_buffer_iter *ring_iter = ring_iter_of(iter);
	const struct trace_entry *ent;
	struct ring_buffer_event *event;
	unsigned long lost = 0;
	u64 time;

	if (ring_iter) {
		event = ring_buffer_iter_peek(ring_iter, &time);
		lost = ring_buffer_iter_dropped(ring_iter);
	} else {
		syscall_lines_consume(iter);
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
	struct ring_buffer_iter *ring_iter = ring_iter_of(iter);
	struct trace_seq *s = &iter->seq;
	pid_t pid = iter->ent->pid;

	if (!syscall_trace_print_entry_line(fmt, rec))
		return trace_handle_return(s);

	/*
	 * exit_is_next() may consume this record, and nothing is known of the exit before.
	 * So there must be room for any exit: if not, the caller shows the lines before
	 * this one, and calls again with an empty buffer.
	 */
	if (!syscall_trace_exit_fits(fmt))
		return TRACE_TYPE_PARTIAL_LINE;

	if (!exit_is_next(iter, fmt, pid, rec)) {
		syscall_trace_print_unfinished_line(fmt);
		return ring_iter ? trace_handle_return(s) : TRACE_TYPE_NO_CONSUME;
	}

	syscall_trace_print_exit_line(fmt, rec);
	syscall_lines_show_exit(iter, pid, fmt->head.seq);
	if (ring_iter)
		ring_buffer_iter_advance(ring_iter);

	return trace_handle_return(s);
}

/**
 * syscall_lines_print_call - print the record of a call, or a part of one
 * @iter: the reader, at the record. It may be at the next one afterwards
 * @fmt: as syscall_lines_begin() made it
 *
 * Context: any.
 * Return: what became of the line; TRACE_TYPE_UNHANDLED: the record is none of a call.
 */
enum print_line_t syscall_lines_print_call(struct trace_iterator *iter,
					   struct syscall_trace_fmt *fmt)
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

/**
 * syscall_lines_print_task - print a record of what happened to a task between its calls
 * @iter: the reader, at the record
 * @fmt: as syscall_lines_begin() made it
 *
 * Context: any.
 * Return: what became of the line.
 */
enum print_line_t syscall_lines_print_task(struct trace_iterator *iter,
					   struct syscall_trace_fmt *fmt)
{
	const struct syscall_task_entry *entry = (void *)iter->ent;
	size_t fixed = offsetof(struct syscall_task_entry, info);
	struct syscall_trace_task_event event = {
		.what	= entry->what,
		.value	= entry->value,
		.seq	= entry->seq,
		.info	= (const u8 *)entry->info,
		.size	= iter->ent_size > fixed ? iter->ent_size - fixed : 0,
	};

	syscall_trace_print_task_line(fmt, &event);

	return trace_handle_return(&iter->seq);
}
