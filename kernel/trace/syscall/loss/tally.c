// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: finds calls that are missing in what is read, for trace and trace_pipe.
 *
 * The calls of a task are numbered (seq.h). A reader notes the last number of each task, and a gap
 * tells what is missing, and where. Numbers begin with 1 when the tracer is chosen. Calls that
 * were cleared, or consumed by a reader of trace_pipe, are not missing: the instance notes their
 * last numbers, too. What becomes of records that are read from trace_pipe_raw is not known here.
 * After that, no calls are said to be missing before the first one of a task. A snapshot takes
 * records away from a reader of trace_pipe: they are missing, until another one brings them back.
 * To a reader of trace, what it begins with may follow what is in the snapshot.
 *
 * The last calls of a task may be missing, too. What is kept of tasks that have ended (ended.c)
 * comes between the records as if it were one, if it tells of calls that are missing.
 */
#include <linux/errno.h>
#include <linux/lockdep.h>
#include <linux/xarray.h>

#include "../record/sink.h"
#include "begin.h"
#include "ended.h"
#include "tally.h"

/* Guards what readers of trace_pipe note, which they share. */
DEFINE_MUTEX(syscall_tally_lock);

/* ---------------------------------- numbers ------------------------------- */

/* Does the reader consume what it reads? Then the instance notes it for all of them. */
static struct xarray *seen_by(struct syscall_trace_tally *tally)
{
	return tally->is_pipe ? &tally->inst->losses.seen : &tally->seen;
}

/*
 * Beside a number that is noted: a record, and what is kept of the end of the task, have told of
 * it. Each does so once. What comes again with this pid and number is of another task.
 */
#define BY_RECORD	BIT_ULL(32)
#define BY_KEPT		BIT_ULL(34)

/* Without memory, the next gap of the task is taken for one that begins later, or for none. */
static void note(struct xarray *seen, pid_t pid, u64 seq)
{
	xa_store(seen, pid, xa_mk_value(seq), GFP_KERNEL | __GFP_NOWARN);
}

/* Find what is noted of a task's calls that are not missing. Returns false if that is not known. */
static bool find_last(struct syscall_trace_tally *tally, pid_t pid, u64 *last)
{
	struct syscall_trace_losses *losses = &tally->inst->losses;
	void *entry = xa_load(seen_by(tally), pid);

	if (!entry && !READ_ONCE(losses->has_left))
		entry = xa_load(&losses->seen, pid);
	*last = entry ? xa_to_value(entry) : 0;
	if (*last & SYSCALL_TRACE_NOT_KNOWN)
		return false;
	/* Behind the end of a task, another one begins. */
	if (entry && (!(*last & SYSCALL_TRACE_SEQ_ENDED) || READ_ONCE(losses->from_start)))
		return true;

	return READ_ONCE(losses->from_start) && (tally->is_pipe || !READ_ONCE(losses->has_left));
}

/* Which part of a call is in a record? */
static enum syscall_trace_part part_of(u16 type)
{
	if (type == syscall_sink_type(TRACE_SYSCALL_CALL))
		return SYSCALL_TRACE_PART_ALL;
	if (type == syscall_sink_type(TRACE_SYSCALL_ENTER))
		return SYSCALL_TRACE_PART_ENTRY;
	if (type == syscall_sink_type(TRACE_SYSCALL_EXIT))
		return SYSCALL_TRACE_PART_EXIT;

	return SYSCALL_TRACE_PART_NONE;
}

/**
 * syscall_tally_number - find what a record tells of the calls of its task
 * @record: gets that
 * @entry: the record
 * @ts: its time
 * @snapshot: it is in a snapshot
 *
 * Context: any.
 * Return: false if it is none of the tracer, or if what is kept of the end of a task has told it
 * earlier. That is not there for a snapshot, where a late record without a number tells nothing.
 */
bool syscall_tally_number(struct syscall_trace_numbered_record *record,
			  const struct trace_entry *entry, u64 ts, bool snapshot)
{
	const struct syscall_call_entry *call = (void *)entry;
	const struct syscall_task_entry *task = (void *)entry;
	enum syscall_trace_part part = part_of(entry->type);

	*record = (struct syscall_trace_numbered_record) {
		.ts	= ts,
		.pid	= entry->pid,
		.type	= entry->type,
	};
	if (part != SYSCALL_TRACE_PART_NONE) {
		record->number = syscall_trace_number_of_call(call->head.seq, part);
		return true;
	}
	if (entry->type != syscall_sink_type(TRACE_SYSCALL_TASK))
		return false;
	record->number = syscall_trace_number_of_event(task->what, task->value, task->seq);

	return task->what != SYSCALL_TRACE_EVENT_CALLS_LATE || (snapshot && task->seq);
}

