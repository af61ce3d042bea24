// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: finds calls that are missing in what is read, for trace and trace_pipe.
 *
 * The calls of a task are numbered (seq.h). A reader notes the last number of each task, and a gap
 * tells what is missing, and where. Numbers begin with 1 when the tracer is chosen. Calls that
 * were cleared, or consumed by a reader of trace_pipe, are not missing: the instance notes their
 * last numbers, too. What becomes of records that are read from trace_pipe_raw, or that are in
 * a snapshot, is not known here. After that, no calls are said to be missing before the first
 * one of a task.
 *
 * The last calls of a task may be missing, too. What is kept of tasks that have ended (ended.c) comes
 * between the records as if it were one, if it tells of calls that are missing.
 */
#include <linux/kgdb.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "../format/gap.h"
#include "begin.h"
#include "ended.h"
#include "losses.h"

/**
 * struct finding - what a number tells a reader
 * @gap: which calls are missing before it, and what to note of its task
 * @known: what was noted of the task is certain, and so is @gap
 * @told_by: what has told of the end of the task: BY_RECORD, BY_KEPT
 * @is_next: the task that had the pid before has ended
 * @goes_back: the number is lower than what was noted
 * @cleared: the record was about to be cleared when it was read
 */
struct finding {
	struct syscall_trace_gap	gap;
	bool				known;
	u64				told_by;
	bool				is_next;
	bool				goes_back;
	bool				cleared;
};

/**
 * struct syscall_trace_tally - how far the calls of each task have been read
 * @seen: the last number by pid; only what is not in that of the instance
 * @ts: the time of the last record
 * @pid: its task; 0: it has been consumed
 * @type: its type
 * @seq: its number
 * @found: what that tells
 * @has_begun: syscall_trace_begins_reading() has said so
 * @swaps: of a reader of trace_pipe, that of the instance when it last looked
 * @newest: the time of the youngest record that a reader of trace_pipe has read
 * @cleared: when the ring buffer was cleared last
 * @next_ended: number of the next task that has ended
 * @idle: a time at which a reader of trace_pipe had read all there was
 * @at_end: a record that tells of a task that has ended
 */
struct syscall_trace_tally {
	struct xarray	seen;
	u64		ts;
	pid_t		pid;
	u16		type;
	u32		seq;
	struct finding	found;
	bool		has_begun;
	u32		swaps;
	u64		newest;
	u64		cleared;
	u32		next_ended;
	u64		idle;
	struct syscall_task_entry at_end;
};

char syscall_trace_pipe;

/* Readers of trace_pipe share what they note. */
static DEFINE_MUTEX(pipe_lock);

/* ---------------------------------- numbers ------------------------------- */

static bool is_pipe(const struct trace_iterator *iter)
{
	return iter->private == &syscall_trace_pipe;
}

/* Does the reader consume what it reads? Then the instance notes it for all of them. */
static struct xarray *seen_by(const struct trace_iterator *iter)
{
	return is_pipe(iter) ? &iter->tr->syscall_trace.losses.seen : &iter->tally->seen;
}

/*
 * Beside a number that is noted: a record, and what is kept of the end of the task, have told of it. Each does
 * so once. What comes again with this pid and number is of another task.
 */
#define BY_RECORD	BIT_ULL(32)
#define BY_KEPT		BIT_ULL(34)

/* Without memory, the next gap of the task is taken for one that begins later, or for none. */
static void note(struct xarray *seen, pid_t pid, u64 seq)
{
	xa_store(seen, pid, xa_mk_value(seq), GFP_KERNEL | __GFP_NOWARN);
}

/* Find what is noted of the calls of a task that are not missing. Returns false if that is not known. */
static bool find_last(const struct trace_iterator *iter, pid_t pid, u64 *last)
{
	struct syscall_trace_losses *losses = &iter->tr->syscall_trace.losses;
	void *entry = xa_load(seen_by(iter), pid);

	if (!entry && !READ_ONCE(losses->has_left))
		entry = xa_load(&losses->seen, pid);
	*last = entry ? xa_to_value(entry) : 0;

	return entry || READ_ONCE(losses->from_start);
}

/*
 * Find what a record tells. Returns false if it is none of the tracer, or if what is kept of the end of
 * a task has told it earlier. That is not there for a snapshot.
 */
