// SPDX-License-Identifier: GPL-2.0
/*
 * Finds calls that are missing in a trace. As kernel/trace/syscall/loss/losses.c does for the readers
 * in the kernel, it compares the number of each record with that of the last one of the task.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/syscall_trace_record.h>

#include "shared/error.h"
#include "ends.h"
#include "gaps.h"
#include "line.h"
#include "format/gap.h"

/* More tasks than a machine has at a time. Only a stream that somebody has made up has so many. */
#define MOST_TASKS	262144

/* The kernel tells late of the last 4096 ends. Those of tasks that have been seen are noted for so long. */
#define LEAST_ROOM	16384

/**
 * struct seen - how far a task's calls have been shown
 * @pid: the task
 * @last: what syscall_trace_find_gap() says of it; 0: the task is new
 * @first: what tells of the beginning of a call from this number to @last is of another task
 * @behind: likewise, of records behind @last with lower numbers: of another task, or of this one, if
 *	the clocks of CPUs differ; 0: there is none
 * @is_known: @last is valid
 * @is_recent: a record told of it after the last forget_ended()
 * @is_told_late: that it has ended, with @last
 * @time: when its last record was made, without one of its end: the end is older
 * @told: when the first record of its end was made
 * @ends: tasks that had the pid before, or NULL
 */
struct seen {
	int		pid;
	u32		last;
	u32		first:30;
	u32		is_known:1;
	u32		is_recent:1;
	u32		behind:31;
	u32		is_told_late:1;
	u64		time;
	u64		told;
	struct ends	*ends;
};

/**
 * struct gaps - how far those of all tasks have
 * @from_start: tasks that have not been seen have made no call
 * @has_forgotten: there were too many tasks at a time
 * @seen: a hash table by pid; 0: a free place
 * @room: its places, a power of two
 * @nr: how many are in use
 * @nr_ends: how many of these have had other tasks before
 * @late: the ends that have been told late
 */
struct gaps {
	bool		from_start;
	bool		has_forgotten;
	struct seen	*seen;
	size_t		room;
	size_t		nr;
	size_t		nr_ends;
	struct late	late;
};

struct gaps *gaps_open(bool from_start)
{
	struct gaps *gaps = allocate(1, sizeof(*gaps));

	gaps->from_start = from_start;
	gaps->room = LEAST_ROOM;
	gaps->seen = allocate(gaps->room, sizeof(*gaps->seen));

	return gaps;
}

/* The place of a task, or the free one where it belongs. */
static struct seen *find_place(const struct gaps *gaps, int pid)
{
	size_t at = (u32)pid * 2654435761U & (gaps->room - 1);

	while (gaps->seen[at].pid && gaps->seen[at].pid != pid)
		at = (at + 1) & (gaps->room - 1);

	return &gaps->seen[at];
}

/* The places become @room. */
static void move_places(struct gaps *gaps, size_t room)
{
	struct seen *old = gaps->seen;
	size_t old_room = gaps->room, i;

	gaps->seen = allocate(room, sizeof(*gaps->seen));
	gaps->room = room;
	for (i = 0; i < old_room; i++) {
		if (old[i].pid)
			*find_place(gaps, old[i].pid) = old[i];
	}
	free(old);
}

/* A task that has ended is needed no more, but another record may soon tell of its end. */
static void forget_ended(struct gaps *gaps)
{
	struct seen *seen;

	for (seen = gaps->seen; seen < gaps->seen + gaps->room; seen++) {
		if (!seen->pid)
			continue;
		if (seen->last & SYSCALL_TRACE_SEQ_ENDED && !seen->is_recent) {
			gaps->nr_ends -= !!seen->ends;
			free(seen->ends);
			seen->ends = NULL;
			seen->pid = 0;
			gaps->nr--;
		}
		seen->is_recent = false;
	}
}

static void forget_all(struct gaps *gaps)
{
	size_t i;

	for (i = 0; i < gaps->room; i++)
		free(gaps->seen[i].ends);
	memset(gaps->seen, 0, gaps->room * sizeof(*gaps->seen));
	gaps->nr = 0;
	gaps->nr_ends = 0;
	gaps->from_start = false;
}

