// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what kernel/trace/ calls before calls in flight would be visibly late: before
 * another recorder writes to the ring buffer, and before that is stopped or taken away.
 */
#include <linux/cpumask.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/syscall_trace.h>

#include "../capture/store.h"
#include "../capture/words.h"
#include "../hook/inflight.h"
#include "../instances.h"
#include "../loss/seq.h"
#include "../record/record.h"
#include "../record/sink.h"
#include "../run.h"
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

/* Find the arguments of another task's call. Returns false if the task has ended meanwhile. */
static bool find_args_of(struct syscall_trace_contents *what, struct task_struct *other,
			 const struct syscall_trace_task *call, unsigned long *words)
{
	if (!try_get_task_stack(other))
		return false;
	syscall_trace_find_args(what, other, call, words);
	put_task_stack(other);

	return true;
}

/*
 * Record the entry of a call of a task that another CPU executes, without stopping it. The
 * call goes on meanwhile, and may end, or somebody else records its entry: then the record is
 * dropped. @entered: as it was when the call was looked at.
 */
static noinline_for_stack void write_entry_of(struct syscall_trace_instance *inst,
					      struct task_struct *other, u32 entered)
{
	struct syscall_trace_task *task = syscall_trace_of(other), copy;
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_contents what = { };
	const struct syscall_trace_store *store;
	struct syscall_trace_reserved rec;
	u32 seq = READ_ONCE(*syscall_trace_seq_of(task, inst));

	/* Before the call is looked at: if the number changes meanwhile, the call has ended. */
	smp_rmb();
	/* The task may be changing all of it: then the record is dropped below. */
	copy = data_race(*task);
	store = syscall_trace_store_of(task);
	if (store) {
		/* As above: it may be changing. */
		data_race(memcpy(words, store->args, sizeof(words)));
		syscall_trace_put_args(&what, &copy, words, words + SYSCALL_TRACE_MAX_ARGS);
		/* The same. */
		if (data_race(syscall_trace_must_clip(store)))
			copy.flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
		else
			what.size = min(READ_ONCE(store->entered), READ_ONCE(store->room));
	} else if (!find_args_of(&what, other, &copy, words)) {
		return;
	}

	if (!syscall_trace_reserve(&rec, inst, &copy, TRACE_SYSCALL_ENTER, &what, what.size))
		return;
	/* The counter is left alone: the exit, if there is one, takes the same number. */
	rec.entry->head.seq = syscall_trace_next_seq(seq, TRACE_SYSCALL_ENTER) &
			      SYSCALL_TRACE_SEQ_MASK;
	tracing_generic_entry_update(&rec.entry->ent, syscall_sink_type(TRACE_SYSCALL_ENTER),
				     0);
	rec.entry->ent.pid = other->pid;
	syscall_trace_put_data(rec.data, what.data, what.args_size);
	if (store) {
		/* The same. */
		data_race(memcpy(rec.data + what.args_size, store->blobs, what.size));
	}
	/* Pairs, as above, with the stores of the hooks: the call is the same, so all of it is. */
	smp_rmb();
	if (READ_ONCE(*syscall_trace_seq_of(task, inst)) == seq &&
	    READ_ONCE(task->store) == copy.store &&
	    try_cmpxchg(&task->entered, &entered, entered | ENTERED_WRITTEN)) {
		/* The others that were to see it get only the exit. */
		syscall_trace_have_seen_entry(task, syscall_trace_shown_to(task, entered));
		syscall_trace_commit(inst, &rec);
	} else {
		syscall_sink_discard(&rec.space);
	}
}

/*
 * Record the call of another task. Its CPU does not lock the bus when it ends the call: if it
 * does so in the very instant of the exchange, the call is recorded once as unfinished and once
 * as a whole.
 */
static void write_other(struct syscall_trace_instance *inst, struct task_struct *other)
{
	struct syscall_trace_task *task = syscall_trace_of(other);
	/* Pairs with the release in record_enter(): the call is there as a whole. */
	u32 entered = smp_load_acquire(&task->entered);

	if (syscall_trace_is_hidden(task, entered) &&
	    syscall_trace_shown_to(task, entered) & inst->bit)
		write_entry_of(inst, other, entered);
}

/*
 * Record the entries of all calls in flight, without waiting. Whoever dumps may hold any lock, that
 * of a run queue, too: so all tasks are looked at, and not who is running. Preemption is disabled.
 */
static void write_from_here(struct syscall_trace_instance *inst)
{
	struct task_struct *process, *task;

	syscall_trace_write_current();
	syscall_trace_flush_here(inst);
	/* Tasks and their stores stay meanwhile. */
	guard(rcu)();
	for_each_process_thread(process, task) {
		if (task != current)
			write_other(inst, task);
	}
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
			write_from_here(inst);
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
