// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the numbers of calls, where a gap would not show by itself.
 *
 * A task that ends has no next record. If its last calls could not be recorded, or if the home
 * wants it, it writes a record that tells how many it made. That is kept outside of the ring
 * buffer, too (ended.c).
 */
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/syscall_trace.h>

#include "../instances.h"
#include "../record/sink.h"
#include "../run.h"
#include "counter.h"
#include "ended.h"
#include "seq.h"

/* syscall_trace_instance.number of the instance that was the last one to begin; 0: none has */
u16 syscall_trace_newest;

/**
 * syscall_trace_miss_call - take the number of a call that cannot be recorded
 * @task: the current task's
 * @to: the instances that should have recorded it, a bit for each
 *
 * Context: the task's own.
 */
void syscall_trace_miss_call(struct syscall_trace_task *task, u64 to)
{
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!(to & inst->bit) || syscall_trace_only_counts(inst))
			continue;
		syscall_trace_miss_record(task, inst, TRACE_SYSCALL_EXIT);
	}
}

/**
 * syscall_trace_miss_last - take the number of a call that never ends, where its entry is missing
 * @task: the current task's, which ends
 * @to: the instances that should have recorded the call, a bit for each
 *
 * Context: the task's own.
 */
void syscall_trace_miss_last(struct syscall_trace_task *task, u64 to)
{
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (*syscall_trace_seq_of(task, inst) & SYSCALL_TRACE_SEQ_BEGUN)
			to &= ~inst->bit;
	}
	syscall_trace_miss_call(task, to);
}

/**
 * syscall_trace_join_seq - instances number the calls of a task from now on, not before
 * @task: the task's
 * @to: the instances, a bit for each
 *
 * The task may be in the midst of a call. Its exit must not get the number of an earlier one whose
 * exit they did not want, and says that nobody wanted its entry.
 *
 * Context: the task's own, or nothing numbers its calls for these instances; any but NMI.
 */
void syscall_trace_join_seq(struct syscall_trace_task *task, u64 to)
{
	struct syscall_trace_instance *inst;
	u32 *seq;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!(to & inst->bit))
			continue;
		seq = syscall_trace_seq_of(task, inst);
		WRITE_ONCE(*seq, *seq & ~SYSCALL_TRACE_SEQ_BEGUN);
	}
	atomic64_or(to, &task->joined);
}

/*
 * Forget that a task is new. Its first hook only counts, and would not: then a later call, which
 * nobody saw begin, would be taken for that by which it begins.
 */
static void is_no_longer_new(struct syscall_trace_task *task)
{
	u32 entered = ENTERED_NEW;

	try_cmpxchg(&task->entered, &entered, 0);
}

/**
 * syscall_trace_join_seq_of_all - the same for all tasks that they want
 * @to: the instances, a bit for each, which only count calls
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_join_seq_of_all(u64 to)
{
	bool counts = syscall_trace_nobody_records();
	struct task_struct *process, *task;
	struct syscall_trace_task *call;

	/* Wait for hooks that record calls, and for children that are marked as new meanwhile. */
	synchronize_rcu();
	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(process, task) {
		call = syscall_trace_of(task);
		syscall_trace_join_seq(call, to & READ_ONCE(call->wanted));
		if (counts)
			is_no_longer_new(call);
	}
}

/**
 * syscall_trace_begin_seq - let an instance number the calls of all tasks from 1
 * @inst: the instance, which no task has in @wanted yet
 *
 * Context: task context, trace_types_lock is held.
 */
void syscall_trace_begin_seq(struct syscall_trace_instance *inst)
{
	struct task_struct *process, *task;

	lockdep_assert_held(&trace_types_lock);

	inst->number = (u16)(syscall_trace_newest + 1) ?: 1;
	WRITE_ONCE(syscall_trace_newest, inst->number);
	/* A task that is not listed yet has no numbers. */
	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(process, task)
		WRITE_ONCE(*syscall_trace_seq_of(syscall_trace_of(task), inst), 0);
}

/* ------------------------ tasks that end, or get another pid -------------- */

/* Nobody else could know how much is to come. */
static bool must_tell(u32 seq)
{
	return seq & SYSCALL_TRACE_SEQ_MISSED || syscall_sink_tells_ends();
}

/**
 * syscall_trace_end_seq - tell how many calls the current task made under its pid
 * @task: the current task, which makes no more of them
 *
 * If it makes calls under another pid, they are numbered from 1. The exit of a call whose entry has
 * been recorded has the number 0 then, which tells nothing.
 *
 * Context: the task's own.
 */
void syscall_trace_end_seq(struct task_struct *task)
{
	bool ends = task->flags & PF_EXITING;
	struct syscall_trace_ended ended = {
		.pid	= task->pid,
		.by_exec = !ends || READ_ONCE(task->signal->group_exec_task),
	};
	struct syscall_trace_task *call = syscall_trace_of(task);
	struct syscall_trace_instance *inst;
	u32 *counter, seq;

	guard(preempt_notrace)();
	if (ends) {
		/*
		 * Whoever forgets what is kept here finds this then, or no number. Pairs with the
		 * acquire in syscall_trace_note_seen(): the number is the last one.
		 */
		smp_store_release(&call->ended, true);
	}
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		counter = syscall_trace_seq_of(call, inst);
		seq = *counter;
		/* A record of its end has the number, too. */
		if (!ends)
			WRITE_ONCE(*counter, seq & SYSCALL_TRACE_SEQ_BEGUN);
		ended.seq = seq & SYSCALL_TRACE_SEQ_MASK;
		if (!ended.seq)
			continue;
		/* Before any record of the end: see lines/ends.c. */
		ended.ts = syscall_sink_time(inst);
		/* Whoever has switched it off does not ask what happens meanwhile. */
		ended.off = !syscall_sink_is_on(inst);
		if (!ended.off)
			syscall_trace_tell_ended(inst);
		ended.refused = !ended.off && must_tell(seq) &&
				!syscall_trace_write_calls(inst, task->pid, &ended.seq);
		syscall_trace_keep_ended(inst, &ended);
	}
}
