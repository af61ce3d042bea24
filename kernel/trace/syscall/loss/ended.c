// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the last numbers of tasks that have ended.
 *
 * A record that tells how many calls a task made may be overwritten with the calls themselves, or
 * find no room. So an instance keeps the last numbers of the tasks that ended last outside of the
 * ring buffer. A task that gets another pid ends here, too: its calls are numbered anew (exec.c).
 * The readers in the kernel merge what is kept with the records (tally.c). For others, it is
 * recorded late.
 *
 * Entries are numbered. What a reader of trace_pipe has been told is forgotten, as the records are
 * that it consumes.
 */
#include <linux/slab.h>
#include <linux/smp.h>

#include "../record/sink.h"
#include "../task/task_events.h"
#include "ended.h"

/* So many tasks: a power of two. */
#define MOST_ENDED	4096

static struct syscall_trace_ended *entry_of(struct syscall_trace_losses *losses, u32 at)
{
	lockdep_assert_held(&losses->lock);

	return &losses->ended[at % MOST_ENDED];
}

/* Forget the entries before the number @before, all of which are there. */
static void begin_with(struct syscall_trace_losses *losses, u32 before)
{
	u32 at;

	for (at = losses->first_ended; at != before; at++)
		losses->nr_off -= entry_of(losses, at)->off;
	WRITE_ONCE(losses->first_ended, before);
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
 * @inst: the instance, which traces
 * @ended: the task; its CPU is filled in
 *
 * Context: any but NMI.
 */
void syscall_trace_keep_ended(struct syscall_trace_instance *inst,
			      const struct syscall_trace_ended *ended)
{
	bool untold = ended->refused || (ended->off && syscall_sink_tells_ends());
	struct syscall_trace_losses *losses = &inst->losses;
	struct syscall_trace_ended *entry;

	guard(raw_spinlock_irqsave)(&losses->lock);
	/* Recording may be off for long, and those that ended before must be there then. */
	if (ended->off && losses->nr_off >= MOST_ENDED / 2) {
		WRITE_ONCE(losses->has_forgotten, true);
		return;
	}
	if (losses->next_ended - losses->first_ended == MOST_ENDED) {
		WRITE_ONCE(losses->has_forgotten, true);
		begin_with(losses, losses->first_ended + 1);
	}
	if (untold && !losses->has_untold) {
		losses->has_untold = true;
		losses->first_untold = losses->next_ended;
	}
	if (ended->refused)
		syscall_trace_misses_ended(losses);
	if (ended->off) {
		WRITE_ONCE(losses->has_off, true);
		losses->nr_off++;
	}
	entry = entry_of(losses, losses->next_ended);
	*entry = *ended;
	entry->untold = untold;
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
		begin_with(losses, before);
}

/* Forget all. */
void syscall_trace_forget_ended(struct syscall_trace_losses *losses)
{
	guard(raw_spinlock_irqsave)(&losses->lock);
	WRITE_ONCE(losses->first_ended, losses->next_ended);
	WRITE_ONCE(losses->has_forgotten, false);
	WRITE_ONCE(losses->has_off, false);
	losses->nr_off = 0;
	losses->has_untold = false;
	losses->again = (struct syscall_trace_ended_again) {
		.read = losses->next_ended,
		.written = losses->next_ended,
		.end = losses->next_ended,
		.misses = atomic_read(&losses->misses),
	};
}

/**
 * syscall_trace_write_calls - record how many calls a task has made
 * @inst: the instance
 * @pid: the task
 * @seq: what counts its calls
 *
 * Context: any.
 * Return: false if there is no room, or recording is off.
 */
bool syscall_trace_write_calls(struct syscall_trace_instance *inst, pid_t pid, const u32 *seq)
{
	const struct syscall_trace_happening event = {
		.what	= SYSCALL_TRACE_EVENT_CALLS,
		.pid	= pid,
		.seq	= seq,
	};

	return syscall_trace_write_event(inst, &event);
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
		.ent	= { .type = syscall_sink_type(TRACE_SYSCALL_TASK), .pid = ended->pid },
		.what	= SYSCALL_TRACE_EVENT_CALLS,
		.seq	= ended->seq,
	};
}

/* ------------------------------ told late --------------------------------- */

/**
 * syscall_trace_make_late - let a record tell late of a task that has ended
 * @entry: the record, which has its head
 * @ended: the task
 * @number: that of the entry that is kept
 * @time: that of the record. Whoever reads it finds out when the task ended
 *
 * Context: any.
 */
void syscall_trace_make_late(struct syscall_task_entry *entry,
			     const struct syscall_trace_ended *ended, u32 number, u64 time)
{
	/* The clock may be another one meanwhile. */
	const struct syscall_trace_calls_late late = {
		.age	= time > ended->ts ? time - ended->ts : 0,
		.number	= number,
	};

	entry->what = SYSCALL_TRACE_EVENT_CALLS_LATE;
	entry->value = 0;
	entry->seq = ended->off ? 0 : ended->seq;
	memcpy(entry->info, &late, sizeof(late));
}

static bool write_late(struct syscall_trace_instance *inst,
		       const struct syscall_trace_ended *ended, u32 number)
{
	size_t size = sizeof(struct syscall_task_entry) + sizeof(struct syscall_trace_calls_late);
	unsigned int context = tracing_gen_ctx();
	struct syscall_task_entry *entry;
	struct syscall_sink_space space;

	if (!syscall_sink_reserve_event(&space, inst, size, context))
		return false;
	entry = space.entry;
	entry->ent.pid = ended->pid;
	syscall_trace_make_late(entry, ended, number, syscall_sink_event_time(&space));
	syscall_sink_commit_event(inst, &space, context);

	return true;
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
 * @inst: the instance
 *
 * Who reads the records themselves knows nothing else of it.
 *
 * Context: task context.
 */
void syscall_trace_tell_ended(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;
	struct syscall_trace_ended ended;
	u32 at;

	if (!syscall_sink_is_on(inst))
		return;
	while (find_untold(losses, &at, &ended)) {
		if (!write_late(inst, &ended, at))
			return;
		mark_told(losses, at);
	}
}
