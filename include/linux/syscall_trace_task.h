/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's part of a task, in a header of its own because
 * <linux/sched.h> needs it and <linux/syscall_trace.h> needs <linux/sched.h>.
 */
#ifndef _LINUX_SYSCALL_TRACE_TASK_H
#define _LINUX_SYSCALL_TRACE_TASK_H

#include <linux/types.h>

struct syscall_trace_store;
struct syscall_trace_wait;

/* How many instances can trace at a time: a task has a bit and a counter for each. */
#define SYSCALL_TRACE_INSTANCES_MAX	64

/**
 * struct syscall_trace_stat - what statistics note of a task's call in flight
 * @epoch: tables of statistics that are not younger count the call; 0: none does
 * @slot: the place of the call in these tables, with SYSCALL_STAT_* in its top bits
 * @entered: when the call began, if it is timed
 * @left: when the task was scheduled out in the call; 0: it runs
 * @asleep: for how long it was scheduled out before
 *
 * Written by the task itself, and by the scheduler while it switches to or from the task.
 */
struct syscall_trace_stat {
	u32	epoch;
	u32	slot;
	u64	entered;
	u64	left;
	u64	asleep;
};

/**
 * struct syscall_trace_task - a task's call in flight
 * @entered: the run of the tracer in which the call was entered, with
 *	ENTERED_EXIT_WORK if the exit has more to do than to write a record, and
 *	ENTERED_WRITTEN if the entry has been written; 0: no call is in flight
 * @nr: its number as it was in the register
 * @calls: counts the calls about which conditions are asked, to tell one from another
 * @abi: index of its ABI in syscall_trace_abis[]
 * @nr_args: the number of its arguments
 * @wide: syscall_trace_call.wide
 * @flags: SYSCALL_TRACE_HEAD_*
 * @clock: the trace clock of @entry_time
 * @stored: the arguments are in @store, and copies of what they lead to
 * @held: ptrace or seccomp has not let the call pass yet
 * @busy: a hook is filling @store
 * @absent: since the last argument, a capture has met memory that is not resident
 * @ended: the task makes no more calls; its last numbers are kept, or about to be
 * @entry_time: with SYSCALL_TRACE_HEAD_TIMED, when the call was entered
 * @asked: hash of the call that is @held, as the task made it: see syscall_trace_hash()
 * @store: memory for what is copied, or NULL
 * @wanted: the instances that want to see the task, a bit for each; 0: none does, and the
 *	task has not the tracer's flag. See kernel/trace/syscall/choose/tasks.c
 * @unchosen: those among them whose lists leave out its current call, see calls.c there
 * @declined: those among them that do not want its current call, see calls.c there, or do not
 *	     want it yet
 * @filtered: of these, the instances whose conditions are decided when the call has ended,
 *	      or takes long; with ENTERED_FILTERED, see conditions.c there
 * @deferred: of these, the instances whose conditions have not been decided yet
 * @undecided: of these, the instances whose conditions nobody can decide, because something
 *	       could not be copied: the call counts as one that meets them
 * @began: likewise, when the call was entered, in ns
 * @wait: waits for the call to take long, or NULL
 * @joined: those of @wanted that began to want its calls after it had made the last entry that they
 *	    were to record
 * @watched: the instances that want to see what becomes of the task, a bit for each: those
 *	of @wanted, and those that want to see no calls
 * @recheck: finds @wanted and @watched anew when the task returns to user space
 * @stat: the call, as statistics see it
 * @seq: for each instance, struct syscall_trace_head.seq of the last call; see seq.h
 *
 * Embedded in the task, so that a call is recorded even if no memory is left. The task's
 * own hooks write it, and interrupts of the task set ENTERED_WRITTEN. Others read
 * it while the call is in flight, and take_stores() takes @store of a task that is not busy
 * once the tracer is off.
 */
struct syscall_trace_task {
	u32				entered;
	s32				nr;
	u32				calls;
	u8				abi;
	u8				nr_args;
	u8				wide;
	u8				flags;
	bool				stored;
	bool				held;
	u8				clock;
	bool				busy;
	bool				absent;
	bool				ended;
	u64				entry_time;
	u64				asked;
	struct syscall_trace_store	*store;
	u64				wanted;
	u64				unchosen;
	u64				declined;
	u64				filtered;
	u64				deferred;
	u64				undecided;
	u64				began;
	struct syscall_trace_wait	*wait;
	atomic64_t			joined;
	u64				watched;
	struct callback_head		recheck;
	struct syscall_trace_stat	stat;
	u32				seq[SYSCALL_TRACE_INSTANCES_MAX];
};

#endif /* _LINUX_SYSCALL_TRACE_TASK_H */
