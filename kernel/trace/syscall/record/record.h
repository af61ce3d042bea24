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

#include "../capture/store.h"
#include "../capture/words.h"
#include "../copy_limits.h"
#include "../loss/counter.h"
#include "../run.h"
#include "sink.h"

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

/* Has the store the arguments? */
static __always_inline bool syscall_trace_has_args(const struct syscall_trace_task *task)
{
	/* An interrupt may put them there meanwhile: they are the same. */
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

/* record.c */
unsigned int syscall_trace_context(void);
bool syscall_trace_write(struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what, u64 to);
void syscall_trace_write_other(struct syscall_trace_instance *inst, struct task_struct *other,
			       const struct syscall_trace_contents *what);

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
syscall_trace_options(const struct syscall_trace_instance *inst,
		      const struct syscall_trace_task *task, int type, long ret,
		      unsigned int *size)
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
		if (task->clock != syscall_sink_clock(inst))
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
syscall_trace_plan_record(const struct syscall_trace_instance *inst,
			  const struct syscall_trace_task *task, int type,
			  const struct syscall_trace_contents *what, unsigned int size)
{
	struct syscall_trace_plan plan;

	size += what->args_size + sizeof(struct syscall_call_entry);
	if (type != TRACE_SYSCALL_ENTER)
		size += sizeof(u32);
	plan.flags = syscall_trace_options(inst, task, type, what->ret, &size);
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
 * @space: where
 * @entry: what the record begins with
 * @data: where the arguments and the blobs go
 */
struct syscall_trace_reserved {
	struct syscall_sink_space	space;
	struct syscall_call_entry	*entry;
	void				*data;
};

/*
 * Reserve a record with @size bytes of blobs, and fill in what is before
 * the arguments, but for its number. Returns false if there is no room, or recording is off.
 */
static __always_inline bool
syscall_trace_reserve(struct syscall_trace_reserved *rec, struct syscall_trace_instance *inst,
		      const struct syscall_trace_task *task, int type,
		      const struct syscall_trace_contents *what, unsigned int size)
{
	struct syscall_trace_plan plan = syscall_trace_plan_record(inst, task, type, what, size);

	if (unlikely(!syscall_sink_reserve(&rec->space, inst, plan.size)))
		return false;

	rec->entry = rec->space.entry;
	rec->data = syscall_trace_fill(rec->entry, plan, task, type, what);

	return true;
}

static __always_inline void syscall_trace_commit(const struct syscall_trace_instance *inst,
						 const struct syscall_trace_reserved *rec)
{
	syscall_sink_commit(inst, &rec->space);
}

/*
 * Write a record from a hook. The hooks run preemptible and with interrupts on: of the
 * context that a line shows, only the need to reschedule has to be found out. Returns false if
 * there is no room, or recording is off.
 */
static __always_inline bool
syscall_trace_write_here(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
			 int type, const struct syscall_trace_contents *what)
{
	struct syscall_trace_reserved rec;

	lockdep_assert_irqs_enabled();

	if (unlikely(!syscall_trace_reserve(&rec, inst, task, type, what, what->size)))
		return syscall_trace_miss_record(task, inst, type);
	rec.entry->head.seq = syscall_trace_take_seq(task, inst, type);
	rec.entry->ent = (struct trace_entry) {
		.type	= syscall_sink_type(type),
		.pid	= current->pid,
	};
	if (unlikely(tif_need_resched()))
		tracing_generic_entry_update(&rec.entry->ent, syscall_sink_type(type),
					     syscall_trace_context());
	syscall_trace_put_data(rec.data, what->data, what->args_size + what->size);
	syscall_trace_commit(inst, &rec);

	return true;
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

/*
 * Write a record to the only instance. As a rule, it wants all that was copied. It wants the
 * call, too: otherwise, the call would not be entered any more, see update_task(). Returns false if
 * nothing was written.
 */
static __always_inline bool
syscall_trace_write_to(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
		       struct pt_regs *regs, int type, long ret)
{
	/* syscall_get_arguments() fills it: automatic zeroing would cost time. */
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_contents what __uninitialized;

	syscall_trace_gather(&what, task, regs, type, ret, words);
	if (likely(!what.clip))
		return syscall_trace_write_here(inst, task, type, &what);

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
	struct syscall_trace_instance *inst = READ_ONCE(syscall_trace_only);

	if (likely(inst) && likely(syscall_trace_wanted_by(task) & inst->bit))
		return syscall_trace_write_to(inst, task, regs, type, ret);

	return syscall_trace_write_everywhere(task, regs, type, ret);
}

#endif /* _SYSCALL_RECORD_H */
