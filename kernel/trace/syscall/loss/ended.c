// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the last numbers of tasks that have ended.
 *
 * A record that tells how many calls a task made may be overwritten with the calls themselves, or
 * find no room. So an instance keeps the last numbers of the tasks that ended last outside of the ring
 * buffer. A task that gets another pid ends here, too: its calls are numbered anew (exec.c). The
 * readers in the kernel merge what is kept with the records (losses.c). For others, it is recorded late.
 *
 * Entries are numbered. What a reader of trace_pipe has been told is forgotten, as the records are
 * that it consumes.
 */
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "../record/batch.h"
#include "ended.h"
#include "../task/task_events.h"

/* So many tasks: a power of two. */
#define MOST_ENDED	4096

/* Bytes of the records that are written again together: less than any ring buffer has. */
#define AGAIN_ROOM	2048

static struct syscall_trace_ended *entry_of(struct syscall_trace_losses *losses, u32 at)
{
	lockdep_assert_held(&losses->lock);

	return &losses->ended[at % MOST_ENDED];
}

/**
 * syscall_trace_alloc_ended - make room for the tasks of an instance
 * @losses: those of the instance, which does not trace yet
 *
 * Context: task context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int syscall_trace_alloc_ended(struct syscall_trace_losses *losses)
{
	if (!losses->ended)
		losses->ended = kvcalloc(MOST_ENDED, sizeof(*losses->ended), GFP_KERNEL);

	return losses->ended ? 0 : -ENOMEM;
}

/**
 * syscall_trace_free_ended - free it
 * @losses: those of the instance, which nobody traces with or reads any more
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_ended(struct syscall_trace_losses *losses)
{
	kvfree(losses->ended);
	losses->ended = NULL;
}

/**
 * syscall_trace_keep_ended - keep the last number of a task
 * @tr: the instance, which traces
 * @ended: the task; its time and CPU are filled in
 *
 * Context: any but NMI.
 */
void syscall_trace_keep_ended(struct trace_array *tr, const struct syscall_trace_ended *ended)
{
	struct syscall_trace_losses *losses = &tr->syscall_trace.losses;
	struct syscall_trace_ended *entry;

	guard(raw_spinlock_irqsave)(&losses->lock);
	if (losses->next_ended - losses->first_ended == MOST_ENDED)
		WRITE_ONCE(losses->first_ended, losses->first_ended + 1);
	if (ended->refused && !losses->has_untold) {
		losses->has_untold = true;
		losses->first_untold = losses->next_ended;
	}
	entry = entry_of(losses, losses->next_ended);
	*entry = *ended;
	entry->untold = ended->refused;
	entry->ts = ring_buffer_time_stamp(tr->array_buffer.buffer);
	entry->cpu = raw_smp_processor_id();
	WRITE_ONCE(losses->next_ended, losses->next_ended + 1);
}

/**
 * syscall_trace_find_ended - find a task that is kept
 * @losses: those of the instance
 * @at: the number of the entry; if it is not kept any more, this becomes the next one's
 * @ended: gets a copy of it
 *
 * Context: any but NMI.
 * Return: false if there is none.
 */
bool syscall_trace_find_ended(struct syscall_trace_losses *losses, u32 *at,
			      struct syscall_trace_ended *ended)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	if ((s32)(*at - losses->first_ended) < 0)
		*at = losses->first_ended;
	if ((s32)(*at - losses->next_ended) >= 0)
		return false;
	*ended = *entry_of(losses, *at);

	return true;
}

/**
 * syscall_trace_drop_ended - forget the first tasks that are kept
 * @losses: those of the instance
 * @before: the number of the first entry that stays
 *
 * Those of which a record is still to tell stay, too.
 *
 * Context: any but NMI.
 */
void syscall_trace_drop_ended(struct syscall_trace_losses *losses, u32 before)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	if (losses->has_untold && (s32)(before - losses->first_untold) > 0)
		before = losses->first_untold;
	if ((s32)(before - losses->first_ended) > 0)
		WRITE_ONCE(losses->first_ended, before);
}

/* Forget all. */
void syscall_trace_forget_ended(struct syscall_trace_losses *losses)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	WRITE_ONCE(losses->first_ended, losses->next_ended);
	losses->has_untold = false;
	losses->again = (struct syscall_trace_ended_again) {
		.read = losses->next_ended,
		.written = losses->next_ended,
		.end = losses->next_ended,
	};
}

/**
 * syscall_trace_write_calls - record how many calls a task has made
 * @tr: the instance
 * @pid: the task
 * @seq: what counts its calls
 *
 * Context: any.
 * Return: false if there is no room, or recording is off.
 */
bool syscall_trace_write_calls(struct trace_array *tr, pid_t pid, const u32 *seq)
{
	const struct syscall_trace_happening event = {
		.what	= SYSCALL_TRACE_EVENT_CALLS,
		.pid	= pid,
		.seq	= seq,
	};

	return syscall_trace_write_event(tr, &event);
}

/**
 * syscall_trace_make_calls - make the record that syscall_trace_write_calls() writes
 * @entry: gets the record
 * @ended: the task
 *
 * Context: any.
 */
void syscall_trace_make_calls(struct syscall_task_entry *entry,
			      const struct syscall_trace_ended *ended)
{
	*entry = (struct syscall_task_entry) {
		.ent	= { .type = TRACE_SYSCALL_TASK, .pid = ended->pid },
		.what	= SYSCALL_TRACE_EVENT_CALLS,
		.seq	= ended->seq,
	};
}

/* ------------------------------ told late --------------------------------- */

static struct syscall_trace_calls_late make_late(const struct syscall_trace_ended *ended, u32 number,
						 u64 now)
{
	/* The clock may be another one meanwhile. */
	return (struct syscall_trace_calls_late) {
		.age	= now > ended->ts ? now - ended->ts : 0,
		.number	= number,
	};
}

