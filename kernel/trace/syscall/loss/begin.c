// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what an instance knows of calls that are missing, from when it begins to
 * trace. tally.c and others note in it what has been read.
 */
#include <linux/sched/signal.h>
#include <linux/syscall_trace.h>
#include <linux/xarray.h>

#include "../format/gap.h"
#include "../instance.h"
#include "begin.h"
#include "counter.h"
#include "ended.h"

/**
 * syscall_trace_note_seen - note that all calls up to now are not missing
 * @inst: the instance
 *
 * Context: any.
 * Return: false without memory.
 */
bool syscall_trace_note_seen(struct syscall_trace_instance *inst)
{
	struct task_struct *process, *task;
	struct syscall_trace_task *call;
	void *entry, *seen;
	u64 state;
	u32 seq;

	guard(rcu)();
	for_each_process_thread(process, task) {
		call = syscall_trace_of(task);
		/* Pairs with the release in syscall_trace_end_seq(): the number is the last one. */
		state = smp_load_acquire(&call->ended) ? SYSCALL_TRACE_SEQ_ENDED :
							 SYSCALL_TRACE_AT_CLEAR;
		seq = READ_ONCE(*syscall_trace_seq_of(call, inst));
		seq &= SYSCALL_TRACE_SEQ_MASK;
		if (!seq)
			continue;
		seen = xa_mk_value(seq | state);
		entry = xa_store(&inst->losses.seen, task->pid, seen, GFP_NOWAIT | __GFP_NOWARN);
		if (xa_err(entry))
			return false;
	}

	return true;
}

/* Note that of one task. Returns false without memory. */
static bool note_unknown_of(struct syscall_trace_losses *losses, pid_t pid)
{
	void *entry = xa_load(&losses->seen, pid);
	u64 last = entry ? xa_to_value(entry) : 0;

	entry = xa_store(&losses->seen, pid, xa_mk_value(last | SYSCALL_TRACE_NOT_KNOWN),
			 GFP_NOWAIT | __GFP_NOWARN);

	return !xa_err(entry);
}

/**
 * syscall_trace_note_unknown - note that calls up to now may be missing, and nobody is told
 * @inst: the instance
 *
 * That holds for tasks that have made calls.
 *
 * Context: syscall_tally_lock is held.
 * Return: false without memory.
 */
bool syscall_trace_note_unknown(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;
	struct task_struct *process, *task;
	struct syscall_trace_ended ended;
	u32 at;

	guard(rcu)();
	for_each_process_thread(process, task) {
		if (READ_ONCE(*syscall_trace_seq_of(syscall_trace_of(task), inst)) &
		    SYSCALL_TRACE_SEQ_MASK && !note_unknown_of(losses, task->pid))
			return false;
	}
	at = READ_ONCE(losses->first_ended);
	for (; syscall_trace_find_ended(losses, &at, &ended); at++) {
		if (!note_unknown_of(losses, ended.pid))
			return false;
	}

	return true;
}

void syscall_trace_init_losses(struct syscall_trace_losses *losses)
{
	xa_init(&losses->seen);
	raw_spin_lock_init(&losses->lock);
}

void syscall_trace_free_losses(struct syscall_trace_losses *losses)
{
	xa_destroy(&losses->seen);
	syscall_trace_free_ended(losses);
}