static bool find_number(const struct trace_iterator *iter, struct syscall_trace_numbered *number)
{
	const struct syscall_call_entry *call = (void *)iter->ent;
	const struct syscall_task_entry *task = (void *)iter->ent;

	switch (iter->ent->type) {
	case TRACE_SYSCALL_CALL:
	case TRACE_SYSCALL_ENTER:
	case TRACE_SYSCALL_EXIT:
		*number = syscall_trace_number_of_call(call->head.seq);
		return true;
	case TRACE_SYSCALL_TASK:
		*number = syscall_trace_number_of_event(task->what, task->value, task->seq);
		return task->what != SYSCALL_TRACE_EVENT_CALLS_LATE || iter->snapshot;
	default:
		return false;
	}
}

/*
 * Has something else told of the end of the task, with what has been noted? @kept: the number is what is kept
 * of the end. A record that only counts calls may come before or behind that.
 */
static bool tells_again(u64 last, const struct syscall_trace_numbered *number, bool kept)
{
	if (!number->ends || number->is_last || number->is_late)
		return syscall_trace_tells_again(last, number);
	if (!(last & SYSCALL_TRACE_SEQ_ENDED) || (last ^ number->seq) & SYSCALL_TRACE_SEQ_MASK)
		return false;

	return !(last & (kept ? BY_KEPT : BY_RECORD | SYSCALL_TRACE_SEQ_GONE));
}

/* Compare the number of a task with what has been read before. @kept: it is what is kept of its end. */
static struct finding compare(const struct trace_iterator *iter, pid_t pid,
			      const struct syscall_trace_numbered *number, bool kept)
{
	struct finding found = { };
	u64 last;

	found.known = find_last(iter, pid, &last);
	found.cleared = last & SYSCALL_TRACE_AT_CLEAR &&
			number->seq < (last & SYSCALL_TRACE_SEQ_MASK);
	if (number->ends && !number->is_last && !number->is_late)
		found.told_by = kept ? BY_KEPT : BY_RECORD;
	if (tells_again(last, number, kept)) {
		found.told_by |= last & (BY_RECORD | BY_KEPT);
		found.gap.last = (u32)last | (number->is_last ? SYSCALL_TRACE_SEQ_GONE : 0);
	} else {
		found.gap = syscall_trace_find_gap(last, number);
		found.is_next = last & SYSCALL_TRACE_SEQ_ENDED;
	}
	found.goes_back = number->seq < (last & SYSCALL_TRACE_SEQ_MASK);

	return found;
}

/* Note that it has been read. */
static void note_finding(const struct trace_iterator *iter, pid_t pid,
			 const struct syscall_trace_numbered *number, const struct finding *found)
{
	struct xarray *seen = seen_by(iter);

	if (found->cleared)
		return;
	note(seen, pid, found->gap.last | found->told_by);
	if (number->child)
		note(seen, number->child, 0);
}

/* Is it the record that was asked for last? Its line did not fit, and it is printed again. */
static bool is_same(const struct syscall_trace_tally *tally, const struct trace_iterator *iter,
		    const struct syscall_trace_numbered *number)
{
	return tally->ts == iter->ts && tally->pid == iter->ent->pid &&
	       tally->type == iter->ent->type && tally->seq == number->seq;
}

static void free_tally(struct syscall_trace_tally *tally)
{
	if (!tally)
		return;
	xa_destroy(&tally->seen);
	kfree(tally);
}

/* What a reader has noted, or NULL: there is no memory. Readers of trace_pipe share it. */
static struct syscall_trace_tally *tally_of(struct trace_iterator *iter)
{
	struct syscall_trace_tally **place = is_pipe(iter) ? &iter->tr->syscall_trace.losses.pipe :
							     &iter->tally;
	struct syscall_trace_tally *tally = READ_ONCE(*place);

	if (tally)
		return tally;
	tally = kzalloc(sizeof(*tally), GFP_KERNEL);
	if (!tally)
		return NULL;
	xa_init(&tally->seen);
	if (!cmpxchg(place, NULL, tally))
		return tally;
	kfree(tally);

	return *place;
}

/*
 * A snapshot leaves older records in the place of those that were about to be read. So a reader of
 * trace_pipe does not know any more how far it has read.
 */
static void forget_swapped(const struct trace_iterator *iter, struct syscall_trace_tally *tally)
{
	struct syscall_trace_losses *losses = &iter->tr->syscall_trace.losses;
	u32 swaps = READ_ONCE(losses->swaps);

	lockdep_assert_held(&pipe_lock);

	if (!is_pipe(iter) || likely(tally->swaps == swaps))
		return;
	xa_destroy(&losses->seen);
	tally->swaps = swaps;
	tally->pid = 0;
}

/*
 * Has a snapshot brought a record back? One that is older than what has been read need not be one of
 * another task if its number is lower.
 */