static bool write_late(struct trace_array *tr, const struct syscall_trace_ended *ended, u32 number)
{
	struct syscall_trace_calls_late late =
		make_late(ended, number, ring_buffer_time_stamp(tr->array_buffer.buffer));
	const struct syscall_trace_happening event = {
		.what	= SYSCALL_TRACE_EVENT_CALLS_LATE,
		.pid	= ended->pid,
		.seq	= &ended->seq,
		.info	= &late,
		.size	= sizeof(late),
	};

	return syscall_trace_write_event(tr, &event);
}

/* --------------------------- records that found no room ------------------- */

/* Find the first task of which no record tells. */
static bool find_untold(struct syscall_trace_losses *losses, u32 *at,
			struct syscall_trace_ended *ended)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	if (!losses->has_untold)
		return false;
	*at = losses->first_untold;
	if ((s32)(*at - losses->first_ended) < 0)
		*at = losses->first_ended;
	for (; *at != losses->next_ended; ++*at) {
		*ended = *entry_of(losses, *at);
		losses->first_untold = *at;
		if (ended->untold)
			return true;
	}
	losses->has_untold = false;

	return false;
}

static void mark_told(struct syscall_trace_losses *losses, u32 at)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	if ((s32)(at - losses->first_ended) >= 0)
		entry_of(losses, at)->untold = false;
}

/**
 * syscall_trace_tell_ended - record what could not be recorded when tasks ended
 * @tr: the instance
 *
 * Who reads the records themselves knows nothing else of it.
 *
 * Context: task context.
 */
void syscall_trace_tell_ended(struct trace_array *tr)
{
	struct syscall_trace_losses *losses = &tr->syscall_trace.losses;
	struct syscall_trace_ended ended;
	u32 at;

	if (!tracer_tracing_is_on(tr))
		return;
	while (find_untold(losses, &at, &ended)) {
		if (!write_late(tr, &ended, at))
			return;
		mark_told(losses, at);
	}
}

/* ------------------------- records that were overwritten ------------------ */

static DEFINE_MUTEX(again_lock);

/* Recording may be off, so that nothing is told when there is room. */
static bool take_untold(struct syscall_trace_losses *losses)
{
	bool untold;

	guard(raw_spinlock_irqsave)(&losses->lock);
	untold = losses->has_untold;
	losses->has_untold = false;

	return untold;
}

/*
 * Whoever reads the records themselves has read all there was. Returns whether records found no
 * room or were overwritten since the last time, or before what was written then could be read.
 */
static bool has_missed(struct trace_array *tr, struct syscall_trace_ended_again *again)
{
	unsigned long overruns = ring_buffer_overruns(tr->array_buffer.buffer);
	u32 next = READ_ONCE(tr->syscall_trace.losses.next_ended);
	bool untold = take_untold(&tr->syscall_trace.losses);

	lockdep_assert_held(&again_lock);

	if (overruns != again->overruns || untold) {
		again->overruns = overruns;
		again->written = again->read;
		again->end = next;
		return true;
	}
	again->read = again->written;
	if ((s32)(again->end - again->read) > 0)
		return true;
	/* Of those that have ended since then, the records have been read. */
	again->read = next;
	again->written = next;
	again->end = next;

	return false;
}

/* Records for the ring buffer of a CPU. @ret: what has become of them */
struct written {
	struct trace_array		*tr;
	struct ring_buffer_block	*block;
	int				ret;
};

static void write_here(void *data)
{
	struct written *written = data;

	written->ret = syscall_trace_write_block(written->tr, written->block);
}

/* Put the next records that are to be written into a block. Returns the first entry behind them. */
static u32 fill_block(struct trace_array *tr, struct ring_buffer_block *block)
{
	unsigned int size = ring_buffer_block_event_size(sizeof(struct syscall_task_entry) +
							 sizeof(struct syscall_trace_calls_late));
	struct syscall_trace_losses *losses = &tr->syscall_trace.losses;
	u64 ts = ring_buffer_time_stamp(tr->array_buffer.buffer);
	struct syscall_trace_calls_late late;
	struct syscall_task_entry *entry;
	struct syscall_trace_ended ended;
	u32 at = losses->again.written;

	while ((s32)(losses->again.end - at) > 0 && syscall_trace_find_ended(losses, &at, &ended)) {
		entry = ring_buffer_block_reserve(block, ts, size);
		if (!entry)
			break;
		syscall_trace_make_calls(entry, &ended);
		entry->what = SYSCALL_TRACE_EVENT_CALLS_LATE;
		late = make_late(&ended, at, ts);
		memcpy(entry->info, &late, sizeof(late));
		ring_buffer_block_commit(block, ts, size);
		at++;
	}

	return at;
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
	struct trace_array *tr = iter->tr;
	struct written written = { .tr = tr, .ret = -EBUSY };
	u32 behind;

	guard(mutex)(&again_lock);
	if (!syscall_trace_has_ended(&tr->syscall_trace.losses))
		return;
	syscall_trace_flush(tr);
	if (!ring_buffer_empty(tr->array_buffer.buffer) ||
	    !has_missed(tr, &tr->syscall_trace.losses.again))
		return;
	written.block = kzalloc(struct_size(written.block, events, AGAIN_ROOM), GFP_KERNEL);
	if (!written.block)
		return;
	written.block->max = AGAIN_ROOM;
	written.block->room = AGAIN_ROOM;
	behind = fill_block(tr, written.block);
	if (written.block->size)
		smp_call_function_single(iter->cpu_file, write_here, &written, true);
	if (!written.ret)
		tr->syscall_trace.losses.again.written = behind;
	kfree(written.block);
}
