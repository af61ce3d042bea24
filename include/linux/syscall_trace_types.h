/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The system call tracer's part of a task, in a header of its own because
 * <linux/sched.h> needs it and <linux/syscall_trace.h> needs <linux/sched.h>.
 */
#ifndef _LINUX_SYSCALL_TRACE_TYPES_H
#define _LINUX_SYSCALL_TRACE_TYPES_H

#include <linux/types.h>

struct syscall_trace_store;

/**
 * struct syscall_trace_head - which call a record is about
 * @id: syscall_trace_call.id, or 0 if the table does not have the call
 * @nr: system call number, as it was in the register
 * @seq: number of the call among those of the task: an exit has that of its entry
 * @abi: index of the ABI in syscall_trace_abis[]
 * @nr_args: number of argument words in the record; blobs fill the rest of it
 * @flags: SYSCALL_TRACE_HEAD_*
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
 * @entered: the run of the tracer that recorded the entry of the call, with the bit
 *	SYSCALL_TRACE_RUN_EXIT_WORK if the exit is more than a return value; 0: no call is
 *	in flight; SYSCALL_TRACE_RUN_BUSY: a hook is using @store
 * @timed: @head.seq of the last call that was entered with the option syscall_time
 * @held: @head.seq of a call that ptrace or seccomp has not let pass yet; 0: none
 * @clock: the trace clock of @entry_time
 * @entry_time: when the call that is @timed was entered
 * @asked: hash of the call that is @held, as the task made it: see syscall_trace_hash()
 * @head: what the records of the call begin with
 * @absent: since the last argument, a capture has met memory that is not resident
 * @store: memory for what is copied, or NULL
 *
 * Embedded in the task, so that a call is recorded even if no memory is left. Only the
 * task's own hooks access it, with one exception: once the tracer is off, take_stores()
 * takes the store of a task that is not busy.
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
