/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the records of the built-in tracer go to the ring buffer of a trace array.
 * record/sink.h says what these functions do.
 */
#ifndef _SYSCALL_HOME_SINK_H
#define _SYSCALL_HOME_SINK_H

#include "../array.h"

struct syscall_sink_space {
	void				*entry;
	struct trace_buffer		*buffer;
	struct ring_buffer_event	*event;
};

/* A snapshot may give the instance another one at any time. */
static __always_inline struct trace_buffer *
syscall_sink_buffer(const struct syscall_trace_instance *inst)
{
	return syscall_trace_array(inst)->array_buffer.buffer;
}

/*
 * The data of an event that has just been reserved. As a rule, that is neither long nor
 * behind a time stamp, and nothing has to be skipped.
 */
static __always_inline void *syscall_sink_event_data(struct ring_buffer_event *event)
{
	if (likely(event->type_len - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return event->array;

	return ring_buffer_event_data(event);
}

static __always_inline bool syscall_sink_reserve(struct syscall_sink_space *space,
						 const struct syscall_trace_instance *inst,
						 size_t size)
{
	space->buffer = syscall_sink_buffer(inst);
	space->event = ring_buffer_lock_reserve(space->buffer, size);
	if (unlikely(!space->event))
		return false;
	space->entry = syscall_sink_event_data(space->event);

	return true;
}

/*
 * trace_buffer_unlock_commit(), shorter for records without company. That function must
 * also look for the per-CPU page of filters, which the tracer never uses. The name of the
 * task is saved when it is scheduled out.
 */
static __always_inline void syscall_sink_commit(const struct syscall_trace_instance *inst,
						const struct syscall_sink_space *space)
{
	struct trace_array *tr = syscall_trace_array(inst);

	if (likely(!inst->has_company)) {
		__this_cpu_write(trace_taskinfo_save, true);
		ring_buffer_unlock_commit(space->buffer);
	} else {
		trace_export_syscall(tr, space->event);
		trace_buffer_unlock_commit(tr, space->buffer, space->event, tracing_gen_ctx_dec());
	}
}

static __always_inline void syscall_sink_discard(const struct syscall_sink_space *space)
{
	ring_buffer_discard_commit(space->buffer, space->event);
}

static __always_inline bool syscall_sink_reserve_event(struct syscall_sink_space *space,
						       const struct syscall_trace_instance *inst,
						       size_t size, unsigned int context)
{
	space->buffer = syscall_sink_buffer(inst);
	space->event = trace_buffer_lock_reserve(space->buffer, TRACE_SYSCALL_TASK, size, context);
	if (!space->event)
		return false;
	space->entry = ring_buffer_event_data(space->event);

	return true;
}

static __always_inline void syscall_sink_commit_event(const struct syscall_trace_instance *inst,
						      const struct syscall_sink_space *space,
						      unsigned int context)
{
	struct trace_array *tr = syscall_trace_array(inst);

	trace_export_syscall(tr, space->event);
	trace_buffer_unlock_commit(tr, space->buffer, space->event, context);
}

static __always_inline u64 syscall_sink_event_time(const struct syscall_sink_space *space)
{
	return ring_buffer_event_time_stamp(space->buffer, space->event);
}

static __always_inline u16 syscall_sink_type(int type)
{
	return type;
}

static __always_inline size_t syscall_sink_size(const struct syscall_trace_instance *inst)
{
	return ring_buffer_max_event_size(syscall_sink_buffer(inst));
}

static __always_inline int syscall_sink_clock(const struct syscall_trace_instance *inst)
{
	return READ_ONCE(syscall_trace_array(inst)->clock_id);
}

static __always_inline u64 syscall_sink_time(const struct syscall_trace_instance *inst)
{
	return ring_buffer_time_stamp(syscall_sink_buffer(inst));
}

static __always_inline bool syscall_sink_find_oldest(const struct syscall_trace_instance *inst,
						     int cpu, u64 *time)
{
	return ring_buffer_peek(syscall_sink_buffer(inst), cpu, time, NULL);
}

static __always_inline const int *syscall_sink_off(const struct syscall_trace_instance *inst)
{
	return &syscall_trace_array(inst)->buffer_disabled;
}

static __always_inline bool syscall_sink_is_on(const struct syscall_trace_instance *inst)
{
	return tracer_tracing_is_on(syscall_trace_array(inst));
}

static __always_inline bool syscall_sink_tells_ends(void)
{
	return trace_exports_syscalls();
}

static __always_inline void syscall_sink_save_name(struct task_struct *task)
{
	trace_save_cmdline(task);
}

static __always_inline void syscall_sink_stop(const struct syscall_trace_instance *inst)
{
	tracer_tracing_off(syscall_trace_array(inst));
}

static __always_inline void syscall_sink_write_stack(const struct syscall_trace_instance *inst)
{
	__trace_userstack(syscall_sink_buffer(inst), tracing_gen_ctx());
}

static __always_inline bool syscall_sink_has_stacks(void)
{
	return IS_ENABLED(CONFIG_STACKTRACE) && IS_ENABLED(CONFIG_USER_STACKTRACE_SUPPORT);
}

static __always_inline void syscall_sink_take_snapshot(const struct syscall_trace_instance *inst)
{
	tracing_snapshot_instance(syscall_trace_array(inst));
}

static __always_inline bool syscall_sink_has_snapshots(void)
{
	return IS_ENABLED(CONFIG_TRACER_SNAPSHOT);
}

static __always_inline int syscall_sink_let_snapshots(const struct syscall_trace_instance *inst)
{
	return tracing_arm_snapshot_locked(syscall_trace_array(inst));
}

static __always_inline void syscall_sink_end_snapshots(const struct syscall_trace_instance *inst)
{
	tracing_disarm_snapshot(syscall_trace_array(inst));
}

#endif /* _SYSCALL_HOME_SINK_H */
