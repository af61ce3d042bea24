/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: writes records to the ring buffer of an instance. In line, for the
 * hooks.
 */
#ifndef _SYSCALL_RECORD_H
#define _SYSCALL_RECORD_H

#include <linux/sched/signal.h>
#include <linux/unaligned.h>
#include <asm/syscall.h>

#include "batch.h"
#include "capture/capture.h"
#include "tracer.h"

/*
 * Has the call been turned down without a result? Either the task is about to die, or
 * SIGSYS is pending and the registers have been rolled back to those before the call. A
 * SIGSYS that is blocked came from somebody else: the kernel unblocks its own.
 */
static inline bool syscall_trace_has_no_result(struct pt_regs *regs)
{
	return fatal_signal_pending(current) ||
	       ((int)syscall_get_return_value(current, regs) == syscall_get_nr(current, regs) &&
		sigismember(&current->pending.signal, SIGSYS) &&
		!sigismember(&current->blocked, SIGSYS));
}

/**
 * struct syscall_trace_contents - what goes into a record of a call
 * @args: argument words
 * @nr_args: how many
 * @blobs: what was copied, or NULL
 * @size: bytes of @blobs
 * @ret: the result
 * @clip: an instance may want less than @blobs
 */
struct syscall_trace_contents {
	const unsigned long	*args;
	unsigned int		nr_args;
	const void		*blobs;
	unsigned int		size;
	long			ret;
	bool			clip;
};

/* batch.c */
bool syscall_trace_batch_one(struct trace_array *tr, const struct syscall_trace_task *task,
			     int type, unsigned int context,
			     const struct syscall_trace_contents *what, unsigned int size,
			     const struct syscall_trace_clip *clip);

/* record.c */
unsigned int syscall_trace_context(void);
void syscall_trace_write(const struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what);

/*
 * The data of an event that has just been reserved. As a rule, that is neither long nor
 * behind a time stamp, and nothing has to be skipped.
 */
static __always_inline void *syscall_trace_event_data(struct ring_buffer_event *event)
{
	if (likely(event->type_len - 1U < RINGBUF_TYPE_DATA_TYPE_LEN_MAX))
		return event->array;

	return ring_buffer_event_data(event);
}

static __always_inline void *syscall_trace_put(void *to, u64 word, bool is_long)
{
	if (is_long) {
		put_unaligned(word, (u64 *)to);
		return to + sizeof(u64);
	}
	*(u32 *)to = word;

	return to + sizeof(u32);
}

/* Blobs are short as a rule, and memcpy() takes longer to start than to copy them. */
static __always_inline void syscall_trace_put_blobs(void *to, const void *from, unsigned int size)
{
	const void *end = from + size;

	if (unlikely(size > 256)) {
		memcpy(to, from, size);
		return;
	}
	if (size % sizeof(u64)) {
		*(u32 *)to = *(u32 *)from;
		to += sizeof(u32);
		from += sizeof(u32);
	}
	/* The compiler would turn a loop of plain stores into memcpy(). */
	for (; from < end; from += sizeof(u64), to += sizeof(u64))
		WRITE_ONCE(*(u64 *)to, *(u64 *)from);
}

/*
 * What of a record is there only if it is needed: a long number or result, the time of the
 * entry. Returns the flags of the record, and adds their bytes to @size.
 */
static __always_inline unsigned int
syscall_trace_options(const struct trace_array *tr, const struct syscall_trace_task *task,
		      int type, long ret, unsigned int *size)
{
	unsigned int flags = task->flags;

	if (unlikely((u32)task->nr > SYSCALL_TRACE_NR_MASK)) {
		flags |= SYSCALL_TRACE_HEAD_LONG_NR;
		*size += sizeof(u32);
	}
	if (type != TRACE_SYSCALL_ENTER && unlikely(ret != (s32)ret)) {
		flags |= SYSCALL_TRACE_HEAD_LONG_RET;
		*size += sizeof(u32);
	}
	if (unlikely(flags & SYSCALL_TRACE_HEAD_TIMED)) {
		/* The time is by the clock of another instance. */
		if (task->clock != tr->clock_id)
			flags &= ~SYSCALL_TRACE_HEAD_TIMED;
		else
			*size += sizeof(u64);
	}

	return flags;
}

#define SYSCALL_TRACE_HEAD_OPTIONS	(SYSCALL_TRACE_HEAD_LONG_NR | \
					 SYSCALL_TRACE_HEAD_LONG_RET | SYSCALL_TRACE_HEAD_TIMED)