/*
 * Has something else told of the end of the task, with what has been noted? A record that only
 * counts calls may come before what is kept of the end, or behind it.
 */
static bool tells_again(u64 last, const struct syscall_trace_numbered_record *record)
{
	const struct syscall_trace_numbered *number = &record->number;

	if (!number->ends || number->is_last || number->is_late)
		return syscall_trace_tells_again(last, number);
	if (!(last & SYSCALL_TRACE_SEQ_ENDED) || (last ^ number->seq) & SYSCALL_TRACE_SEQ_MASK)
		return false;

	return !(last & (record->kept ? BY_KEPT : BY_RECORD | SYSCALL_TRACE_SEQ_GONE));
}

/* Was the record about to be cleared when it was read? @last: what is noted of the task */
static bool was_cleared(const struct syscall_trace_tally *tally,
			const struct syscall_trace_numbered_record *record, u64 last)
{
	/* What was kept then has been forgotten. */
	if (record->kept)
		return false;
	if (last & SYSCALL_TRACE_AT_CLEAR && record->number.seq < (last & SYSCALL_TRACE_SEQ_MASK))
		return true;

	return tally->is_pipe && record->ts < READ_ONCE(tally->inst->losses.cleared);
}

/*
 * Has a snapshot brought a record back? One that is older than what has been read is not one of
 * another task if its number is no higher. It has been told to be missing, or shown.
 */
static bool comes_back(const struct syscall_trace_tally *tally,
		       const struct syscall_trace_numbered_record *record, u64 last)
{
	const struct syscall_trace_numbered *number = &record->number;

	if (!tally->is_pipe || record->kept || !READ_ONCE(tally->inst->losses.swapped) ||
	    record->ts >= tally->newest)
		return false;
	last &= SYSCALL_TRACE_SEQ_MASK;

	return number->seq < last || (number->seq == last && !number->ends);
}

/* Compare the number of a task with what has been read before. */
static struct syscall_trace_finding compare(struct syscall_trace_tally *tally,
					    const struct syscall_trace_numbered_record *record)
{
	const struct syscall_trace_numbered *number = &record->number;
	struct syscall_trace_finding found = { };
	bool known;
	u64 last;

	known = find_last(tally, record->pid, &last);
	found.cleared = was_cleared(tally, record, last);
	found.comes_back = comes_back(tally, record, last);
	found.known = known && !found.cleared && !found.comes_back;
	found.lacks_entry = number->part == SYSCALL_TRACE_PART_EXIT && !number->alone &&
			    (last ^ number->seq) & SYSCALL_TRACE_SEQ_MASK;
	if (number->ends && !number->is_last && !number->is_late)
		found.told_by = record->kept ? BY_KEPT : BY_RECORD;
	if (tells_again(last, record)) {
		found.told_by |= last & (BY_RECORD | BY_KEPT | SYSCALL_TRACE_NOT_KNOWN);
		found.gap.last = (u32)last | (number->is_last ? SYSCALL_TRACE_SEQ_GONE : 0);
	} else {
		found.gap = syscall_trace_find_gap(last, number);
		found.is_next = last & SYSCALL_TRACE_SEQ_ENDED;
	}

	return found;
}

/*
 * What to note beside the number of a record of that time. Calls that the task made next, or the
 * one that has its pid next, may have been cleared with the part of a CPU.
 */
static u64 state_behind(const struct syscall_trace_tally *tally, u64 ts)
{
	return ts <= READ_ONCE(tally->inst->losses.cleared_cpu) ? SYSCALL_TRACE_NOT_KNOWN : 0;
}

/* Note that it has been read. */
static void note_finding(struct syscall_trace_tally *tally,
			 const struct syscall_trace_numbered_record *record,
			 const struct syscall_trace_finding *found)
{
	struct xarray *seen = seen_by(tally);
	u64 state = found->told_by | state_behind(tally, record->ts);

	if (found->cleared || found->comes_back)
		return;
	note(seen, record->pid, found->gap.last | state);
	if (record->number.child)
		note(seen, record->number.child, 0);
}

