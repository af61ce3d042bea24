/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the fuzzer's bytes mean.
 */
#ifndef _TESTS_UNIT_INPUT_H
#define _TESTS_UNIT_INPUT_H

#include "record.h"

#define INPUT_RAW	BIT(0)	/* view: words in hex */
#define INPUT_NAMES	BIT(1)	/* view: names of arguments */
#define INPUT_DUMP	BIT(2)	/* view: as in an oops */
#define INPUT_APART	BIT(3)	/* view: two lines */
#define INPUT_NO_ENTER	BIT(4)	/* there is no entry */
#define INPUT_NO_EXIT	BIT(5)	/* there is no exit */
#define INPUT_ROUGH	BIT(6)	/* blobs are any bytes; else they are put in order */
#define INPUT_NR	BIT(7)	/* the number is @nr, whatever the call */

#define INPUT_JSON	BIT(0)	/* more: as JSON */
#define INPUT_TIME	BIT(1)	/* more: how long the call took */
#define INPUT_IN_NS	BIT(2)	/* more: by a clock that counts nanoseconds */
#define INPUT_TASK	BIT(3)	/* more: not a call, but what happened to a task */
#define INPUT_WHOLE	BIT(4)	/* more: entry and exit are one record */
#define INPUT_CUT	BIT(5)	/* more: the records end after @cut bytes */
#define INPUT_LATE	BIT(6)	/* more: the entry was recorded later than it was */

#define INPUT_DEPTH	4

/**
 * struct input - what the input begins with
 * @call: index into the table; behind its end: an id that nobody knows
 * @abi: index of the ABI, any value
 * @what: INPUT_*
 * @nr_args: words in the records; 0: as many as the table says, else one more; more than a
 *	     call may have: syscall_trace_head.words
 * @enter_flags: of the entry's head
 * @exit_flags: of the exit's head
 * @cases: which cases of the call, at each level: 0: as the words say, else one more
 * @more: INPUT_* again
 * @nr: number of the call; or what happened to the task
 * @ret: return value
 * @words: argument words
 * @enter_size: bytes of blobs of the entry, which come next; the rest are the exit's
 * @wide: the words that may have 64 bits, a bit for each that has not
 * @cut: bytes of the records that are left
 * @pad: nothing
 */
struct input {
	u16	call;
	u8	abi;
	u8	what;
	u8	nr_args;
	u8	enter_flags;
	u8	exit_flags;
	u8	cases[INPUT_DEPTH];
	u8	more;
	s32	nr;
	s64	ret;
	u64	words[SYSCALL_TRACE_MAX_ARGS];
	u16	enter_size;
	u8	wide;
	u8	cut;
	u8	pad[4];
};

/**
 * struct decoded - an input as records
 * @first: entry, or both
 * @exit: exit
 * @has_first: there is an entry
 * @has_exit: there is an exit
 * @view: how they are shown
 * @context: when, where and who
 * @comm: the name of the task
 * @is_task: they are none, but @info is what is known of @what and @value
 * @what: enum syscall_trace_event, any value
 * @value: by @what
 * @info: by @what
 * @info_size: bytes of @info
 */
struct decoded {
	struct record	first;
	struct record	exit;
	bool		has_first;
	bool		has_exit;
	struct view	view;
	struct syscall_trace_context context;
	char		comm[16];
	bool		is_task;
	unsigned int	what;
	int		value;
	const u8	*info;
	size_t		info_size;
};

bool input_decode(struct decoded *out, const u8 *data, size_t size);

#endif /* _TESTS_UNIT_INPUT_H */