void gaps_close(struct gaps *gaps)
{
	forget_all(gaps);
	free(gaps->seen);
	free(gaps);
}

bool gaps_have_forgotten(const struct gaps *gaps)
{
	return gaps->has_forgotten;
}

size_t gaps_size(const struct gaps *gaps)
{
	return sizeof(*gaps) + gaps->room * sizeof(*gaps->seen) + gaps->nr_ends * ends_size();
}

/* Half of the places are in use. Where tasks only come and go, a quarter is needed. */
static void make_room(struct gaps *gaps)
{
	bool is_enough;

	forget_ended(gaps);
	if (gaps->nr >= MOST_TASKS) {
		forget_all(gaps);
		gaps->has_forgotten = true;
	}
	is_enough = 8 * gaps->nr <= 3 * gaps->room;
	move_places(gaps, is_enough ? gaps->room : 2 * gaps->room);
}

static struct seen *find(struct gaps *gaps, int pid)
{
	struct seen *seen = find_place(gaps, pid);

	if (!seen->pid && 2 * gaps->nr >= gaps->room) {
		make_room(gaps);
		seen = find_place(gaps, pid);
	}
	if (!seen->pid) {
		gaps->nr++;
		*seen = (struct seen) { .pid = pid, .is_known = gaps->from_start };
	}
	seen->is_recent = true;

	return seen;
}

/* What is known of the end of a task, if another one has the pid at @until. */
static struct end end_of(const struct seen *seen, u64 until)
{
	return (struct end) {
		.from = seen->time, .until = until, .told = seen->told,
		.last = seen->last, .is_told_late = seen->is_told_late,
	};
}

/* Notes an end of a task that had the pid before. */
static void add_end(struct gaps *gaps, struct seen *seen, const struct end *end)
{
	gaps->nr_ends += !seen->ends;
	ends_add(&seen->ends, end);
}

/* Another task has the pid. @is_seen: a call of it has been seen, and not only its end */
static void note_end(struct gaps *gaps, struct seen *seen, u64 time, bool is_seen)
{
	bool is_told = seen->last & SYSCALL_TRACE_SEQ_ENDED && !is_seen;
	struct end end = end_of(seen, is_told ? seen->told : time);

	add_end(gaps, seen, &end);
	/* It began behind that. */
	if (is_told)
		seen->time = max(seen->time, seen->told);
}

/*
 * What a record tells of a task becomes the last that is known of it. @again: it tells of an end of which a record
 * has told
 */
static void note(struct gaps *gaps, struct seen *seen, u32 last, u64 time, bool again)
{
	bool ends = last & SYSCALL_TRACE_SEQ_ENDED;

	again |= !ends && last == seen->last;
	if (seen->last && !again && (seen->last & SYSCALL_TRACE_SEQ_ENDED ||
				     (last & SYSCALL_TRACE_SEQ_MASK) < (seen->last & SYSCALL_TRACE_SEQ_MASK)))
		note_end(gaps, seen, time, !ends);
	if (!again) {
		seen->is_told_late = false;
		seen->told = time;
	}
	seen->is_known = true;
	seen->last = last;
	if (!ends)
		seen->time = time;
}

static enum syscall_trace_part part_of(const struct record *rec)
{
	if (rec->type == RECORD_ENTER)
		return SYSCALL_TRACE_PART_ENTRY;

	return rec->type == RECORD_EXIT ? SYSCALL_TRACE_PART_EXIT : SYSCALL_TRACE_PART_ALL;
}

static struct syscall_trace_numbered number_of(const struct record *rec)
{
	struct syscall_trace_task_event event;
	struct syscall_trace_head head;

	if (rec->type == RECORD_TASK) {
		event = task_record(rec);
		return syscall_trace_number_of_event(event.what, event.value, event.seq);
	}
	memcpy(&head, rec->data + rec->head, sizeof(head));

	return syscall_trace_number_of_call(head.seq, part_of(rec));
}

bool gaps_is_late(const struct record *rec)
{
	return rec->type == RECORD_TASK && task_record(rec).what == SYSCALL_TRACE_EVENT_CALLS_LATE;
}

