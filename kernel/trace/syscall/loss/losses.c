// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what trace and trace_pipe say of calls that are missing. What is kept of
 * tasks that have ended comes between the records of the ring buffer.
 */
#include <linux/errno.h>
#include <linux/kgdb.h>
#include <linux/slab.h>

#include "begin.h"
#include "ended.h"
#include "losses.h"
#include "tally.h"

/**
 * struct reader - what a reader has noted
 * @tally: how far it has read the calls of each task
 * @at_end: a record that tells of a task that has ended
 */
struct reader {
	struct syscall_trace_tally	tally;
	struct syscall_task_entry	at_end;
};

char syscall_trace_pipe;

static bool is_pipe(const struct trace_iterator *iter)
{
	return iter->private == &syscall_trace_pipe;
}

static struct reader *reader_of_tally(struct syscall_trace_tally *tally)
{
	return container_of(tally, struct reader, tally);
}

static void free_tally(struct syscall_trace_tally *tally)
{
	if (!tally)
		return;
	syscall_tally_destroy(tally);
	kfree(reader_of_tally(tally));
}

/* What a reader has noted, or NULL: there is no memory. Readers of trace_pipe share it. */
static struct reader *reader_of(struct trace_iterator *iter)
{
	struct syscall_trace_tally **place = is_pipe(iter) ? &iter->tr->syscall_trace.losses.pipe :
							     &iter->tally;
	struct syscall_trace_tally *tally = READ_ONCE(*place);
	struct reader *reader;

	if (tally)
		return reader_of_tally(tally);
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return NULL;
	syscall_tally_init(&reader->tally, &iter->tr->syscall_trace, is_pipe(iter));
	if (!cmpxchg(place, NULL, &reader->tally))
		return reader;
	kfree(reader);

	return reader_of_tally(*place);
}

static bool find_number(const struct trace_iterator *iter, const struct reader *reader,
			struct syscall_trace_numbered_record *record)
{
	if (!syscall_tally_number(record, iter->ent, iter->ts, iter->snapshot))
		return false;
	record->kept = iter->ent == &reader->at_end.ent;

	return true;
}

/**
 * syscall_trace_find_lost - tell how many calls are missing before a record
 * @iter: a reader that is no dump, at the record
 *
 * May be called again for the same record.
 *
 * Context: task context, may sleep.
 * Return: the number of calls of the record's task.
 */
u32 syscall_trace_find_lost(struct trace_iterator *iter)
{
	struct syscall_trace_numbered_record record;
	struct reader *reader;

	/* A reader of one CPU does not see what a task did on others. */
	if (iter->cpu_file != RING_BUFFER_ALL_CPUS)
		return 0;
	reader = reader_of(iter);
	if (!reader || !find_number(iter, reader, &record))
		return 0;
	guard(mutex)(&syscall_tally_lock);

	return syscall_tally_find_lost(&reader->tally, &record);
}

/**
 * syscall_trace_end_reading - forget what a reader has noted: it ends, or begins again
 * @iter: the reader, which is none of trace_pipe
 *
 * Context: task context.
 */
void syscall_trace_end_reading(struct trace_iterator *iter)
{
	free_tally(iter->tally);
	iter->tally = NULL;
}

/* ------------------------------ tasks that have ended --------------------- */

/* These options show the bytes of records, and nothing of records of tasks. */
#define SHOWS_BYTES	(TRACE_ITER_HEX | TRACE_ITER_BIN)

/* Does the reader merge tasks that have ended with the records? Not one of a single CPU. */
static bool merges_ended(const struct trace_iterator *iter)
{
	return syscall_trace_has_ended(&iter->tr->syscall_trace.losses) && !iter->snapshot &&
	       iter->cpu_file == RING_BUFFER_ALL_CPUS && !(iter->tr->trace_flags & SHOWS_BYTES) &&
	       (is_pipe(iter) || (iter->buffer_iter && !in_dbg_master()));
}

/**
 * syscall_trace_waits - has a reader of trace_pipe something to say though there is no record?
 * @iter: the reader, for which there was none
 *
 * Context: task context, may sleep.
 * Return: true if so, or if there are records again.
 */
bool syscall_trace_waits(struct trace_iterator *iter)
{
	struct trace_buffer *buffer = iter->array_buffer->buffer;
	struct syscall_trace_ended ended;
	struct reader *reader;
	u64 now;

	if (!is_pipe(iter) || !merges_ended(iter))
		return false;
	reader = reader_of(iter);
	if (!reader)
		return false;
	/* Who has ended by now has made its records before. */
	now = ring_buffer_time_stamp(buffer);
	syscall_trace_flush(iter->tr);
	if (!ring_buffer_empty(buffer))
		return true;

	guard(mutex)(&syscall_tally_lock);
	reader->tally.idle = now;

	return syscall_tally_find_ended(&reader->tally, now + 1, &ended);
}