static bool comes_back(const struct trace_iterator *iter, const struct syscall_trace_tally *tally)
{
	return is_pipe(iter) && READ_ONCE(iter->tr->syscall_trace.losses.swaps) &&
	       iter->ts < READ_ONCE(tally->newest);
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
	struct syscall_trace_numbered number;
	struct syscall_trace_tally *tally;

	/* A reader of one CPU does not see what a task did on others. */
	if (iter->cpu_file != RING_BUFFER_ALL_CPUS || !find_number(iter, &number))
		return 0;
	tally = tally_of(iter);
	if (!tally)
		return 0;
	guard(mutex)(&pipe_lock);
	forget_swapped(iter, tally);
	if (!is_same(tally, iter, &number)) {
		tally->found = compare(iter, iter->ent->pid, &number,
				       iter->ent == &tally->at_end.ent);
		if (is_pipe(iter) && iter->ts < tally->cleared)
			tally->found.cleared = true;
		if (tally->found.cleared || (tally->found.goes_back && comes_back(iter, tally)))
			tally->found.known = false;
		tally->ts = iter->ts;
		tally->pid = iter->ent->pid;
		tally->type = iter->ent->type;
		tally->seq = number.seq;
		/* A line of trace_pipe may find no room, and its record be gone the next time. */
		if (!is_pipe(iter))
			note_finding(iter, iter->ent->pid, &number, &tally->found);
	}

	return tally->found.known ? tally->found.gap.lost : 0;
}

/**
 * syscall_trace_begins_reading - tell whether a reader is at its first record
 * @iter: the reader
 *
 * Context: task context, may sleep.
 * Return: true once, also after the reader has gone back.
 */
