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
 * @is_known: @last is valid
 * @is_recent: a record told of it after the last forget_ended()
 * @is_told_late: that it has ended, with @last
 * @is_behind: the last record was of a call before @last
 * @time: when its last record was made, without one of its end: the end is older
 * @told: when the first record of its end was made
 * @ends: tasks that had the pid before, or NULL
 */
struct seen {
	int		pid;
	u32		last;
	bool		is_known;
	bool		is_recent;
	bool		is_told_late;
	bool		is_behind;
	u64		time;
	u64		told;
	struct ends	*ends;
};

/**
 * struct gaps - how far those of all tasks have
 * @from_start: tasks that have not been seen have made no call
 * @seen: a hash table by pid; 0: a free place
 * @room: its places, a power of two
 * @nr: how many are in use
 * @nr_ends: how many of these have had other tasks before
 * @late: the ends that have been told late
 */
struct gaps {
	bool		from_start;
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

size_t gaps_size(const struct gaps *gaps)
{
	return sizeof(*gaps) + gaps->room * sizeof(*gaps->seen) + gaps->nr_ends * ends_size();
}

/* Half of the places are in use. Where tasks only come and go, a quarter is needed. */
static void make_room(struct gaps *gaps)
{
	bool is_enough;

	forget_ended(gaps);
	if (gaps->nr >= MOST_TASKS)
		forget_all(gaps);
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
static void note(struct gaps *gaps, int pid, u32 last, u64 time, bool again)
{
	struct seen *seen = find(gaps, pid);
	bool ends = last & SYSCALL_TRACE_SEQ_ENDED;

	again |= !ends && last == seen->last;
	if (seen->last && !again && (seen->last & SYSCALL_TRACE_SEQ_ENDED ||
				     (last & SYSCALL_TRACE_SEQ_MASK) < (seen->last & SYSCALL_TRACE_SEQ_MASK)))
		note_end(gaps, seen, time, !ends);
	if (!again) {
		seen->is_told_late = false;
		seen->is_behind = false;
		seen->told = time;
	}
	seen->is_known = true;
	seen->last = last;
	if (!ends)
		seen->time = time;
}

/* A record of a call before the last one: the clocks of CPUs differ, or another task has the pid. */
static void note_behind(struct gaps *gaps, const struct record *rec, u32 seq)
{
	struct seen *seen = find(gaps, rec->pid);
	bool was_behind = seen->is_behind;

	seen->is_behind = !(seen->last & SYSCALL_TRACE_SEQ_ENDED) &&
			  seq < (seen->last & SYSCALL_TRACE_SEQ_MASK);
	if (seen->is_behind && !was_behind) {
		struct end end = end_of(seen, rec->time);

		end.first = seq;
		add_end(gaps, seen, &end);
	}
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

static bool is_late(const struct record *rec)
{
	return rec->type == RECORD_TASK && task_record(rec).what == SYSCALL_TRACE_EVENT_CALLS_LATE;
}

/* A record tells that a task ended some time ago. How many calls before that are missing in the trace? */
static unsigned int find_late(struct gaps *gaps, const struct record *rec)
{
	struct syscall_trace_task_event event = task_record(rec);
	u32 seq = event.seq & SYSCALL_TRACE_SEQ_MASK, lost;
	struct syscall_trace_calls_late late;
	struct seen *seen;
	struct end now;
	bool had_ends;
	u64 time;

	if (event.size < sizeof(late) || !seq)
		return 0;
	memcpy(&late, event.info, sizeof(late));
	if (!late_is_new(&gaps->late, late.number))
		return 0;
	time = rec->time > late.age ? rec->time - late.age : 0;
	seen = find(gaps, rec->pid);
	now = end_of(seen, U64_MAX);
	had_ends = seen->ends;
	lost = ends_find_lost(&seen->ends, &now, time, seq);
	gaps->nr_ends += seen->ends && !had_ends;
	if (!seen->is_known)
		lost = 0;
	if (now.last != seen->last)
		seen->is_behind = false;
	seen->is_known = true;
	seen->time = now.from;
	seen->told = now.told;
	seen->last = now.last;
	seen->is_told_late = now.is_told_late;

	return lost;
}

unsigned int gaps_find(struct gaps *gaps, const struct record *rec)
{
	struct syscall_trace_numbered number;
	struct syscall_trace_gap gap;
	struct seen seen;

	/* Process 0 makes no calls. */
	if (rec->type == RECORD_OTHER || rec->pid <= 0)
		return 0;
	if (is_late(rec))
		return find_late(gaps, rec);
	number = number_of(rec);
	seen = *find(gaps, rec->pid);
	gap = syscall_trace_find_gap(seen.last, &number);
	if (number.seq) {
		if (gap.last == seen.last)
			note_behind(gaps, rec, number.seq & SYSCALL_TRACE_SEQ_MASK);
		note(gaps, rec->pid, gap.last, rec->time, syscall_trace_tells_again(seen.last, &number));
	}
	if (number.child > 0)
		note(gaps, number.child, 0, rec->time, false);

	return seen.is_known ? gap.lost : 0;
}

bool gaps_only_count(const struct record *rec)
{
	return rec->type == RECORD_TASK && syscall_trace_only_counts_calls(task_record(rec).what);
}
