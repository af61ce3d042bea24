/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sink that takes no records, to compile the tracer without the ring buffers of kernel/trace/.
 */
#ifndef _SYSCALL_HOME_SINK_H
#define _SYSCALL_HOME_SINK_H

#include <linux/syscall_trace_record.h>

enum {
	TRACE_SYSCALL_CALL,
	TRACE_SYSCALL_ENTER,
	TRACE_SYSCALL_EXIT,
	TRACE_SYSCALL_TASK,
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
};

static __always_inline bool syscall_sink_reserve(struct syscall_sink_space *space,
						 const struct syscall_trace_instance *inst,
						 size_t size)
{
	return false;
}

static __always_inline void syscall_sink_commit(const struct syscall_trace_instance *inst,
						const struct syscall_sink_space *space)
{
}

static __always_inline void syscall_sink_discard(const struct syscall_sink_space *space)
{
}

static __always_inline bool syscall_sink_reserve_event(struct syscall_sink_space *space,
						       const struct syscall_trace_instance *inst,
						       size_t size, unsigned int context)
{
	return false;
}

static __always_inline void syscall_sink_commit_event(const struct syscall_trace_instance *inst,
						      const struct syscall_sink_space *space,
						      unsigned int context)
{
}

static __always_inline u64 syscall_sink_event_time(const struct syscall_sink_space *space)
{
	return 0;
}

static __always_inline u16 syscall_sink_type(int type)
{
	return type;
}

static __always_inline size_t syscall_sink_size(const struct syscall_trace_instance *inst)
{
	return 4000;
}

static __always_inline int syscall_sink_clock(const struct syscall_trace_instance *inst)
{
	return 0;
}

static __always_inline u64 syscall_sink_time(const struct syscall_trace_instance *inst)
{
	return 0;
}

static __always_inline bool syscall_sink_find_oldest(const struct syscall_trace_instance *inst,
						     int cpu, u64 *time)
{
	return false;
}

static __always_inline const int *syscall_sink_off(const struct syscall_trace_instance *inst)
{
	static const int off = 1;

	return &off;
}

static __always_inline bool syscall_sink_is_on(const struct syscall_trace_instance *inst)
{
	return false;
}

static __always_inline bool syscall_sink_tells_ends(void)
{
	return false;
}

static __always_inline void syscall_sink_save_name(struct task_struct *task)
{
}

static __always_inline void syscall_sink_stop(const struct syscall_trace_instance *inst)
{
}

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
	return -EBUSY;
}

static __always_inline void syscall_sink_end_snapshots(const struct syscall_trace_instance *inst)
{
}

#endif /* _SYSCALL_HOME_SINK_H */
