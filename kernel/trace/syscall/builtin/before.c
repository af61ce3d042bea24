// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what kernel/trace/ calls before calls in flight would be visibly late: before
 * another recorder writes to the ring buffer, and before that is stopped or taken away.
 */
#include <linux/cpumask.h>
#include <linux/rculist.h>
#include <linux/syscall_trace.h>

#include "../hook/inflight.h"
#include "../instances.h"
#include "../record/batch.h"
#include "../record/sink.h"
#include "batch.h"
#include "before.h"

DEFINE_STATIC_KEY_FALSE(syscall_trace_is_on);

/* The instance that traces system calls to a ring buffer, or NULL. */
static struct syscall_trace_instance *find_instance(const struct trace_buffer *buffer)
{
	struct syscall_trace_instance *inst;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (syscall_sink_buffer(inst) == buffer)
			return inst;
	}

	return NULL;
}

/**
 * __syscall_trace_write_before - record the entry of the current task's call before a record
 * @buffer: the ring buffer that another recorder is about to write to
 *
 * Context: any.
 */
void __syscall_trace_write_before(struct trace_buffer *buffer)
{
	const struct syscall_trace_task *task = syscall_trace_of(current);
	struct syscall_trace_instance *inst;

	if (!syscall_trace_is_hidden(task, READ_ONCE(task->entered)) &&
	    !static_branch_unlikely(&syscall_trace_is_batching))
		return;

	guard(preempt_notrace)();
	inst = find_instance(buffer);
	if (!inst)
		return;
	syscall_trace_write_current();
	syscall_trace_flush_here(inst);
}

/**
 * __syscall_trace_write_in_flight - record the entries of calls in flight before it is too late
 * @tr: the instance whose ring buffer is about to be stopped or taken away
 *
 * Context: any.
 */
void __syscall_trace_write_in_flight(struct trace_array *tr)
{
	bool can_wait = preemptible() && !oops_in_progress;
	struct syscall_trace_instance *inst;

	scoped_guard(preempt_notrace) {
		inst = find_instance(tr->array_buffer.buffer);
		if (!inst)
			return;
		/* In an NMI, calls in flight do not go behind what waits. */
		if (in_nmi() && oops_in_progress)
			syscall_trace_flush_interrupted(inst);
		if (!can_wait)
			syscall_trace_write_from_here(inst);
	}
	if (can_wait) {
		syscall_trace_write_all();
		syscall_trace_flush(tr);
	}
}

/**
 * syscall_trace_watch - begin or end to record calls that are in flight
 * @on: begin
 *
 * The probe of sched_switch is the one that saves the names of tasks.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_watch(bool on)
{
	lockdep_assert_held(&trace_types_lock);

	if (on)
		static_branch_enable(&syscall_trace_is_on);
	else
		static_branch_disable(&syscall_trace_is_on);
}
