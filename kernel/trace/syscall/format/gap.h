/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: how many calls are missing between two records of a task. In line,
 * because readers in user space have it from here.
 */
#ifndef _SYSCALL_GAP_H
#define _SYSCALL_GAP_H

#include <linux/syscall_trace_record.h>

/*
 * The clocks of two CPUs may differ a little, so that a reader finds records of a task in another
 * order. A number that is lower by more than this is one of another task with the same pid.
 */
#define SYSCALL_TRACE_SEQ_DISORDER	256

/* In what a reader notes of a task: it has ended, and the next one with its pid is another one. */
#define SYSCALL_TRACE_SEQ_ENDED		0x80000000U

/* Beside that: the last record that a task makes has told so. */
#define SYSCALL_TRACE_SEQ_GONE		0x40000000U

/* Without that: the last call is known by its entry only. */
#define SYSCALL_TRACE_SEQ_OPEN		0x40000000U

/*
 * In place of how many calls are missing: none as a whole, but the exit of the last one that was
 * known and the entry of this one.
 */
#define SYSCALL_TRACE_LOST_PARTS	0x80000000U

/* What the record of a call has of it. */
enum syscall_trace_part {
	SYSCALL_TRACE_PART_NONE,
	SYSCALL_TRACE_PART_ALL,
	SYSCALL_TRACE_PART_ENTRY,
	SYSCALL_TRACE_PART_EXIT,
};

/**
 * struct syscall_trace_numbered - what a record tells of a task's calls
 * @seq: the number of a call; 0: it tells nothing
 * @part: what the record has of that call; none: the call has been made before, or is under way
 * @alone: that is an exit whose entry nobody wanted
 * @under_way: the call may be under way, and its exit follow
 * @child: a new task, which has made no call yet; 0: there is none
 * @ends: the task makes no more calls, or none under this pid
 * @is_last: likewise, and it makes no more records
 * @is_late: it has ended some time ago, and other records may have told so
 */
struct syscall_trace_numbered {
	u32	seq;
	enum syscall_trace_part part;
	bool	alone;
	bool	under_way;
	int	child;
	bool	ends;
	bool	is_last;
	bool	is_late;
};

/**
 * syscall_trace_number_of_call - what the record of a call tells
 * @seq: syscall_trace_head.seq
 * @part: what it has of it
 *
 * Return: that.
 */
static inline struct syscall_trace_numbered
syscall_trace_number_of_call(u32 seq, enum syscall_trace_part part)
{
	return (struct syscall_trace_numbered) {
		.seq	= seq & SYSCALL_TRACE_SEQ_MASK,
		.part	= part,
		.alone	= part == SYSCALL_TRACE_PART_EXIT && seq & SYSCALL_TRACE_SEQ_ALONE,
	};
}

/**
 * syscall_trace_number_of_event - what the record of what happened to a task tells
 * @what: enum syscall_trace_event
 * @value: see there
 * @seq: the number of the task's last call
 *
 * Return: that.
 */
static inline struct syscall_trace_numbered
syscall_trace_number_of_event(unsigned int what, int value, u32 seq)
{
	struct syscall_trace_numbered number = { .seq = seq };

	switch (what) {
	case SYSCALL_TRACE_EVENT_FORK:
	case SYSCALL_TRACE_EVENT_THREAD:
		number.child = value;
		number.under_way = true;
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		number.under_way = true;
		break;
	case SYSCALL_TRACE_EVENT_CALLS:
		number.ends = true;
		break;
	case SYSCALL_TRACE_EVENT_CALLS_LATE:
		number.ends = true;
		number.is_late = true;
		break;
	case SYSCALL_TRACE_EVENT_END:
		number.ends = true;
		number.is_last = true;
		break;
	}

	return number;
}

/**
 * syscall_trace_only_counts_calls - does an event tell nothing but how many calls a task has made?
 * @what: enum syscall_trace_event
 *
 * Return: true if so: it has no line of its own.
 */
static inline bool syscall_trace_only_counts_calls(unsigned int what)
{
	return what == SYSCALL_TRACE_EVENT_CALLS || what == SYSCALL_TRACE_EVENT_CALLS_LATE;
}

