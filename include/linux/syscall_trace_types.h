/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's part of a task, for include/linux/sched.h, and what it
 * consists of. All else is in <linux/syscall_trace.h>.
 */
#ifndef _LINUX_SYSCALL_TRACE_TYPES_H
#define _LINUX_SYSCALL_TRACE_TYPES_H

#include <linux/types.h>

struct syscall_trace_store;

/**
 * struct syscall_trace_head - which call a record is about
 * @id: struct syscall_trace_call.id, or 0 if the table does not have the call
 * @nr: system call number, as it was in the register
 * @seq: counts the calls of a task, so that an exit finds its entry and no other
 * @abi: index of the ABI in syscall_trace_abis[]
 * @nr_args: number of argument words in the record; captured data fills the rest
 * @flags: SYSCALL_TRACE_HEAD_NO_RESULT and those behind it
 * @pad: 0
 */
struct syscall_trace_head {
	u32	id;
	s32	nr;
	u32	seq;
	u8	abi;
	u8	nr_args;
	u8	flags;
	u8	pad;
};

/**
 * struct syscall_trace_task - a task's call in flight
 * @entered: the run of the tracer in which the call was entered, with
 *	SYSCALL_TRACE_RUN_EXIT_WORK if there is something to do when it ends; 0 once it
 *	was left; SYSCALL_TRACE_RUN_BUSY while a hook is at work on @store
 * @timed: with the option syscall_time, @head.seq of the call
 * @held: @head.seq of a call that ptrace or seccomp has not let pass yet; 0: none
 * @clock: which of the trace clocks @entry_time is of
 * @entry_time: when the call that is @timed was entered
 * @asked: with @held, a hash of what was asked for
 * @head: what the records of the call begin with
 * @absent: a capture has met memory that is not resident
 * @store: memory for what is copied, or NULL
 *
 * Part of the task, so that a call is recorded whether or not there is memory left.
 * The task alone touches it, in its hooks, with one exception: once the tracer is off,
 * the store of a task that is not busy is taken away.
 */
struct syscall_trace_task {
	u32				entered;
	u32				timed;
	u32				held;
	u32				clock;
	u64				entry_time;
	u64				asked;
	struct syscall_trace_head	head;
	bool				absent;
	struct syscall_trace_store	*store;
};

#endif /* _LINUX_SYSCALL_TRACE_TYPES_H */