/* ------------------------ records behind later ones ----------------------- */

static u32 number_in(u32 last)
{
	return last & SYSCALL_TRACE_SEQ_MASK;
}

/* Is that a call before the last one, but not by so much that it is surely of another task? */
static bool is_behind(const struct seen *seen, const struct syscall_trace_numbered *number)
{
	u32 last = number_in(seen->last), seq = number_in(number->seq);

	if (seen->last & SYSCALL_TRACE_SEQ_ENDED || !seq)
		return false;
	if (seq > last || (seq == last && !seen->behind))
		return false;

	return number_in(syscall_trace_find_gap(seen->last, number).last) == last;
}

static bool begins_call(const struct syscall_trace_numbered *number)
{
	return number->part == SYSCALL_TRACE_PART_ALL || number->part == SYSCALL_TRACE_PART_ENTRY;
}

/* Is it behind those that are behind, too? Then these were of another task. */
static bool is_far_behind(const struct seen *seen, const struct syscall_trace_numbered *number)
{
	return seen->behind && begins_call(number) && is_behind(seen, number) &&
	       number_in(number->seq) <= number_in(seen->behind);
}

/* Another task has the pid: this one has begun the call before, or would have made more of them. */
static bool is_of_other(const struct seen *seen, const struct syscall_trace_numbered *number)
{
	u32 last = number_in(seen->last), seq = number_in(number->seq);

	if (seen->last & SYSCALL_TRACE_SEQ_ENDED || !seq)
		return false;
	if (number->ends)
		return seen->behind && seq < last;

	return begins_call(number) && seq >= seen->first && seq <= last;
}

/* Note what would be missing if it is of another task. */
static void note_behind(struct gaps *gaps, struct seen *seen, const struct record *rec,
			const struct syscall_trace_numbered *number)
{
	struct syscall_trace_gap gap = syscall_trace_find_gap(seen->behind, number);
	struct end *open, end;

	if (!seen->behind) {
		end = end_of(seen, rec->time);
		end.is_open = true;
		add_end(gaps, seen, &end);
	}
	open = ends_find_open(seen->ends);
	if (open)
		open->more += syscall_trace_lost_calls(gap.lost);
	seen->behind = gap.last;
	seen->time = rec->time;
}

/* None are behind any more. Returns the end that may be before those that were, or NULL. */
static struct end *close_behind(struct seen *seen)
{
	struct end *open = ends_find_open(seen->ends);

	if (open)
		open->is_open = false;
	seen->behind = 0;

	return open;
}

/*
 * Later records come, which may be of the same task as those behind. If those before were of another one,
 * the calls between @behind and @last are missing, too.
 */
static void pass_behind(struct seen *seen)
{
	u32 between = number_in(seen->last) - number_in(seen->behind);
	struct end *open = close_behind(seen);

	if (open)
		open->more += between;
}

/* They are of another task, and so are those to come. Returns the end before them, or NULL. */
static struct end *take_behind(struct seen *seen)
{
	seen->last = seen->behind;
	seen->first = number_in(seen->last);

	return close_behind(seen);
}

/* The same. Returns how many of its calls are missing, of which nothing has told. */
static u32 tell_behind(struct seen *seen)
{
	struct end *end = take_behind(seen);
	u32 more = end ? end->more : 0;

	if (end)
		end->more = 0;

	return more;
}

/* A record tells that a task ended some time ago. How many calls before that are missing in the trace? */
static unsigned int find_late(struct gaps *gaps, const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);
	u32 seq = event.seq & SYSCALL_TRACE_SEQ_MASK, lost;
	struct syscall_trace_calls_late late;
	struct seen *seen;
	struct end now;
	u32 more = 0;
	bool had_ends;
	u64 time;

	if (event.size < sizeof(late))
		return 0;
	memcpy(&late, event.info, sizeof(late));
	if (!late_is_new(&gaps->late, late.number))
		return 0;
	time = rec->time > late.age ? rec->time - late.age : 0;
	seen = find(gaps, rec->pid);
	if (seen->behind && time >= seen->time) {
		if (seq && seq < number_in(seen->last))
			more = tell_behind(seen);
		else
			pass_behind(seen);
	}
	now = end_of(seen, U64_MAX);
	had_ends = seen->ends;
	lost = ends_find_lost(&seen->ends, &now, time, seq) + more;
	gaps->nr_ends += seen->ends && !had_ends;
	if (!seen->is_known)
		lost = 0;
	/* If the former has ended, what comes behind is of another one. */
	if (seen->behind && !ends_find_open(seen->ends)) {
		take_behind(seen);
		now.last = seen->last;
	}
	seen->is_known = true;
	seen->time = now.from;
	seen->told = now.told;
	seen->last = now.last;
	seen->is_told_late = now.is_told_late;

	return lost;
}

