// SPDX-License-Identifier: GPL-2.0
/*
 * The records, as events of the kernel's. They have the names and the fields that they have in a kernel with
 * the tracer built in, so that whoever reads trace_pipe_raw need not know which one made them. Only
 * syscall_call can be enabled: the trace instance then traces system calls, with all four records.
 */
#include <linux/module.h>
#include <linux/trace_events.h>

#include "tracer/control.h"
#include "tracer/format/format.h"
#include "tracer/instances.h"
#include "tracer/options.h"
#include "tracer/record/sink.h"
#include "tracer/task/task_events.h"

#include "borrow.h"
#include "instance.h"

#define SYSTEM	"ftrace"

u16 sink_types[SINK_NR_TYPES];

/* The module is neither beginning nor ending. Guarded by trace_types_lock. */
static bool allowed;

/* ---------------------------------- lines --------------------------------- */

/* A dump to the kernel log consumes records, as a reader of trace_pipe does. */
static bool is_dump(const struct trace_iterator *iter)
{
	return oops_in_progress && !iter->buffer_iter;
}

static bool times_calls(const struct trace_iterator *iter)
{
	const struct syscall_trace_instance *inst;

	if (syscall_trace_option(SYSCALL_TRACE_OPT_TIME))
		return true;
	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing) {
		if (instance_of(inst)->buffer->tr == iter->tr)
			return syscall_trace_times_calls(inst);
	}

	return false;
}