/* Is it the record that was asked for last? Its line did not fit, and it is printed again. */
static bool is_same(const struct syscall_trace_tally *tally,
		    const struct syscall_trace_numbered_record *record)
{
	return tally->at.ts == record->ts && tally->at.pid == record->pid &&
	       tally->at.type == record->type && tally->at.number.seq == record->number.seq;
}

/**
 * syscall_tally_find_lost - tell how many calls are missing before a record
 * @tally: that of the reader, which is no dump
 * @record: the record
 *
 * May be called again for the same record.
 *
 * Context: task context, syscall_tally_lock is held; may sleep.
 * Return: the number of calls of the record's task.
 */
u32 syscall_tally_find_lost(struct syscall_trace_tally *tally,
			    const struct syscall_trace_numbered_record *record)
{
	struct syscall_trace_finding *found = &tally->found;

	lockdep_assert_held(&syscall_tally_lock);

	if (!is_same(tally, record)) {
		*found = compare(tally, record);
		tally->at = *record;
		/* A line of trace_pipe may find no room, and its record be gone the next time. */
		if (!tally->is_pipe)
			note_finding(tally, record, found);
	}

	return found->known ? found->gap.lost : 0;
}

/**
 * syscall_tally_shows - note that a reader of trace_pipe has shown a record
 * @tally: that of the reader
 * @record: the record that it was asked for last; nothing comes of another one
 *
 * Until then, the record does not count as read. May be called again.
 *
 * Context: task context, syscall_tally_lock is held; may sleep.
 */
void syscall_tally_shows(struct syscall_trace_tally *tally,
			 const struct syscall_trace_numbered_record *record)
{
	lockdep_assert_held(&syscall_tally_lock);

	if (!tally->at.pid || !is_same(tally, record))
		return;
	note_finding(tally, record, &tally->found);
	tally->newest = max(tally->newest, record->ts);
	tally->at.pid = 0;
}

/**
 * syscall_tally_shows_exit - note that the exit of a call is shown on the line of its entry
 * @tally: that of the reader, which has shown the entry
 * @pid: the task
 * @seq: syscall_trace_head.seq of the exit
 *
 * Context: task context, syscall_tally_lock is held; may sleep.
 */
void syscall_tally_shows_exit(struct syscall_trace_tally *tally, pid_t pid, u32 seq)
{
	struct xarray *seen = seen_by(tally);
	void *entry = xa_load(seen, pid);
	u64 last = entry ? xa_to_value(entry) : 0;

	lockdep_assert_held(&syscall_tally_lock);

	/* If the entry has come back, or was about to be cleared, it has not been noted. */
	if (last & SYSCALL_TRACE_SEQ_OPEN && !(last & SYSCALL_TRACE_SEQ_ENDED) &&
	    !((last ^ seq) & SYSCALL_TRACE_SEQ_MASK))
		note(seen, pid, last & ~(u64)SYSCALL_TRACE_SEQ_OPEN);
}

/* ------------------------- records behind the reader ---------------------- */

/*
 * Is there a record that is older than what the reader has found? The locks of the CPUs' ring
 * buffers order this behind the look at that.
 */
static bool has_older(const struct syscall_trace_instance *inst, u64 ts)
{
	u64 oldest;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (syscall_sink_find_oldest(inst, cpu, &oldest) && oldest < ts)
			return true;
	}

	return false;
}

/**
 * syscall_tally_is_overtaken - would a reader of trace_pipe take what comes later for missing?
 * @tally: that of the reader
 * @record: the record that it has found
 *
 * A reader looks at one CPU after the other. Behind it, a task may make a call, and then another
 * one on a CPU that it comes to. What a task has recorded before is in the ring buffer when a
 * record of it is: a reader that looks again finds it.
 *
 * Context: task context, syscall_tally_lock is held; may sleep.
 * Return: true if calls seem to be missing, or the entry of that one, and there is an older record
 * that the reader must find.
 */
