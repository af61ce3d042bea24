/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's records go to the ring buffer of a trace array, as events of its own. record/sink.h
 * says what these functions do.
 */
#ifndef _SYSCALL_HOME_SINK_H
#define _SYSCALL_HOME_SINK_H

#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/syscall_trace_record.h>

#include "../array_place.h"
#include "../borrow.h"
#include "../instance.h"

/* Indices of sink_types[] */
enum {
	TRACE_SYSCALL_CALL,
	TRACE_SYSCALL_ENTER,
	TRACE_SYSCALL_EXIT,
	TRACE_SYSCALL_TASK,
	SINK_NR_TYPES,
};

struct syscall_call_entry {
	struct trace_entry		ent;
	struct syscall_trace_head	head;
	u32				data[];
};

struct syscall_task_entry {
	struct trace_entry		ent;
	u32				what;
	s32				value;
	u32				seq;
	u32				info[];
};

struct syscall_sink_space {
	void				*entry;
	struct trace_buffer		*buffer;
	struct ring_buffer_event	*event;
};

/* The numbers that the kernel has given to the events. */
extern u16 sink_types[SINK_NR_TYPES];

/* A snapshot may give the instance another one at any time. */
static __always_inline struct trace_buffer *
syscall_sink_buffer(const struct syscall_trace_instance *inst)
{
	return READ_ONCE(instance_of(inst)->buffer->buffer);
}

static __always_inline bool syscall_sink_reserve(struct syscall_sink_space *space,
						 const struct syscall_trace_instance *inst,
						 size_t size)
{
	space->buffer = syscall_sink_buffer(inst);
	space->event = ring_buffer_lock_reserve(space->buffer, size);
	if (unlikely(!space->event))
		return false;
	space->entry = ring_buffer_event_data(space->event);

	return true;
}

/* The name of the task is saved when it is scheduled out. */
static __always_inline void syscall_sink_commit(const struct syscall_trace_instance *inst,
						const struct syscall_sink_space *space)
{
	__this_cpu_write(*borrow_taskinfo_save, true);
	compat_unlock_commit(space->buffer, space->event);
}

static __always_inline void syscall_sink_discard(const struct syscall_sink_space *space)
{
	ring_buffer_discard_commit(space->buffer, space->event);
}

static __always_inline u16 syscall_sink_type(int type)
{
	return sink_types[type];
}

static __always_inline bool syscall_sink_reserve_event(struct syscall_sink_space *space,
						       const struct syscall_trace_instance *inst,
						       size_t size, unsigned int context)
{
	if (!syscall_sink_reserve(space, inst, size))
		return false;
	tracing_generic_entry_update(space->entry, syscall_sink_type(TRACE_SYSCALL_TASK), context);

	return true;
}

static __always_inline void syscall_sink_commit_event(const struct syscall_trace_instance *inst,
						      const struct syscall_sink_space *space,
						      unsigned int context)
{
	syscall_sink_commit(inst, space);
}

static __always_inline u64 syscall_sink_event_time(const struct syscall_sink_space *space)
{
	return ring_buffer_event_time_stamp(space->buffer, space->event);
}

static __always_inline size_t syscall_sink_size(const struct syscall_trace_instance *inst)
{
	return ring_buffer_max_event_size(syscall_sink_buffer(inst));
}

static __always_inline int syscall_sink_clock(const struct syscall_trace_instance *inst)
{
	return array_clock(instance_of(inst)->buffer->tr);
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
	return array_off(instance_of(inst)->buffer->tr);
}

static __always_inline bool syscall_sink_is_on(const struct syscall_trace_instance *inst)
{
	return ring_buffer_record_is_set_on(syscall_sink_buffer(inst));
}

/* A reader is asked only at a record: see lines.c. */
static __always_inline bool syscall_sink_tells_ends(void)
{
	return true;
}

static __always_inline void syscall_sink_save_name(struct task_struct *task)
{
	tracing_record_taskinfo(task, BORROW_RECORD_CMDLINE);
}

static __always_inline void syscall_sink_stop(const struct syscall_trace_instance *inst)
{
	tracer_tracing_off(instance_of(inst)->buffer->tr);
}

/* What these take is not for modules. */
static __always_inline void syscall_sink_write_stack(const struct syscall_trace_instance *inst)
{
}

static __always_inline bool syscall_sink_has_stacks(void)
{
	return false;
}

static __always_inline void syscall_sink_take_snapshot(const struct syscall_trace_instance *inst)
{
}

static __always_inline bool syscall_sink_has_snapshots(void)
{
	return false;
}

static __always_inline int syscall_sink_let_snapshots(const struct syscall_trace_instance *inst)
{
	return -EOPNOTSUPP;
}

static __always_inline void syscall_sink_end_snapshots(const struct syscall_trace_instance *inst)
{
}

#endif /* _SYSCALL_HOME_SINK_H */