static bool is_overtaken(const struct trace_iterator *iter, struct reader *reader)
{
	struct syscall_trace_numbered_record record;

	return iter->ent && find_number(iter, reader, &record) &&
	       syscall_tally_is_overtaken(&reader->tally, &record);
}

/**
 * syscall_trace_find_before - find what comes before the next record of a reader
 * @iter: a reader that has found it, or that there is none
 *
 * Context: task context, may sleep; any in a dump.
 * Return: 1 if @iter is at a task that has ended now, and is going to find the record again; 0 if
 * nothing comes before it; -EAGAIN if an older record does, which the reader must look for.
 */
int syscall_trace_find_before(struct trace_iterator *iter)
{
	bool overtakes = is_pipe(iter) && iter->cpu_file == RING_BUFFER_ALL_CPUS;
	bool merges = merges_ended(iter);
	struct syscall_trace_ended ended;
	struct reader *reader;
	int found = 0;
	u64 before;

	if (likely(!merges && !overtakes))
		return 0;
	reader = reader_of(iter);
	if (!reader)
		return 0;

	guard(mutex)(&syscall_tally_lock);
	before = iter->ent ? iter->ts : (is_pipe(iter) ? reader->tally.idle : iter->until) + 1;
	if (merges)
		found = syscall_tally_find_ended(&reader->tally, before, &ended);
	if (!found)
		return overtakes && is_overtaken(iter, reader) ? -EAGAIN : 0;
	if (found < 0)
		return found;
	syscall_trace_make_calls(&reader->at_end, &ended);
	/* A reader of trace_pipe may find no room for the line, and comes again. */
	if (!is_pipe(iter))
		syscall_tally_pass_ended(&reader->tally);
	if (!iter->ent || is_pipe(iter))
		iter->lost_events = 0;
	if (!iter->lost_events)
		iter->cpu = ended.cpu;
	iter->ent = &reader->at_end.ent;
	iter->ent_size = sizeof(reader->at_end);
	iter->ts = ended.ts;
	iter->idx++;

	return 1;
}

/**
 * syscall_trace_shows_exit - note that the exit of a call is shown on the line of its entry
 * @iter: the reader, which is no dump
 * @pid: the task
 * @seq: the number of the call
 *
 * Context: task context, may sleep.
 */
void syscall_trace_shows_exit(struct trace_iterator *iter, pid_t pid, u32 seq)
{
	struct reader *reader;

	if (iter->cpu_file != RING_BUFFER_ALL_CPUS)
		return;
	reader = reader_of(iter);
	if (!reader)
		return;
	guard(mutex)(&syscall_tally_lock);
	syscall_tally_shows_exit(&reader->tally, pid, seq);
}

/**
 * syscall_trace_consumes - a reader is about to consume its record, which it has shown
 * @iter: the reader
 *
 * Until then, the record does not count as read. May be called again.
 *
 * Context: task context, may sleep; any in a dump.
 * Return: true if it is of a task that has ended, and not in the ring buffer.
 */
bool syscall_trace_consumes(struct trace_iterator *iter)
{
	struct syscall_trace_numbered_record record;
	struct reader *reader;

	if (!is_pipe(iter) || iter->cpu_file != RING_BUFFER_ALL_CPUS)
		return false;
	reader = reader_of(iter);
	if (!reader)
		return false;

	guard(mutex)(&syscall_tally_lock);
	/* What has been consumed already must not be looked at. */
	if (reader->tally.at.pid && find_number(iter, reader, &record))
		syscall_tally_shows(&reader->tally, &record);
	if (iter->ent != &reader->at_end.ent)
		return false;
	syscall_tally_pass_ended(&reader->tally);

	return true;
}

/* ---------------------------------- instances ----------------------------- */

/**
 * syscall_trace_clears - the ring buffer of an instance is about to be cleared
 * @buf: the ring buffer
 * @cpu: the CPU whose part is cleared, or RING_BUFFER_ALL_CPUS
 *
 * Context: task context, may sleep.
 */
void syscall_trace_clears(struct array_buffer *buf, int cpu)
{
	struct syscall_trace_instance *inst = &buf->tr->syscall_trace;

	if (!inst->bit || buf != &buf->tr->array_buffer)
		return;
	if (cpu == RING_BUFFER_ALL_CPUS)
		syscall_tally_clears(inst);
	else
		syscall_tally_clears_cpu(inst);
}

/**
 * syscall_trace_free_pipe - free what readers of trace_pipe have noted
 * @losses: those of the instance, which nobody reads any more
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_pipe(struct syscall_trace_losses *losses)
{
	free_tally(losses->pipe);
}
