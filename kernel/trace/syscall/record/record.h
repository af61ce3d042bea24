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
#include "../capture/capture.h"
#include "../loss/seq.h"
#include "../tracer.h"

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
 * @data: the argument words, as the record has them, and right behind them the blobs
 * @words: which argument words there are, see struct syscall_trace_head
 * @args_size: bytes of the argument words
 * @size: bytes of the blobs
 * @clip: an instance may want less than these
 * @ret: the result
 */
struct syscall_trace_contents {
	const void		*data;
	unsigned int		words;
	unsigned int		args_size;
	unsigned int		size;
	bool			clip;
	long			ret;
};

static __always_inline const void *
syscall_trace_blobs_of(const struct syscall_trace_contents *what)
{
	return what->data + what->args_size;
}

/*
 * Put the arguments of a call, as a record has them, in front of @end, where blobs may be. From
 * the last to the first, because what is behind them has its place already. This may be done
 * where they are, if that has room for SYSCALL_TRACE_MAX_ARGS.
 */
static __always_inline void
syscall_trace_put_args(struct syscall_trace_contents *what, const struct syscall_trace_task *task,
		       const unsigned long *args, void *end)
{
	unsigned int nr = task->nr_args, words = BIT(nr), wide = task->wide, bit = words >> 1;
	unsigned long arg;
	void *pos = end;

	args += nr;
	if (!bit)
		goto out;
	do {
		arg = *--args;
		/* Of those that are not wide, the kernel ignores the upper half. */
		if (wide & bit && arg >> 32) {
			/* Its halves go where they would be in memory. */
			if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
				arg = ror64(arg, 32);
			pos -= sizeof(u32);
			*(u32 *)pos = arg >> 32;
			words |= bit;
		}
		pos -= sizeof(u32);
		/* Stop GCC from keeping two copies of pos. */
		OPTIMIZER_HIDE_VAR(pos);
		*(u32 *)pos = arg;
	} while (bit >>= 1);
out:
	what->data = pos;
	what->words = words;
	what->args_size = end - pos;
}

/*
 * Keep the arguments of the current task's call, which has copied nothing at its entry, but
 * has output. Interrupts may come first and keep the same ones.
 */
static __always_inline void syscall_trace_keep_args(struct syscall_trace_task *task,
						    struct pt_regs *regs)
{
	struct syscall_trace_store *store = task->store;

	syscall_trace_get_arguments(current, regs, task->abi, task->nr, store->args);
	store->size = 0;
	store->entered = 0;
	/* Pairs with the load in store_of(). */
	smp_store_release(&task->stored, true);
}

/* Has the store the arguments? An interrupt may put them there, too: they are the same. */
static __always_inline bool syscall_trace_has_args(const struct syscall_trace_task *task)
{
	return data_race(task->stored);
}

/* May an instance want less than is in the store, or has that changed meanwhile? */
static __always_inline bool syscall_trace_must_clip(const struct syscall_trace_store *store)
{
	return store->limits.clip ||
	       unlikely(store->limits.version != READ_ONCE(syscall_trace_limits.version));
}

/* Put the arguments of a call in its store, and the first @size bytes of what was copied. */
static __always_inline void
syscall_trace_put_stored(struct syscall_trace_contents *what, const struct syscall_trace_task *task,
			 struct syscall_trace_store *store, unsigned int size)
{
	syscall_trace_put_args(what, task, store->args, store->blobs);
	what->size = size;
	what->clip = syscall_trace_must_clip(store);
}

/* There is nothing but the result. */
static __always_inline void syscall_trace_put_nothing(struct syscall_trace_contents *what)
{
	what->data = NULL;
	what->words = SYSCALL_TRACE_WORDS(0, 0);
	what->args_size = 0;
	what->size = 0;
	what->clip = false;
}

/* What became of a record that was to be put into a block. */
enum syscall_trace_put {
	SYSCALL_TRACE_NOT_PUT,	/* it has to go to the ring buffer */
	SYSCALL_TRACE_PUT,
	SYSCALL_TRACE_DROPPED,	/* recording is off */
};

/* batch.c */
enum syscall_trace_put
syscall_trace_batch_one(struct trace_array *tr, struct syscall_trace_task *task, int type,
			unsigned int context, const struct syscall_trace_contents *what,
			unsigned int size, const struct syscall_trace_clip *clip);