/* Calls are missing, and others, or parts of two. */
static u32 add_up(u32 more, u32 lost)
{
	return more ? more + syscall_trace_lost_calls(lost) : lost;
}

/* The record of a call, or of what happens, is of another task than those before. */
static u32 begin_other(struct gaps *gaps, struct seen *seen, const struct record *rec,
		       const struct syscall_trace_numbered *number)
{
	struct syscall_trace_gap gap;
	u32 more = 0;

	if (seen->behind) {
		more = tell_behind(seen);
	} else {
		note_end(gaps, seen, rec->time, true);
		seen->last = 0;
	}
	gap = syscall_trace_find_gap(seen->last, number);
	seen->first = number_in(number->seq);
	note(gaps, seen, gap.last, rec->time, false);

	return add_up(more, gap.lost);
}

/* From which number on is it known which calls have begun? @gap: what the last record told */
static u32 first_of(const struct seen *seen, const struct syscall_trace_numbered *number,
		    const struct syscall_trace_gap *gap)
{
	bool is_new = !seen->last || seen->last & SYSCALL_TRACE_SEQ_ENDED;
	u32 last = number_in(gap->last);

	/* The entry of an exit may come yet. */
	if (number->part == SYSCALL_TRACE_PART_EXIT && last != number_in(seen->last))
		return last + 1;
	if (is_new || gap->lost)
		return begins_call(number) ? last : last + 1;

	return seen->first;
}

static u32 go_on(struct gaps *gaps, struct seen *seen, const struct record *rec,
		 const struct syscall_trace_numbered *number)
{
	struct syscall_trace_gap gap = syscall_trace_find_gap(seen->last, number);
	bool again = syscall_trace_tells_again(seen->last, number);
	u32 more = 0;

	if (seen->behind && number_in(gap.last) > number_in(seen->last))
		pass_behind(seen);
	else if (seen->behind)
		more = tell_behind(seen);
	seen->first = first_of(seen, number, &gap);
	note(gaps, seen, gap.last, rec->time, again);

	return add_up(more, gap.lost);
}

/* Whatever seemed to be behind is of those before it. */
static void note_child(struct gaps *gaps, int pid, u64 time)
{
	struct seen *seen = find(gaps, pid);

	if (seen->behind)
		take_behind(seen);
	note(gaps, seen, 0, time, false);
}

unsigned int gaps_find(struct gaps *gaps, const struct record *rec)
{
	struct syscall_trace_numbered number;
	u32 more = 0, lost = 0;
	struct seen *seen;
	bool is_known;

	/* Process 0 makes no calls. */
	if (rec->type == RECORD_OTHER || rec->pid <= 0)
		return 0;
	if (gaps_is_late(rec))
		return find_late(gaps, rec);
	number = number_of(rec);
	seen = find(gaps, rec->pid);
	is_known = seen->is_known;
	if (is_far_behind(seen, &number))
		more = tell_behind(seen);
	if (is_of_other(seen, &number))
		lost = begin_other(gaps, seen, rec, &number);
	else if (is_behind(seen, &number))
		note_behind(gaps, seen, rec, &number);
	else if (number.seq)
		lost = go_on(gaps, seen, rec, &number);
	lost = add_up(more, lost);
	if (number.child > 0)
		note_child(gaps, number.child, rec->time);

	return is_known ? lost : 0;
}

bool gaps_only_count(const struct record *rec)
{
	return rec->type == RECORD_TASK && syscall_trace_only_counts_calls(task_record(rec).what);
}
