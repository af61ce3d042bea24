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
#include "tracer/instances.h"
#include "tracer/loss/tally.h"
#include "tracer/record/sink.h"

#include "borrow.h"
#include "event.h"
#include "instance.h"
#include "lines.h"

#define SYSTEM	"ftrace"

u16 sink_types[SINK_NR_TYPES];

/* The module is neither beginning nor ending. Guarded by trace_types_lock. */
static bool allowed;

/* ---------------------------------- events -------------------------------- */

static int begin(struct trace_event_file *file)
{
	struct instance *inst;
	int ret;

	guard(mutex)(&trace_types_lock);
	inst = instance_of_array(file);
	if (!allowed || !inst)
		return -ENODEV;
	ret = syscall_trace_begin(&inst->trace, inst->starts_process);
	/* Numbers begin anew, but what was recorded before is still there. */
	if (!ret && !ring_buffer_empty(inst->buffer->buffer))
		syscall_tally_leaves(&inst->trace.losses);

	return ret;
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

/*
 * A trigger of another event wants this one to be enabled, but to do nothing until a bit of its
 * flags says otherwise, of which nobody would be told. The kernel has noted that, and forgets it
 * only if it is told to.
 */
static int refuse_trigger(struct trace_event_file *file)
{
	trace_event_enable_disable(file, 0, 1);

	return -EOPNOTSUPP;
}

static int reg(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct trace_event_file *file = data;

	switch (type) {
	case TRACE_REG_REGISTER:
		if (file->flags & EVENT_FILE_FL_SOFT_DISABLED)
			return refuse_trigger(file);
		return begin(file);
	case TRACE_REG_UNREGISTER:
		end(file);
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
#define REST(what, ident)						\
	{ .type = #what "[]", .name = #ident, .size = 0, .align = __alignof__(what), \
	  .filter_type = FILTER_OTHER }

static struct trace_event_fields call_fields[] = {
	FIELD(u16, nr, 0),
	FIELD(u8, words, 0),
	FIELD(u8, flags, 0),
	FIELD(u32, seq, 0),
	REST(u32, data),
	{ }
};

static struct trace_event_fields task_fields[] = {
	FIELD(u32, what, 0),
	FIELD(s32, value, 1),
	FIELD(u32, seq, 0),
	REST(u32, info),
	{ }
};

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

EVENT(syscall_call, reg, call_fields, lines_of_calls, call_format, 0);
EVENT(syscall_enter, NULL, call_fields, lines_of_calls, call_format, TRACE_EVENT_FL_IGNORE_ENABLE);
EVENT(syscall_exit, NULL, call_fields, lines_of_calls, call_format, TRACE_EVENT_FL_IGNORE_ENABLE);
EVENT(syscall_task, NULL, task_fields, lines_of_tasks, task_format, TRACE_EVENT_FL_IGNORE_ENABLE);

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