/* record.c */
unsigned int syscall_trace_context(void);
bool syscall_trace_write(struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what, u64 to);
void syscall_trace_write_other(struct trace_array *tr, struct task_struct *other,
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

/* Arguments and blobs are short as a rule: memcpy() takes longer to start than to copy them. */
static __always_inline void syscall_trace_put_data(void *to, const void *from, unsigned int size)
{
	long left = -(long)size;

	if (unlikely(size > 256)) {
		memcpy(to, from, size);
		return;
	}
	/*
	 * Count a negative index up to 0, from the ends of both. OPTIMIZER_HIDE_VAR() stops the
	 * compiler from making a memcpy() or more instructions of it.
	 */
	to += size;
	from += size;
	OPTIMIZER_HIDE_VAR(to);
	OPTIMIZER_HIDE_VAR(from);
	if (left & sizeof(u32)) {
		*(u32 *)(to + left) = *(u32 *)(from + left);
		left += sizeof(u32);
	}
	if (!left)
		return;
	do {
		OPTIMIZER_HIDE_VAR(left);
		*(u64 *)(to + left) = *(u64 *)(from + left);
		left += sizeof(u64);
	} while (left);
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

/* Put them and the result, if there is one, into a record. Returns where the rest goes. */
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
 * @flags: see struct syscall_trace_head
 */
struct syscall_trace_plan {
	unsigned int	size;
	unsigned int	flags;
};

/* Find what a record with @size bytes of blobs consists of. */
static __always_inline struct syscall_trace_plan
syscall_trace_plan_record(const struct trace_array *tr, const struct syscall_trace_task *task,
			  int type, const struct syscall_trace_contents *what, unsigned int size)
{
	struct syscall_trace_plan plan;

	size += what->args_size + sizeof(struct syscall_call_entry);
	if (type != TRACE_SYSCALL_ENTER)
		size += sizeof(u32);
	plan.flags = syscall_trace_options(tr, task, type, what->ret, &size);
	plan.size = size;

	return plan;
}

/* Fill in a record, but for its number, the arguments and blobs. Returns where the last go. */
static __always_inline void *
syscall_trace_fill(struct syscall_call_entry *entry, struct syscall_trace_plan plan,
		   const struct syscall_trace_task *task, int type,
		   const struct syscall_trace_contents *what)
{
	void *pos = entry->data;

	entry->head.nr = (task->nr & SYSCALL_TRACE_NR_MASK) | task->abi << SYSCALL_TRACE_NR_BITS;
	entry->head.words = what->words;
	entry->head.flags = plan.flags;
	if (unlikely(plan.flags & SYSCALL_TRACE_HEAD_OPTIONS))
		pos = syscall_trace_put_options(pos, task, type, what->ret, plan.flags);
	else if (type != TRACE_SYSCALL_ENTER)
		pos = syscall_trace_put(pos, what->ret, false);

	return pos;
}

/**
 * struct syscall_trace_reserved - a record that is being written
 * @buffer: where; a snapshot may give the instance another one meanwhile
 * @event: the space in it
 * @entry: what the record begins with
 * @data: where the arguments and the blobs go
 */
struct syscall_trace_reserved {
	struct trace_buffer		*buffer;
	struct ring_buffer_event	*event;
	struct syscall_call_entry	*entry;
	void				*data;
};

/*
 * Reserve a record with @size bytes of blobs in the ring buffer, and fill in what is before
 * the arguments, but for its number. Returns false if there is no room, or recording is off.
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
	rec->data = syscall_trace_fill(rec->entry, plan, task, type, what);

	return true;
}

/*
 * trace_buffer_unlock_commit(), shorter for records without company. That function must
 * also look for the per-CPU page of filters, which the tracer never uses. The name of the
 * task is saved when it is scheduled out.
 */
static __always_inline void syscall_trace_commit(struct trace_array *tr,
						 const struct syscall_trace_reserved *rec)
{
	if (likely(!tr->syscall_trace.has_company)) {
		__this_cpu_write(trace_taskinfo_save, true);
		ring_buffer_unlock_commit(rec->buffer);
	} else {
		trace_export_syscall(tr, rec->event);
		trace_buffer_unlock_commit(tr, rec->buffer, rec->event, tracing_gen_ctx_dec());
	}
}

/*
 * Write a record from a hook. The hooks run preemptible and with interrupts on: of the
 * context that a line shows, only the need to reschedule has to be found out. Returns false if
 * there is no room, or recording is off.
 */
static __always_inline bool
syscall_trace_write_here(struct trace_array *tr, struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what)
{
	struct syscall_trace_reserved rec;

	lockdep_assert_irqs_enabled();

	if (unlikely(!syscall_trace_reserve(&rec, tr, task, type, what, what->size)))
		return syscall_trace_miss_record(task, &tr->syscall_trace, type);
	rec.entry->head.seq = syscall_trace_take_seq(task, &tr->syscall_trace, type);
	rec.entry->ent = (struct trace_entry) { .type = type, .pid = current->pid };
	if (unlikely(tif_need_resched()))
		tracing_generic_entry_update(&rec.entry->ent, type, syscall_trace_context());
	syscall_trace_put_data(rec.data, what->data, what->args_size + what->size);
	syscall_trace_commit(tr, &rec);

	return true;
}

/* A record is not put into a block, because recording is off. */
static inline enum syscall_trace_put
syscall_trace_batch_drop(struct trace_array *tr, struct syscall_trace_task *task, int type)
{
	syscall_trace_miss_record(task, &tr->syscall_trace, type);

	return SYSCALL_TRACE_DROPPED;
}

/*
 * Put a record into a block of this CPU. @ts: what ring_buffer_block_time() says. Interrupts
 * are disabled since before that.
 */
static __always_inline enum syscall_trace_put
syscall_trace_batch_put(struct trace_array *tr, struct ring_buffer_block *block, u64 ts,
			struct syscall_trace_task *task, int type, unsigned int context,
			const struct syscall_trace_contents *what, unsigned int size,
			const struct syscall_trace_clip *clip)
{
	struct syscall_trace_plan plan = syscall_trace_plan_record(tr, task, type, what, size);
	unsigned int room = ring_buffer_block_event_size(plan.size);
	struct syscall_call_entry *entry = NULL;
	void *data;

	/* What is recorded after it was switched off would show when it is on again. */
	if (unlikely(!ts))
		return syscall_trace_batch_drop(tr, task, type);

	if (likely(!tr->syscall_trace.has_company))
		entry = ring_buffer_block_reserve(block, ts, room);
	if (unlikely(!entry)) {
		entry = syscall_trace_batch_full(tr, block, &ts, room);
		if (!entry)
			return block->size ? syscall_trace_batch_drop(tr, task, type) :
					     SYSCALL_TRACE_NOT_PUT;
	}

	entry->ent = (struct trace_entry) { .type = type, .pid = current->pid };
	if (unlikely(context))
		tracing_generic_entry_update(&entry->ent, type, context);
	data = syscall_trace_fill(entry, plan, task, type, what);
	entry->head.seq = syscall_trace_take_seq(task, &tr->syscall_trace, type);
	syscall_trace_put_data(data, what->data, what->args_size + (clip ? 0 : size));
	if (clip)
		syscall_trace_clip_blobs(data + what->args_size, syscall_trace_blobs_of(what),
					 what->size, clip);
	__this_cpu_write(trace_taskinfo_save, true);
	ring_buffer_block_commit(block, ts, room);

	return SYSCALL_TRACE_PUT;
}

/* Find what a record of the current call has to say. @words: room for its arguments. */
static __always_inline void
syscall_trace_gather(struct syscall_trace_contents *what, const struct syscall_trace_task *task,
		     struct pt_regs *regs, int type, long ret, unsigned long *words)
{
	what->ret = ret;
	if (type == TRACE_SYSCALL_EXIT && !(task->flags & SYSCALL_TRACE_HEAD_SPLIT)) {
		/* All is in the record of the entry. */
		syscall_trace_put_nothing(what);
	} else if (task->stored) {
		syscall_trace_put_stored(what, task, task->store, task->store->size);
	} else if (!task->nr_args) {
		syscall_trace_put_nothing(what);
	} else {
		syscall_trace_get_arguments(current, regs, task->abi, task->nr, words);
		syscall_trace_put_args(what, task, words, words + SYSCALL_TRACE_MAX_ARGS);
		what->size = 0;
		what->clip = false;
	}
}

/* record.c */
bool syscall_trace_write_to_these(struct syscall_trace_task *task, struct pt_regs *regs,
				  int type, long ret, u64 to);
bool syscall_trace_write_everywhere(struct syscall_trace_task *task, struct pt_regs *regs,
				    int type, long ret);
void syscall_trace_write_batched(struct syscall_trace_task *task, struct pt_regs *regs, long ret);

/*
 * Write a record to the only instance. As a rule, it wants all that was copied. It wants the
 * call, too: otherwise, the call would not be entered any more, see update_task(). Returns false if
 * nothing was written.
 */
static __always_inline bool
syscall_trace_write_to(struct trace_array *tr, struct syscall_trace_task *task,
		       struct pt_regs *regs, int type, long ret)
{
	/* syscall_get_arguments() fills it: automatic zeroing would cost time. */
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_contents what __uninitialized;

	syscall_trace_gather(&what, task, regs, type, ret, words);
	if (likely(!what.clip))
		return syscall_trace_write_here(tr, task, type, &what);

	return syscall_trace_write_everywhere(task, regs, type, ret);
}

/*
 * Write a record of the entry or of the exit of a call to whoever wants it. An instance may have
 * become the only one since the call was chosen. The caller has disabled preemption. Returns false
 * if nothing was written.
 */
static __always_inline bool
syscall_trace_write_half(struct syscall_trace_task *task, struct pt_regs *regs, int type, long ret)
{
	struct trace_array *tr = READ_ONCE(syscall_trace_only);

	if (likely(tr) && likely(syscall_trace_wanted_by(task) & tr->syscall_trace.bit))
		return syscall_trace_write_to(tr, task, regs, type, ret);

	return syscall_trace_write_everywhere(task, regs, type, ret);
}

#endif /* _SYSCALL_RECORD_H */