bool syscall_trace_begins_reading(struct trace_iterator *iter)
{
	struct syscall_trace_tally *tally = tally_of(iter);

	if (!tally || tally->has_begun)
		return false;
	tally->has_begun = true;

	return true;
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

/* Has the reader, or one of trace_pipe before it, shown a call of the task? */
static bool has_shown(const struct trace_iterator *iter, pid_t pid)
{
	struct syscall_trace_losses *losses = &iter->tr->syscall_trace.losses;
	const void *entry = xa_load(&iter->tally->seen, pid) ?: xa_load(&losses->seen, pid);

	return entry && !(xa_to_value(entry) & SYSCALL_TRACE_SEQ_ENDED);
}

/*
 * Is it told to this reader? The head of the file trace says that records were overwritten. They may
 * be all those of a task whose process is gone.
 */
static bool is_told(const struct trace_iterator *iter, const struct syscall_trace_ended *ended,
		    const struct finding *found)
{
	if (!found->known || !found->gap.lost)
		return false;

	return is_pipe(iter) || ended->by_exec || ended->refused || has_shown(iter, ended->pid);
}

/*
 * Find the next task that ended no later than @until, and of which calls are missing. Forget those
 * that ended before it.
 */
static bool find_ended(const struct trace_iterator *iter, struct syscall_trace_tally *tally, u64 until,
		       struct syscall_trace_ended *ended)
{
	struct syscall_trace_losses *losses = &iter->tr->syscall_trace.losses;
	struct syscall_trace_numbered number;
	struct finding found;

	forget_swapped(iter, tally);
	/* Whoever consumes records makes room for those that exports wait for. */
	if (is_pipe(iter) && trace_exports_syscalls())
		syscall_trace_tell_ended(&iter->tr->syscall_trace);
	while (syscall_trace_find_ended(losses, &tally->next_ended, ended) && ended->ts <= until) {
		number = syscall_trace_number_of_event(SYSCALL_TRACE_EVENT_CALLS, 0, ended->seq);
		found = compare(iter, ended->pid, &number, true);
		if (is_told(iter, ended, &found))
			return true;
		/* What the entry does not tell, a record that follows may. */
		if (is_pipe(iter) || (found.known && !found.gap.lost))
			note_finding(iter, ended->pid, &number, &found);
		else if (found.known && found.is_next)
			note(seen_by(iter), ended->pid, SYSCALL_TRACE_SEQ_ENDED);
		tally->next_ended++;
	}
	if (is_pipe(iter))
		syscall_trace_drop_ended(losses, tally->next_ended);

	return false;
}

/* These options show the bytes of records, and nothing of records of tasks. */
#define SHOWS_BYTES	(TRACE_ITER_RAW | TRACE_ITER_HEX | TRACE_ITER_BIN)

/* Does the reader merge tasks that have ended with the records? Not one of a single CPU. */
static bool merges_ended(const struct trace_iterator *iter)
{
	return syscall_trace_has_ended(&iter->tr->syscall_trace.losses) && !iter->snapshot &&
	       iter->cpu_file == RING_BUFFER_ALL_CPUS && !(iter->tr->trace_flags & SHOWS_BYTES) &&
	       (is_pipe(iter) || (iter->buffer_iter && !in_dbg_master()));
}

/**
 * syscall_trace_waits - does a reader of trace_pipe have something to say though there is no record?
 * @iter: the reader, for which there was none
 *
 * Context: task context, may sleep.
 * Return: true if so, or if there are records again.
 */
bool syscall_trace_waits(struct trace_iterator *iter)
{
	struct trace_buffer *buffer = iter->array_buffer->buffer;
	struct syscall_trace_tally *tally;
	struct syscall_trace_ended ended;
	u64 now;

	if (!is_pipe(iter) || !merges_ended(iter))
		return false;
	tally = tally_of(iter);
	if (!tally)
		return false;
	/* Who has ended by now has made its records before. */
	now = ring_buffer_time_stamp(buffer);
	syscall_trace_flush(iter->tr);
	if (!ring_buffer_empty(buffer))
		return true;

	guard(mutex)(&pipe_lock);
	tally->idle = now;

	return find_ended(iter, tally, now, &ended);
}

/**
 * syscall_trace_next_ended - go on to a task that has ended
 * @iter: a reader that has found its next record, or that there is none
 *
 * Context: task context, may sleep; any in a dump.
 * Return: true if @iter is at such a task now, and is going to find the record again.
 */
bool syscall_trace_next_ended(struct trace_iterator *iter)
{
	struct syscall_trace_tally *tally;
	struct syscall_trace_ended ended;
	u64 until;

	if (likely(!merges_ended(iter)))
		return false;
	tally = tally_of(iter);
	if (!tally)
		return false;

	guard(mutex)(&pipe_lock);
	until = iter->ent ? iter->ts : is_pipe(iter) ? tally->idle : iter->until;
	if (!find_ended(iter, tally, until, &ended))
		return false;
	syscall_trace_make_calls(&tally->at_end, &ended);
	/* A reader of trace_pipe may find no room for the line, and comes again. */
	if (!is_pipe(iter))
		tally->next_ended++;
	if (!iter->ent || is_pipe(iter))
		iter->lost_events = 0;
	if (!iter->lost_events)
		iter->cpu = ended.cpu;
	iter->ent = &tally->at_end.ent;
	iter->ent_size = sizeof(tally->at_end);
	iter->ts = ended.ts;
	iter->idx++;

	return true;
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
	struct syscall_trace_numbered number;
	struct syscall_trace_tally *tally;

	if (!is_pipe(iter) || iter->cpu_file != RING_BUFFER_ALL_CPUS)
		return false;
	tally = tally_of(iter);
	if (!tally)
		return false;

	guard(mutex)(&pipe_lock);
	/* What has been consumed already must not be looked at. */
	if (tally->pid && find_number(iter, &number) && is_same(tally, iter, &number)) {
		note_finding(iter, iter->ent->pid, &number, &tally->found);
		WRITE_ONCE(tally->newest, max(tally->newest, iter->ts));
		tally->pid = 0;
	}
	if (iter->ent != &tally->at_end.ent)
		return false;
	tally->next_ended++;
	syscall_trace_drop_ended(&iter->tr->syscall_trace.losses, tally->next_ended);

	return true;
}

/* ---------------------------------- instances ----------------------------- */

/**
 * syscall_trace_clears - the ring buffer of an instance is about to be cleared
 * @buf: the ring buffer
 * @cpu: the CPU whose part is cleared, or RING_BUFFER_ALL_CPUS
 *
 * What is recorded from now on, and cleared nevertheless, is said to be lost.
 *
 * Context: task context, may sleep.
 */
void syscall_trace_clears(struct array_buffer *buf, int cpu)
{
	struct syscall_trace_instance *inst = &buf->tr->syscall_trace;
	struct syscall_trace_tally *pipe = READ_ONCE(inst->losses.pipe);

	if (!inst->bit || buf != &buf->tr->array_buffer)
		return;
	if (cpu != RING_BUFFER_ALL_CPUS) {
		WRITE_ONCE(inst->losses.from_start, false);
		return;
	}
	/* A reader of trace_pipe must not look at half of it. */
	guard(mutex)(&pipe_lock);
	if (pipe) {
		/* Another clock may begin now. */
		WRITE_ONCE(pipe->newest, 0);
		pipe->cleared = ring_buffer_time_stamp(buf->buffer);
		pipe->pid = 0;
	}
	xa_destroy(&inst->losses.seen);
	syscall_trace_forget_ended(&inst->losses);
	WRITE_ONCE(inst->losses.from_start, syscall_trace_note_seen(inst));
	WRITE_ONCE(inst->losses.has_left, false);
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
