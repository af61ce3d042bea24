// SPDX-License-Identifier: GPL-2.0
/*
 * The records, as events of the kernel's. They have the names and the fields that they have in a
 * kernel with the tracer built in, so that whoever reads trace_pipe_raw need not know which one
 * made them. Only syscall_call can be enabled: the trace instance then traces system calls, with
 * all four records.
 */
#include <linux/module.h>
#include <linux/stringify.h>
#include <linux/trace_events.h>

#include "tracer/control.h"
#include "tracer/format/format.h"
#include "tracer/instances.h"
#include "tracer/options.h"
#include "tracer/record/sink.h"
#include "tracer/task/task_events.h"
#include "tracer/tracefs/lines.h"

#include "borrow.h"
#include "instance.h"

#define SYSTEM	"ftrace"

u16 sink_types[SINK_NR_TYPES];

/* The module is neither beginning nor ending. Guarded by trace_types_lock. */
static bool allowed;

/* ---------------------------------- lines --------------------------------- */

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
 * Make an object of the record, without what the kernel has put in front of the line. It does so
 * before it knows which record this is.
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
	drop_line(&iter->seq, false);
	if (iter->lost_events) {
		drop_line(&iter->seq, true);
		syscall_trace_json_lost(&iter->seq, iter->cpu, iter->lost_events);
	}

	return ctx;
}

static enum print_line_t print_call(struct trace_iterator *iter, bool raw)
{
	struct syscall_trace_context ctx;
	struct syscall_trace_fmt fmt;
	char comm[TASK_COMM_LEN];

	syscall_lines_begin(&fmt, iter, raw, begin_json(&ctx, comm, iter));

	return syscall_lines_print_call(iter, &fmt);
}

static enum print_line_t print_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return print_call(iter, false);
}

static enum print_line_t print_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	return print_call(iter, true);
}

static enum print_line_t print_task(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	struct syscall_trace_context ctx;
	struct syscall_trace_fmt fmt;
	char comm[TASK_COMM_LEN];

	syscall_lines_begin(&fmt, iter, false, begin_json(&ctx, comm, iter));

	return syscall_lines_print_task(iter, &fmt);
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
	struct trace_array *tr = inst->buffer->tr;
	/* Before the first one traces there, the ring buffer has room for some records only. */
	int ret = on ? compat_update_buffers(tr) : 0;

	return ret ?: trace_array_set_clr_event(tr, SYSTEM, "syscall_call", on);
}

#define FIELD(what, ident, is_signed_)					\
	{ .type = #what, .name = #ident, .size = sizeof(what), .align = __alignof__(what), \
	  .is_signed = (is_signed_), .filter_type = FILTER_OTHER }
#define REST(what, ident, align_)					\
	{ .type = #what "[]", .name = #ident, .size = 0, .align = (align_), \
	  .filter_type = FILTER_OTHER }

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
	__stringify("nr:%u abi:%u seq:%u words:%x flags:%x") ", "
	__stringify(REC->nr & 0xfff, REC->nr >> 12, REC->seq, REC->words, REC->flags);
static char task_format[] =
	__stringify("what:%u value:%d") ", " __stringify(REC->what, REC->value);

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
static struct trace_event_call *ident##_pointer __used			\
	__section("_ftrace_events") = &ident##_event

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