/* Put them and the result, if there is one, into a record. Returns where the arguments go. */
static __always_inline void *
syscall_trace_put_options(void *pos, const struct syscall_trace_task *task, int type, long ret,
			  unsigned int flags)
{
	if (flags & SYSCALL_TRACE_HEAD_LONG_NR)
		pos = syscall_trace_put(pos, task->nr, false);
	if (type != TRACE_SYSCALL_ENTER)
		pos = syscall_trace_put(pos, ret, flags & SYSCALL_TRACE_HEAD_LONG_RET);
	if (flags & SYSCALL_TRACE_HEAD_TIMED)
		pos = syscall_trace_put(pos, task->entry_time, true);

	return pos;
}

/**
 * struct syscall_trace_plan - what a record consists of
 * @size: its bytes
 * @words: see struct syscall_trace_head
 * @flags: likewise
 */
struct syscall_trace_plan {
	unsigned int	size;
	unsigned int	words;
	unsigned int	flags;
};

/* Find what a record with @size bytes of blobs consists of. */
static __always_inline struct syscall_trace_plan
syscall_trace_plan_record(const struct trace_array *tr, const struct syscall_trace_task *task,
			  int type, const struct syscall_trace_contents *what, unsigned int size)
{
	struct syscall_trace_plan plan = { .words = SYSCALL_TRACE_WORDS(what->nr_args, 0) };
	unsigned int left, i;

	size += sizeof(struct syscall_call_entry);
	if (type != TRACE_SYSCALL_CALL)
		size += sizeof(u32);
	if (type != TRACE_SYSCALL_ENTER)
		size += sizeof(u32);
	size += what->nr_args * sizeof(u32);
	/* Of the others, the kernel ignores the upper half. */
	for (left = what->nr_args ? task->wide : 0; left; left &= left - 1) {
		i = __ffs(left);
		if (what->args[i] >> 32) {
			size += sizeof(u32);
			plan.words |= BIT(i);
		}
	}
	plan.flags = syscall_trace_options(tr, task, type, what->ret, &size);
	plan.size = size;

	return plan;
}

/* Fill in a record, but for the blobs. Returns where these go. */
static __always_inline void *
syscall_trace_fill(struct syscall_call_entry *entry, struct syscall_trace_plan plan,
		   const struct syscall_trace_task *task, int type,
		   const struct syscall_trace_contents *what)
{
	const unsigned long *arg = what->args;
	void *pos = entry->data;

	entry->head.nr = (task->nr & SYSCALL_TRACE_NR_MASK) | task->abi << SYSCALL_TRACE_NR_BITS;
	entry->head.words = plan.words;
	entry->head.flags = plan.flags;
	if (type != TRACE_SYSCALL_CALL)
		pos = syscall_trace_put(pos, task->seq, false);
	if (unlikely(plan.flags & SYSCALL_TRACE_HEAD_OPTIONS))
		pos = syscall_trace_put_options(pos, task, type, what->ret, plan.flags);
	else if (type != TRACE_SYSCALL_ENTER)
		pos = syscall_trace_put(pos, what->ret, false);
	/* The bit above those of the arguments ends the loop. */
	for (; plan.words > 1; plan.words >>= 1)
		pos = syscall_trace_put(pos, *arg++, plan.words & 1);

	return pos;
}

/**
 * struct syscall_trace_reserved - a record that is being written
 * @buffer: where; a snapshot may give the instance another one meanwhile
 * @event: the space in it
 * @entry: what the record begins with
 * @blobs: where the blobs go
 */
struct syscall_trace_reserved {
	struct trace_buffer		*buffer;
	struct ring_buffer_event	*event;
	struct syscall_call_entry	*entry;
	void				*blobs;
};

/*
 * Reserve a record with @size bytes of blobs in the ring buffer, and fill in all before these.
 * Returns false if there is no room, or recording is off.
 */
static __always_inline bool
syscall_trace_reserve(struct syscall_trace_reserved *rec, struct trace_array *tr,
		      const struct syscall_trace_task *task, int type,
		      const struct syscall_trace_contents *what, unsigned int size)
{
	struct syscall_trace_plan plan = syscall_trace_plan_record(tr, task, type, what, size);

	rec->buffer = tr->array_buffer.buffer;
	rec->event = ring_buffer_lock_reserve(rec->buffer, plan.size);
	if (unlikely(!rec->event))
		return false;

	rec->entry = syscall_trace_event_data(rec->event);
	rec->blobs = syscall_trace_fill(rec->entry, plan, task, type, what);

	return true;
}