bool syscall_tally_is_overtaken(struct syscall_trace_tally *tally,
				const struct syscall_trace_numbered_record *record)
{
	u32 lost;

	lockdep_assert_held(&syscall_tally_lock);

	if (!tally->is_pipe)
		return false;
	lost = syscall_tally_find_lost(tally, record);

	return (lost || tally->found.lacks_entry) && has_older(tally->inst, record->ts);
}

/* ------------------------------ tasks that have ended --------------------- */

/* Has the reader, or one of trace_pipe before it, shown a call of the task? */
static bool has_shown(struct syscall_trace_tally *tally, pid_t pid)
{
	const void *entry = xa_load(&tally->seen, pid) ?: xa_load(&tally->inst->losses.seen, pid);

	return entry && !(xa_to_value(entry) & SYSCALL_TRACE_SEQ_ENDED);
}

/*
 * Is it told to this reader? The head of the file trace says that records were overwritten. They
 * may be all those of a task whose process is gone.
 */
static bool is_told(struct syscall_trace_tally *tally, const struct syscall_trace_ended *ended,
		    const struct syscall_trace_finding *found)
{
	if (ended->off || !found->known || !found->gap.lost)
		return false;

	return tally->is_pipe || ended->by_exec || ended->refused || has_shown(tally, ended->pid);
}

/*
 * Is it noted that a task has ended of which nothing is told? What is kept of that does not tell, a
 * record that follows may. If nothing is known of the task, calls of the one that has its pid next
 * may be in a snapshot.
 */
static bool is_noted(const struct syscall_trace_tally *tally,
		     const struct syscall_trace_ended *ended,
		     const struct syscall_trace_finding *found)
{
	if (found->known)
		return ended->off || !found->gap.lost;

	return tally->is_pipe || !READ_ONCE(tally->inst->losses.has_left);
}

/**
 * syscall_tally_find_ended - find the next task that has ended and of which calls are missing
 * @tally: that of the reader
 * @before: it ended before this: the time of a record that the reader is at
 * @ended: gets what is kept of it
 *
 * Those that ended before it are forgotten. What a task has recorded is in the ring buffer when its
 * end is kept, though perhaps behind a reader of trace_pipe: see syscall_tally_is_overtaken().
 *
 * Context: task context, syscall_tally_lock is held; may sleep.
 * Return: 1; 0 if there is none; -EAGAIN if a reader of trace_pipe must find older records first.
 */
int syscall_tally_find_ended(struct syscall_trace_tally *tally, u64 before,
			     struct syscall_trace_ended *ended)
{
	struct syscall_trace_losses *losses = &tally->inst->losses;
	struct syscall_trace_numbered_record record = { .kept = true };
	struct syscall_trace_finding found;

	lockdep_assert_held(&syscall_tally_lock);

	/* Whoever consumes records makes room for those that tell of an end. */
	if (tally->is_pipe && syscall_sink_tells_ends())
		syscall_trace_tell_ended(tally->inst);
	while (syscall_trace_find_ended(losses, &tally->next_ended, ended) && ended->ts < before) {
		/* Of one time, records come first: the task may have made some of them. */
		if (tally->is_pipe && has_older(tally->inst, ended->ts + 1))
			return -EAGAIN;
		record.ts = ended->ts;
		record.pid = ended->pid;
		record.number = syscall_trace_number_of_event(SYSCALL_TRACE_EVENT_CALLS, 0,
							      ended->seq);
		found = compare(tally, &record);
		if (is_told(tally, ended, &found))
			return 1;
		if (is_noted(tally, ended, &found))
			note_finding(tally, &record, &found);
		else if (found.known && found.is_next)
			note(seen_by(tally), ended->pid,
			     SYSCALL_TRACE_SEQ_ENDED | state_behind(tally, ended->ts));
		tally->next_ended++;
	}
	if (tally->is_pipe)
		syscall_trace_drop_ended(losses, tally->next_ended);

	return 0;
}

/**
 * syscall_tally_pass_ended - go on to the task that ended next
 * @tally: that of the reader, which has shown what syscall_tally_find_ended() has found
 *
 * Context: task context, syscall_tally_lock is held.
 */
void syscall_tally_pass_ended(struct syscall_trace_tally *tally)
{
	lockdep_assert_held(&syscall_tally_lock);

	tally->next_ended++;
	if (tally->is_pipe)
		syscall_trace_drop_ended(&tally->inst->losses, tally->next_ended);
}

