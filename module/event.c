// SPDX-License-Identifier: GPL-2.0
/*
 * The records, as events of the kernel's. They have the names and the fields that they have in a
 * kernel with the tracer built in, so that whoever reads trace_pipe_raw need not know which one
 * made them. Only syscall_call can be enabled: the trace instance then traces system calls, with
 * all four records.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/stringify.h>
#include <linux/trace_events.h>

#include "tracer/control.h"
#include "tracer/instances.h"
#include "tracer/loss/tally.h"
#include "tracer/record/sink.h"

#include "borrow.h"
#include "event.h"
#include "instance.h"
#include "later.h"
#include "lines.h"

#define SYSTEM	"ftrace"

u16 sink_types[SINK_NR_TYPES];

/* The module is neither beginning nor ending. Guarded by trace_types_lock. */
static bool allowed;

/* ---------------------------------- events -------------------------------- */

/*
 * Give back what the kernel has counted for triggers that were refused, where it has not done so
 * itself: which of its functions do depends on its version. While that is counted, the event could
 * not be disabled any more, and the next trigger would be taken without a question.
 */
static void give_back(struct instance *inst)
{
	struct trace_event_file *file = inst->file;
	struct list_head *at;
	int triggers = 0;

	guard(mutex)(borrow_event_mutex);
	list_for_each(at, &file->triggers)
		triggers++;
	if (atomic_read(&file->tm_ref) > triggers)
		trace_event_trigger_enable_disable(file, 0);
	/* All triggers of its own count as one. */
	if (inst->refused_other && atomic_read(&file->sm_ref) > !!atomic_read(&file->tm_ref))
		trace_event_enable_disable(file, 0, 1);
	inst->refused_other = false;
}

/* Find an instance that has refused a trigger. It stays until instance_drop(). */
static struct instance *find_refusing(void)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(inst, &instances, list) {
		if (inst->refused) {
			inst->refused = false;
			instance_hold(inst);
			return inst;
		}
	}

	return NULL;
}

static void give_all_back(void)
{
	struct instance *inst;

	while ((inst = find_refusing())) {
		/* Its trace array is not removed meanwhile. */
		if (!instance_get(inst)) {
			give_back(inst);
			instance_put(inst);
		}
		instance_drop(inst);
	}
}

static DEFINE_LATER(give_back_later, give_all_back);

/*
 * A trigger wants the event to be enabled, but to do nothing until a bit of its flags says
 * otherwise, of which nobody would be told. Or it is one of the event itself, which never fires,
 * because the kernel does not see the records. The kernel asks only if it has counted no trigger
 * yet.
 */
static int refuse_trigger(struct instance *inst)
{
	inst->refused = true;
	inst->refused_other = !(inst->file->flags & EVENT_FILE_FL_TRIGGER_MODE);
	later(&give_back_later);

	return -EOPNOTSUPP;
}

/* The kernel's mutex is held, too: borrow_event_mutex. */
static int begin(struct trace_event_file *file)
{
	struct instance *inst;
	int ret;

	guard(mutex)(&trace_types_lock);
	inst = instance_of_array(file);
	if (!allowed || !inst)
		return -ENODEV;
	if (file->flags & EVENT_FILE_FL_SOFT_DISABLED)
		return refuse_trigger(inst);
	/* The kernel has given back what it has counted. */
	if (!atomic_read(&file->sm_ref))
		inst->refused_other = false;
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
 * events_allow - let events be enabled
 */
void events_allow(void)
{
	guard(mutex)(&trace_types_lock);
	allowed = true;
	sink_types[TRACE_SYSCALL_CALL] = syscall_call_event.event.type;
	sink_types[TRACE_SYSCALL_ENTER] = syscall_enter_event.event.type;
	sink_types[TRACE_SYSCALL_EXIT] = syscall_exit_event.event.type;
	sink_types[TRACE_SYSCALL_TASK] = syscall_task_event.event.type;
}

/**
 * events_forbid - let them be enabled no more
 *
 * Context: task context, may sleep; after later_stop().
 */
void events_forbid(void)
{
	scoped_guard(mutex, &trace_types_lock)
		allowed = false;
	cancel_work_sync(&give_back_later.work);
}
