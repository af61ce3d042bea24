/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: numbers the calls of a task, for each instance that wants them. A number
 * is used up by each call that should have been recorded, whether it could be or not. So
 * readers see a gap where records are missing, whatever made it.
 *
 * A call that is not wanted, by a list or by a condition, gets no number.
 */
#ifndef _SYSCALL_COUNTER_H
#define _SYSCALL_COUNTER_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_task.h>

#include "../instance.h"
#include "../record/sink.h"

/*
 * Bits above the number: the last call that was numbered is in flight, and its entry has been
 * recorded; the instance could not record some call of the task. A number that overflows changes
 * them, once in a billion calls: then a reader sees one call too many or too few.
 */
#define SYSCALL_TRACE_SEQ_BEGUN		BIT(31)
#define SYSCALL_TRACE_SEQ_MISSED	BIT(30)
static_assert(SYSCALL_TRACE_SEQ_MISSED - 1 == SYSCALL_TRACE_SEQ_MASK);

/*
 * What counts the calls of a task for an instance. Written in the task's own context with
 * preemption disabled, or while the task waits for the writer; others may read it at any time.
 */
static __always_inline u32 *syscall_trace_seq_of(struct syscall_trace_task *task,
						 const struct syscall_trace_instance *inst)
{
	return &task->seq[inst->slot];
}

/*
 * The next value of the counter @seq, for a record of @type.
 */
static __always_inline u32 syscall_trace_next_seq(u32 seq, int type)
{
	if (type == TRACE_SYSCALL_CALL)
		return seq + 1;
	if (type == TRACE_SYSCALL_ENTER)
		return (seq + 1) | SYSCALL_TRACE_SEQ_BEGUN;
	/* The exit has the number of its entry, unless that was not recorded. */
	return seq & SYSCALL_TRACE_SEQ_BEGUN ? seq & ~SYSCALL_TRACE_SEQ_BEGUN : seq + 1;
}

/*
 * Instances were to record the entry of a call, whether they could or not: so it is none in whose
 * midst they have begun to want the task.
 */
static __always_inline void
syscall_trace_have_seen_entry(struct syscall_trace_task *task, u64 to)
{
	if (unlikely(atomic64_read(&task->joined) & to))
		atomic64_andnot(to, &task->joined);
}

/* Likewise, if an instance has its exit and not its entry: what the exit says of that. */
static inline u32 syscall_trace_take_joined(struct syscall_trace_task *task,
					    const struct syscall_trace_instance *inst)
{
	if (!(atomic64_read(&task->joined) & inst->bit))
		return 0;
	atomic64_andnot(inst->bit, &task->joined);

	return SYSCALL_TRACE_SEQ_ALONE;
}

/* Take the number of a record for which there is room. */
static __always_inline u32 syscall_trace_take_seq(struct syscall_trace_task *task,
						  const struct syscall_trace_instance *inst,
						  int type)
{
	u32 *counter = syscall_trace_seq_of(task, inst);
	u32 alone = 0;
	u32 seq;

	if (type == TRACE_SYSCALL_CALL) {
		/*
		 * Fewer instructions than to load, to add and to store. What is above the number
		 * means nothing in a record.
		 */
		(*counter)++;
		barrier();
		return *counter;
	}
	if (type == TRACE_SYSCALL_ENTER)
		syscall_trace_have_seen_entry(task, inst->bit);
	else if (!(*counter & SYSCALL_TRACE_SEQ_BEGUN))
		alone = syscall_trace_take_joined(task, inst);
	seq = syscall_trace_next_seq(*counter, type);
	WRITE_ONCE(*counter, seq);

	return (seq & SYSCALL_TRACE_SEQ_MASK) | alone;
}

/*
 * Take the number of a record for which there is none. Without its entry, a call can still be
 * recorded as a whole. Nobody was to record one that is late. Returns false.
 */
static inline bool syscall_trace_miss_record(struct syscall_trace_task *task,
					     const struct syscall_trace_instance *inst, int type)
{
	u32 *counter = syscall_trace_seq_of(task, inst);

	if (type != TRACE_SYSCALL_ENTER)
		WRITE_ONCE(*counter, syscall_trace_next_seq(*counter, type) |
				     SYSCALL_TRACE_SEQ_MISSED);
	else if (!(task->flags & SYSCALL_TRACE_HEAD_LATE))
		syscall_trace_have_seen_entry(task, inst->bit);

	return false;
}

#endif /* _SYSCALL_COUNTER_H */
