// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: records again which tasks have ended, for who reads the records themselves.
 */
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "../loss/ended.h"
#include "../record/sink.h"
#include "again.h"
#include "batch.h"

/* Bytes of the records that are written again together: less than any ring buffer has. */
#define AGAIN_ROOM	2048

static DEFINE_MUTEX(again_lock);

/**
 * struct look - what there was when a reader began to look whether he has read all
 * @misses: how often tasks had ended that he may not read of
 * @overruns: how many records had been overwritten
 * @next: the number of the next entry
 * @time: when all before that had been recorded, if there was room
 */
struct look {
	int		misses;
	unsigned long	overruns;
	u32		next;
	u64		time;
};

static void do_nothing(void *unused)
{
}

/* What happens from here on, he finds the next time. */
static struct look begin_look(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;
	struct look look = { .misses = atomic_read(&losses->misses) };

	/* A snapshot that is about to be taken has interrupts disabled until it has been. */
	if (look.misses != losses->again.misses)
		on_each_cpu(do_nothing, NULL, true);
	look.overruns = ring_buffer_overruns(syscall_sink_buffer(inst));
	/* If a record is overwritten that tells of a later entry, it counts. */
	smp_rmb();
	scoped_guard(raw_spinlock_irqsave, &losses->lock)
		look.next = losses->next_ended;
	look.time = syscall_sink_time(inst);

	return look;
}

/*
 * Is the ring buffer empty because records are being taken away, or since the look has begun? Or do
 * some still wait for a ring buffer that has been switched off? Then he looks again.
 */
static bool is_deceived(struct trace_array *tr, const struct look *look)
{
	/* Whoever exchanges sub-buffers has stopped the recording, and says so when it is done. */
	smp_rmb();
	if (READ_ONCE(tr->stop_count) || syscall_trace_waits_since(tr, look->time))
		return true;
	/* If what was looked at above is of later, so is the number: it has been raised before. */
	smp_rmb();

	return atomic_read(&tr->syscall_trace.losses.misses) != look->misses;
}

/*
 * Whoever reads the records themselves has read all there was. Returns whether records found no
 * room or were overwritten since the last time, or before what was written then could be read.
 */
static bool has_missed(struct syscall_trace_instance *inst, const struct look *look)
{
	struct syscall_trace_ended_again *again = &inst->losses.again;

	lockdep_assert_held(&again_lock);

	if (ring_buffer_overruns(syscall_sink_buffer(inst)) != again->overruns ||
	    look->misses != again->misses) {
		again->overruns = look->overruns;
		again->misses = look->misses;
		again->written = again->read;
		again->end = look->next;
		return true;
	}
	again->read = again->written;
	if ((s32)(again->end - again->read) > 0)
		return true;
	/* Of those that ended while recording was off, there are no records. */
	if (READ_ONCE(inst->losses.has_off))
		return false;
	/* Of those that have ended since then, the records have been read. */
	again->read = look->next;
	again->written = look->next;
	again->end = look->next;

	return false;
}

/*
 * He is told of tasks that ended while recording was off when it is on again: until then, nobody
 * else records a call under one of their pids, and as many may end as others make.
 */
static void tell_of_off(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;

	if (!READ_ONCE(losses->has_off) || !syscall_sink_is_on(inst))
		return;
	WRITE_ONCE(losses->has_off, false);
	syscall_trace_misses_ended(losses);
}

/* Put the next records that are to be written into a block. Returns the first entry behind them. */
static u32 fill_block(struct syscall_trace_instance *inst, struct ring_buffer_block *block)
{
	unsigned int size = ring_buffer_block_event_size(sizeof(struct syscall_task_entry) +
							 sizeof(struct syscall_trace_calls_late));
	struct syscall_trace_losses *losses = &inst->losses;
	u64 ts = syscall_sink_time(inst);
	struct syscall_task_entry *entry;
	struct syscall_trace_ended ended;
	u32 at = losses->again.written;

	while ((s32)(losses->again.end - at) > 0 && syscall_trace_find_ended(losses, &at, &ended)) {
		entry = ring_buffer_block_reserve(block, ts, size);
		if (!entry)
			break;
		syscall_trace_make_calls(entry, &ended);
		syscall_trace_make_late(entry, &ended, at, ts);
		ring_buffer_block_commit(block, ts, block->size + size);
		at++;
	}

	return at;
}

/**
 * struct written - records for the ring buffer of a CPU
 * @inst: the instance
 * @block: room for them
 * @behind: the first entry behind those of which they tell
 * @ret: what has become of them
 */
struct written {
	struct syscall_trace_instance	*inst;
	struct ring_buffer_block	*block;
	u32				behind;
	int				ret;
};

/* Nobody writes to this CPU's ring buffer in between: so the records have the time in them. */
static void write_here(void *data)
{
	struct written *written = data;

	/* What waits is older. */
	syscall_trace_flush_here(written->inst);
	written->behind = fill_block(written->inst, written->block);
	if (written->block->size)
		written->ret = syscall_trace_write_block(written->inst, written->block);
}

/**
 * syscall_trace_empties - a ring buffer loses what was recorded
 * @buf: the ring buffer
 *
 * Context: any.
 */
void syscall_trace_empties(const struct array_buffer *buf)
{
	struct syscall_trace_losses *losses = &buf->tr->syscall_trace.losses;

	if (buf == &buf->tr->array_buffer && syscall_trace_has_ended(losses))
		syscall_trace_misses_ended(losses);
}

/**
 * syscall_trace_tell_again - record again which tasks have ended, if that may have been overwritten
 * @iter: a reader of the records of one CPU
 *
 * Records that were overwritten do not say whose they were. The end of a task may be one of them.
 *
 * Context: task context, interrupts on; may sleep.
 */
void syscall_trace_tell_again(struct trace_iterator *iter)
{
	struct syscall_trace_instance *inst = &iter->tr->syscall_trace;
	struct written written = { .inst = inst, .ret = -EBUSY };
	struct look look;

	guard(mutex)(&again_lock);
	if (!syscall_trace_has_ended(&inst->losses))
		return;
	tell_of_off(inst);
	look = begin_look(inst);
	syscall_trace_flush(iter->tr);
	if (!ring_buffer_empty(syscall_sink_buffer(inst)) || is_deceived(iter->tr, &look) ||
	    !has_missed(inst, &look))
		return;
	written.block = kzalloc(struct_size(written.block, events, AGAIN_ROOM), GFP_KERNEL);
	if (!written.block)
		return;
	written.block->max = AGAIN_ROOM;
	written.block->room = AGAIN_ROOM;
	smp_call_function_single(iter->cpu_file, write_here, &written, true);
	if (!written.ret)
		inst->losses.again.written = written.behind;
	kfree(written.block);
}