static void init_format(struct syscall_trace_fmt *fmt, struct trace_iterator *iter, bool raw,
			const struct syscall_trace_context *json)
{
	bool dump = is_dump(iter);
	unsigned int flags = 0;

	if (raw || syscall_trace_option(SYSCALL_TRACE_OPT_RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (syscall_trace_option(SYSCALL_TRACE_OPT_NAMES))
		flags |= SYSCALL_TRACE_SHOW_NAMES;
	scoped_guard(rcu) {
		if (times_calls(iter))
			flags |= SYSCALL_TRACE_SHOW_TIME;
	}
	if (iter->iter_flags & TRACE_FILE_TIME_IN_NS)
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	if (dump && !syscall_trace_option(SYSCALL_TRACE_OPT_DUMP_DATA))
		flags |= SYSCALL_TRACE_SHOW_NO_DATA;
	syscall_trace_init_fmt(fmt, &iter->seq, flags,
			       dump ? SYSCALL_TRACE_DUMP_MAX :
			       json ? SYSCALL_TRACE_JSON_MAX : SYSCALL_TRACE_TEXT_MAX);
	fmt->json = json;
}

/* Take the line back that has been begun, or with @ended the one before it. */
static void drop_line(struct trace_seq *s, bool ended)
{
	size_t len = s->seq.len;

	if (ended && len)
		len--;
	while (len && s->buffer[len - 1] != '\n')
		len--;
	s->seq.len = len;
}

/*
 * Make an object of the record, without what the kernel has put in front of the line. It does so before it knows
 * which record this is.
 */
static const struct syscall_trace_context *begin_json(struct syscall_trace_context *ctx, char *comm,
						      struct trace_iterator *iter)
{
	if (is_dump(iter) || !syscall_trace_option(SYSCALL_TRACE_OPT_JSON))
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
	drop_line(&iter->seq, false);
	if (iter->lost_events) {
		drop_line(&iter->seq, true);
		syscall_trace_json_lost(&iter->seq, iter->cpu, iter->lost_events);
	}

	return ctx;
}

/* Describe the record of @size bytes at @ent to the formatter; false: it is none of a call. */
static bool record_of(struct syscall_trace_record *rec, const struct trace_entry *ent, size_t size,
		      u64 time)
{
	if (ent->type == sink_types[TRACE_SYSCALL_CALL])
		rec->kind = SYSCALL_TRACE_WHOLE;
	else if (ent->type == sink_types[TRACE_SYSCALL_ENTER])
		rec->kind = SYSCALL_TRACE_ENTRY;
	else if (ent->type == sink_types[TRACE_SYSCALL_EXIT])
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
 * Is the next record the exit of @enter, a call of task @pid? Then @rec describes it. A reader with its own
 * iterator has already passed the current record; others consume records, and the current one has to go
 * first. It must not be accessed after this.
 */
static bool exit_is_next(struct trace_iterator *iter, const struct syscall_trace_fmt *enter, int pid,
			 struct syscall_trace_record *rec)
{
	const struct instance_buffer *array = (struct instance_buffer *)iter->array_buffer;
	struct ring_buffer_iter *ring_iter = ring_iter_of(iter);
	const struct trace_entry *ent;
	struct ring_buffer_event *event;
	unsigned long lost = 0;
	u64 time;

	if (ring_iter) {
		event = ring_buffer_iter_peek(ring_iter, &time);
		lost = ring_buffer_iter_dropped(ring_iter);
	} else {
		ring_buffer_consume(array->buffer, iter->cpu, NULL, NULL);
		event = ring_buffer_peek(array->buffer, iter->cpu, &time, &lost);
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

	if (!syscall_trace_print_entry_line(fmt, rec))
		return trace_handle_return(s);
	/* There must be room for any exit: the entry may be consumed before that is known. */
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

static enum print_line_t print_call(struct trace_iterator *iter, bool raw)
{
	struct syscall_trace_context ctx;
	struct syscall_trace_record rec;
	struct syscall_trace_fmt fmt;
	char comm[TASK_COMM_LEN];

	if (!record_of(&rec, iter->ent, iter->ent_size, iter->ts))
		return TRACE_TYPE_UNHANDLED;
	init_format(&fmt, iter, raw, begin_json(&ctx, comm, iter));
	switch (rec.kind) {
	case SYSCALL_TRACE_WHOLE:
		syscall_trace_print_call_line(&fmt, &rec);
		break;
	case SYSCALL_TRACE_ENTRY:
		return print_enter(iter, &fmt, &rec);
	case SYSCALL_TRACE_EXIT:
		syscall_trace_print_resumed_line(&fmt, &rec);
	}

	return trace_handle_return(&iter->seq);
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	return print_call(iter, false);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	return print_call(iter, true);
}

static enum print_line_t print_task(struct trace_iterator *iter, int flags, struct trace_event *event)
{
	const struct syscall_task_entry *entry = (void *)iter->ent;
	size_t fixed = offsetof(struct syscall_task_entry, info);
	struct syscall_trace_task_event what = {
		.what	= entry->what,
		.value	= entry->value,
		.seq	= entry->seq,
		.info	= entry->info,
		.size	= iter->ent_size > fixed ? iter->ent_size - fixed : 0,
	};
	struct syscall_trace_context ctx;
	struct syscall_trace_fmt fmt;
	char comm[TASK_COMM_LEN];

	init_format(&fmt, iter, false, begin_json(&ctx, comm, iter));
	syscall_trace_print_task_line(&fmt, &what);

	return trace_handle_return(&iter->seq);
}

/* ---------------------------------- events -------------------------------- */

static int begin(struct trace_event_file *file)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	inst = instance_of_array(file);
	if (!allowed || !inst)
		return -ENODEV;

	return syscall_trace_begin(&inst->trace, inst->starts_process);
}

static void end(struct trace_event_file *file)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	inst = instance_of_array(file);
	/* The module ends, or it has not begun. */
	if (inst && inst->trace.bit)
		syscall_trace_end(&inst->trace);
}

static int reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		return begin(data);
	case TRACE_REG_UNREGISTER:
		end(data);
		return 0;
	default:
		return -EOPNOTSUPP;
	}
}

/**
 * event_enable - enable the event in a trace array, or disable it
 * @inst: the instance
 * @on: enable it
 *
 * Context: task context; trace_types_lock is not held.
 * Return: 0 or an error.
 */
int event_enable(struct instance *inst, bool on)
{
	return trace_array_set_clr_event(inst->buffer->tr, SYSTEM, "syscall_call", on);
}

#define FIELD(what, ident, is_signed_)					\
	{ .type = #what, .name = #ident, .size = sizeof(what), .align = __alignof__(what), \
	  .is_signed = (is_signed_), .filter_type = FILTER_OTHER }
#define REST(what, ident, align_)					\
	{ .type = #what "[]", .name = #ident, .size = 0, .align = (align_), .filter_type = FILTER_OTHER }

static struct trace_event_fields call_fields[] = {
	FIELD(u16, nr, 0),
	FIELD(u8, words, 0),
	FIELD(u8, flags, 0),
	FIELD(u32, seq, 0),
	REST(u32, data, 4),
	{ }
};

static struct trace_event_fields task_fields[] = {
	FIELD(u32, what, 0),
	FIELD(s32, value, 1),
	FIELD(u32, seq, 0),
	REST(unsigned char, info, 1),
	{ }
};

static struct trace_event_functions call_funcs = { .trace = print_trace, .raw = print_raw };
static struct trace_event_functions task_funcs = { .trace = print_task };

static char call_format[] =
	"\"nr:%u abi:%u seq:%u words:%x flags:%x\", REC->nr & 0xfff, REC->nr >> 12, REC->seq, "
	"REC->words, REC->flags";
static char task_format[] = "\"what:%u value:%d\", REC->what, REC->value";

/* Each has a class of its own, which has the list of its fields. */
#define EVENT(ident, reg_, fields_, funcs_, format_, flags_)		\
static struct trace_event_class ident##_class = {			\
	.system		= SYSTEM,					\
	.reg		= (reg_),					\
	.fields_array	= (fields_),					\
	.fields		= LIST_HEAD_INIT(ident##_class.fields),		\
	.raw_init	= trace_event_raw_init,				\
};									\
static struct trace_event_call ident##_event = {			\
	.class		= &ident##_class,				\
	.name		= #ident,					\
	.event.funcs	= &(funcs_),					\
	.print_fmt	= (format_),					\
	.flags		= (flags_),					\
};									\
static struct trace_event_call __used __section("_ftrace_events")	\
	*ident##_pointer = &ident##_event

EVENT(syscall_call, reg, call_fields, call_funcs, call_format, 0);
EVENT(syscall_enter, NULL, call_fields, call_funcs, call_format, TRACE_EVENT_FL_IGNORE_ENABLE);
EVENT(syscall_exit, NULL, call_fields, call_funcs, call_format, TRACE_EVENT_FL_IGNORE_ENABLE);
EVENT(syscall_task, NULL, task_fields, task_funcs, task_format, TRACE_EVENT_FL_IGNORE_ENABLE);

/**
 * events_allow - let events be enabled, or not any more
 * @on: let them
 */
void events_allow(bool on)
{
	guard(mutex)(&trace_types_lock);
	allowed = on;
	if (on) {
		sink_types[TRACE_SYSCALL_CALL] = syscall_call_event.event.type;
		sink_types[TRACE_SYSCALL_ENTER] = syscall_enter_event.event.type;
		sink_types[TRACE_SYSCALL_EXIT] = syscall_exit_event.event.type;
		sink_types[TRACE_SYSCALL_TASK] = syscall_task_event.event.type;
	}
}