/**
 * struct syscall_trace_gap - what a number tells a reader
 * @lost: how many calls are missing before the record that has it, or SYSCALL_TRACE_LOST_PARTS
 * @last: what to note of the task
 */
struct syscall_trace_gap {
	u32	lost;
	u32	last;
};

/**
 * syscall_trace_tells_again - has another record told of the same end of a task?
 * @last: what the reader has noted of the task
 * @number: what this record tells
 *
 * A task tells how many calls it has made at most once, and behind that at most once that it ends.
 * If another task with the same pid has made as many, its records come in the same order.
 *
 * Return: true if so.
 */
static inline bool
syscall_trace_tells_again(u32 last, const struct syscall_trace_numbered *number)
{
	if (!number->ends || !(last & SYSCALL_TRACE_SEQ_ENDED) ||
	    (last ^ number->seq) & SYSCALL_TRACE_SEQ_MASK)
		return false;

	return number->is_late || (number->is_last && !(last & SYSCALL_TRACE_SEQ_GONE));
}

/* What to note of a task beside the number, behind a record that tells @number. */
static inline u32 syscall_trace_state_after(const struct syscall_trace_numbered *number)
{
	if (number->part == SYSCALL_TRACE_PART_ENTRY)
		return SYSCALL_TRACE_SEQ_OPEN;
	if (!number->ends)
		return 0;

	return SYSCALL_TRACE_SEQ_ENDED | (number->is_last ? SYSCALL_TRACE_SEQ_GONE : 0);
}

/**
 * syscall_trace_find_gap - compare the number of a record with that of the last one of its task
 * @last: what the reader has noted of the task; 0: nothing
 * @number: what the record tells
 *
 * Return: what follows.
 */
static inline struct syscall_trace_gap
syscall_trace_find_gap(u32 last, const struct syscall_trace_numbered *number)
{
	bool is_call = number->part != SYSCALL_TRACE_PART_NONE;
	u32 seq = number->seq & SYSCALL_TRACE_SEQ_MASK;
	u32 state = syscall_trace_state_after(number);
	u32 open;
	u32 ahead;
	u32 lost;

	if (syscall_trace_tells_again(last, number))
		return (struct syscall_trace_gap) { 0, last | state };
	if (last & SYSCALL_TRACE_SEQ_ENDED)
		last = 0;
	open = last & SYSCALL_TRACE_SEQ_OPEN;
	last &= SYSCALL_TRACE_SEQ_MASK;
	ahead = (seq - last) & SYSCALL_TRACE_SEQ_MASK;
	/* The exit of a call has the number of its entry, and may have been found before that. */
	if (!seq || !ahead) {
		if (is_call)
			state = number->part == SYSCALL_TRACE_PART_ENTRY ? open : 0;
		return (struct syscall_trace_gap) { 0, last | (is_call ? state : state ?: open) };
	}
	/* Nobody knows yet whether that call itself is missing. */
	if (number->under_way && ahead <= SYSCALL_TRACE_SEQ_MASK / 2)
		return (struct syscall_trace_gap) { ahead - 1, ahead > 1 ? seq - 1 : last | open };
	if (ahead <= SYSCALL_TRACE_SEQ_MASK / 2) {
		lost = ahead - is_call;
		if (!lost && open && number->part == SYSCALL_TRACE_PART_EXIT && !number->alone)
			lost = SYSCALL_TRACE_LOST_PARTS;
		return (struct syscall_trace_gap) { lost, seq | state };
	}
	if (seq > 1 && last - seq <= SYSCALL_TRACE_SEQ_DISORDER && !number->ends)
		return (struct syscall_trace_gap) { 0, last | open };

	return (struct syscall_trace_gap) { seq - is_call, seq | state };
}

/**
 * syscall_trace_lost_calls - how many calls are missing as a whole?
 * @lost: struct syscall_trace_gap.lost
 *
 * Return: that.
 */
static inline u32 syscall_trace_lost_calls(u32 lost)
{
	return lost == SYSCALL_TRACE_LOST_PARTS ? 0 : lost;
}

#endif /* _SYSCALL_GAP_H */