/* What stacks of a record are wanted with: these follow it as records of their own. */
#define SYSCALL_TRACE_STACKS	(TRACE_ITER_STACKTRACE | TRACE_ITER_USERSTACKTRACE)

/*
 * trace_buffer_unlock_commit(), shorter for records without stacks. That function must
 * also look for the per-CPU page of filters, which the tracer never uses. The name of the
 * task is saved when it is scheduled out.
 */
static __always_inline void syscall_trace_commit(struct trace_array *tr,
						 const struct syscall_trace_reserved *rec)
{
	if (likely(!(tr->trace_flags & SYSCALL_TRACE_STACKS))) {
		__this_cpu_write(trace_taskinfo_save, true);
		ring_buffer_unlock_commit(rec->buffer);
	} else {
		trace_buffer_unlock_commit(tr, rec->buffer, rec->event, tracing_gen_ctx_dec());
	}
}

/*
 * Write a record from a hook. The hooks run preemptible and with interrupts on: of the
 * context that a line shows, only the need to reschedule has to be found out.
 */
static __always_inline void
syscall_trace_write_here(struct trace_array *tr, const struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what)
{
	struct syscall_trace_reserved rec;

	lockdep_assert_irqs_enabled();

	if (unlikely(!syscall_trace_reserve(&rec, tr, task, type, what, what->size)))
		return;
	rec.entry->ent = (struct trace_entry) { .type = type, .pid = current->pid };
	if (unlikely(tif_need_resched()))
		tracing_generic_entry_update(&rec.entry->ent, type, syscall_trace_context());
	if (what->size)
		syscall_trace_put_blobs(rec.blobs, what->blobs, what->size);
	syscall_trace_commit(tr, &rec);
}

/*
 * Put a record into a block of this CPU. Interrupts are disabled. Returns false if it has to go
 * to the ring buffer.
 */
static __always_inline bool
syscall_trace_batch_put(struct trace_array *tr, struct ring_buffer_block *block,
			const struct syscall_trace_task *task, int type, unsigned int context,
			const struct syscall_trace_contents *what, unsigned int size,
			const struct syscall_trace_clip *clip)
{
	struct syscall_trace_plan plan = syscall_trace_plan_record(tr, task, type, what, size);
	unsigned int room = ring_buffer_block_event_size(plan.size);
	struct syscall_call_entry *entry = NULL;
	void *blobs;
	u64 ts = ring_buffer_block_time(tr->array_buffer.buffer);

	/* What is recorded after it was switched off would show when it is on again. */
	if (unlikely(!ts))
		return true;

	if (likely(!(tr->trace_flags & SYSCALL_TRACE_STACKS)))
		entry = ring_buffer_block_reserve(block, ts, room);
	if (unlikely(!entry)) {
		entry = syscall_trace_batch_full(tr, block, &ts, room);
		if (!entry)
			return block->size;
	}

	entry->ent = (struct trace_entry) { .type = type, .pid = current->pid };
	if (unlikely(context))
		tracing_generic_entry_update(&entry->ent, type, context);
	blobs = syscall_trace_fill(entry, plan, task, type, what);
	if (clip)
		syscall_trace_clip_blobs(blobs, what->blobs, what->size, clip);
	else if (size)
		syscall_trace_put_blobs(blobs, what->blobs, size);
	__this_cpu_write(trace_taskinfo_save, true);
	ring_buffer_block_commit(block, ts, room);

	return true;
}

/*
 * The same from a hook. Returns false also if the instance does not collect records any more.
 */
static __always_inline bool
syscall_trace_batch_here(struct trace_array *tr, const struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what)
{
	struct ring_buffer_block __percpu *batch = READ_ONCE(tr->syscall_trace.batch);
	unsigned int context = unlikely(tif_need_resched()) ? syscall_trace_context() : 0;
	bool put;

	lockdep_assert_irqs_enabled();

	if (unlikely(!batch))
		return false;

	raw_local_irq_disable();
	put = syscall_trace_batch_put(tr, this_cpu_ptr(batch), task, type, context, what,
				      what->size, NULL);
	raw_local_irq_enable();

	return put;
}

#endif /* _SYSCALL_RECORD_H */