/* ---------------------------------- readers ------------------------------- */

/**
 * syscall_tally_init - a reader begins, or begins again
 * @tally: gets what it has noted: nothing
 * @inst: the instance
 * @is_pipe: it reads trace_pipe
 *
 * Context: any.
 */
void syscall_tally_init(struct syscall_trace_tally *tally, struct syscall_trace_instance *inst,
			bool is_pipe)
{
	*tally = (struct syscall_trace_tally) { .inst = inst, .is_pipe = is_pipe };
	xa_init(&tally->seen);
}

/**
 * syscall_tally_destroy - free what a reader has noted
 * @tally: that of the reader
 *
 * Context: task context.
 */
void syscall_tally_destroy(struct syscall_trace_tally *tally)
{
	xa_destroy(&tally->seen);
}

/* ---------------------------------- instances ----------------------------- */

/* Readers of trace_pipe come to records of another time, by another clock perhaps. */
static void begin_anew(struct syscall_trace_tally *pipe)
{
	if (!pipe)
		return;
	pipe->newest = 0;
	pipe->idle = 0;
	pipe->at.pid = 0;
}

/**
 * syscall_tally_begins - an instance is about to trace, and its ring buffer is empty
 * @inst: the instance
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or -ENOMEM.
 */
int syscall_tally_begins(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;

	if (syscall_trace_alloc_ended(losses))
		return -ENOMEM;
	guard(mutex)(&syscall_tally_lock);
	begin_anew(READ_ONCE(losses->pipe));
	xa_destroy(&losses->seen);
	syscall_trace_forget_ended(losses);
	WRITE_ONCE(losses->from_start, true);
	WRITE_ONCE(losses->has_left, false);
	WRITE_ONCE(losses->swapped, false);
	WRITE_ONCE(losses->cleared, syscall_sink_time(inst));
	WRITE_ONCE(losses->cleared_cpu, 0);

	return 0;
}

/**
 * syscall_tally_clears - the ring buffer of an instance is about to be cleared
 * @inst: the instance, which traces
 *
 * What is recorded from now on, and cleared nevertheless, is said to be lost.
 *
 * Context: task context, may sleep.
 */
void syscall_tally_clears(struct syscall_trace_instance *inst)
{
	/* A reader of trace_pipe must not look at half of it. */
	guard(mutex)(&syscall_tally_lock);
	begin_anew(READ_ONCE(inst->losses.pipe));
	WRITE_ONCE(inst->losses.cleared, syscall_sink_time(inst));
	WRITE_ONCE(inst->losses.cleared_cpu, 0);
	xa_destroy(&inst->losses.seen);
	syscall_trace_forget_ended(&inst->losses);
	WRITE_ONCE(inst->losses.from_start, syscall_trace_note_seen(inst));
	WRITE_ONCE(inst->losses.has_left, false);
}

/**
 * syscall_tally_clears_cpu - a part of the ring buffer is about to be cleared
 * @inst: the instance, which traces
 *
 * Nobody knows who made the calls that were there. Tasks that begin from now on made none of them;
 * those whose ends are not kept any more may have.
 *
 * Context: task context, may sleep.
 */
void syscall_tally_clears_cpu(struct syscall_trace_instance *inst)
{
	struct syscall_trace_losses *losses = &inst->losses;

	guard(mutex)(&syscall_tally_lock);
	WRITE_ONCE(losses->cleared_cpu, syscall_sink_time(inst));
	if (!syscall_trace_note_unknown(inst) || READ_ONCE(losses->has_forgotten))
		WRITE_ONCE(losses->from_start, false);
}

/**
 * syscall_tally_leaves - records of an instance go where readers of its trace do not see them
 * @losses: what the instance knows of calls that are missing
 *
 * Context: any.
 */
void syscall_tally_leaves(struct syscall_trace_losses *losses)
{
	WRITE_ONCE(losses->from_start, false);
	WRITE_ONCE(losses->has_left, true);
}

/**
 * syscall_tally_swaps - a snapshot takes the place of the ring buffer
 * @losses: what the instance knows of calls that are missing
 *
 * Context: any.
 */
void syscall_tally_swaps(struct syscall_trace_losses *losses)
{
	WRITE_ONCE(losses->has_left, true);
	WRITE_ONCE(losses->swapped, true);
}
