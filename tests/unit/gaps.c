// SPDX-License-Identifier: GPL-2.0
/*
 * What a reader tells of the numbers of a task's calls.
 */
#include <stdbool.h>
#include <stdio.h>

#include "format/gap.h"

/* In place of what happens: the record of a call, or of its entry or exit. */
#define CALL	-1
#define ENTRY	-2
#define EXIT	-3

/* A record: a call or what happens, with its value, the number, and how many calls are missing before. */
struct step {
	int		what;
	int		value;
	unsigned int	seq;
	unsigned int	lost;
};

#define C(seq, lost)			{ CALL, 0, seq, lost }
#define B(seq, lost)			{ ENTRY, 0, seq, lost }
#define X(seq, lost)			{ EXIT, 0, seq, lost }
#define PARTS				SYSCALL_TRACE_LOST_PARTS
#define E(what, value, seq, lost)	{ SYSCALL_TRACE_EVENT_##what, value, seq, lost }

static const struct gap_case {
	const char	*name;
	struct step	steps[8];
} cases[] = {
	{ "all are there", {
		C(1, 0), C(2, 0), C(3, 0),
	} },
	{ "the two records of a call have one number", {
		C(1, 0), B(2, 0), X(2, 0), C(3, 0),
	} },
	{ "an exit and the next entry are missing", {
		B(1, 0), X(2, PARTS), B(3, 0), E(SIGNAL, 9, 3, 0), X(4, PARTS), X(5, 0),
	} },
	{ "an exit is missing, and nobody wanted the next entry", {
		B(1, 0), X(SYSCALL_TRACE_SEQ_ALONE | 2, 0), B(3, 0), X(SYSCALL_TRACE_SEQ_ALONE | 5, 1), X(6, 0),
	} },
	{ "so are calls between them", {
		B(1, 0), X(4, 2), B(5, 0), E(SIGNAL, 9, 7, 2), X(8, 0),
	} },
	{ "an exit or an entry is missing, or another call between them is there", {
		B(1, 0), B(2, 0), C(3, 0), X(4, 0), B(5, 0), C(6, 0), X(7, 0),
	} },
	{ "the exit of a call is missing, and the entry of one by which a task forks", {
		B(1, 0), E(FORK, 8, 2, 0), X(2, PARTS), B(3, 0), E(FORK, 9, 5, 1), X(5, 0),
	} },
	{ "a task ends in a call, and the next one has the same pid", {
		B(1, 0), E(CALLS, 0, 1, 0), X(1, 0), B(2, 0), E(END, 0, 2, 0), X(2, 1),
	} },
	{ "the exit of a call comes late, and the next entry", {
		B(1, 0), C(3, 1), X(2, 0), B(4, 0), X(3, 0), X(5, PARTS),
	} },
	{ "an exit is found before its entry, and the next entry is missing", {
		C(1, 0), X(2, 0), B(2, 0), X(3, 0), B(4, 0), X(5, PARTS),
	} },
	{ "some are missing", {
		C(3, 2), C(4, 0), C(10, 5),
	} },
	{ "two are in another order", {
		C(1, 0), C(3, 1), C(2, 0), C(4, 0),
	} },
	{ "a signal tells of calls before it", {
		C(1, 0), E(SIGNAL, 9, 5, 4), C(6, 0),
	} },
	{ "the entry of the call by which a task forks is missing", {
		C(1, 0), E(FORK, 8, 5, 3), C(5, 0), C(6, 0),
	} },
	{ "that call is missing as a whole", {
		C(1, 0), E(THREAD, 8, 5, 3), C(6, 1),
	} },
	{ "its entry is there", {
		C(1, 0), C(2, 0), E(FORK, 8, 2, 0), C(2, 0), C(3, 0),
	} },
	{ "the entry of the call by which a task executes a program is missing", {
		C(1, 0), E(EXEC, 7, 2, 0), C(2, 0), C(3, 0),
	} },
	{ "the last calls are missing, and two records tell of it", {
		C(1, 0), E(CALLS, 0, 4, 3), E(END, 0, 4, 0),
	} },
	{ "two records tell of the end of a task, and then of the next one with as many calls", {
		C(1, 0), E(CALLS, 0, 4, 3), E(END, 0, 4, 0), E(CALLS, 0, 4, 4), E(END, 0, 4, 0),
	} },
	{ "one record tells of each end", {
		C(1, 0), E(END, 0, 4, 3), E(END, 0, 4, 4), E(CALLS, 0, 4, 4), E(CALLS, 0, 4, 4),
	} },
	{ "ends are told late, and not only then", {
		C(1, 0), E(END, 0, 4, 3), E(CALLS_LATE, 0, 4, 0), E(END, 0, 4, 4),
	} },
	{ "a task forks, and ends in the same call", {
		C(1, 0), E(FORK, 8, 2, 0), E(END, 0, 2, 1),
	} },
	{ "the next task has the same pid", {
		C(300, 299), E(END, 0, 300, 0), C(1, 0), C(3, 1),
	} },
};

static struct syscall_trace_numbered number_of(const struct step *step)
{
	switch (step->what) {
	case CALL:
		return syscall_trace_number_of_call(step->seq, SYSCALL_TRACE_PART_ALL);
	case ENTRY:
		return syscall_trace_number_of_call(step->seq, SYSCALL_TRACE_PART_ENTRY);
	case EXIT:
		return syscall_trace_number_of_call(step->seq, SYSCALL_TRACE_PART_EXIT);
	}

	return syscall_trace_number_of_event(step->what, step->value, step->seq);
}

static bool is_good(const struct gap_case *one)
{
	const struct step *step;
	unsigned int last = 0;

	for (step = one->steps; step->seq; step++) {
		struct syscall_trace_numbered number = number_of(step);
		struct syscall_trace_gap gap = syscall_trace_find_gap(last, &number);

		if (gap.lost != step->lost) {
			printf("not ok - %s\n  | record %td: %u missing, not %u\n", one->name,
			       step - one->steps + 1, gap.lost, step->lost);
			return false;
		}
		last = gap.last;
	}
	printf("ok - %s\n", one->name);

	return true;
}

int main(void)
{
	bool good = true;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		good &= is_good(&cases[i]);

	return !good;
}
