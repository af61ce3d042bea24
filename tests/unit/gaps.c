// SPDX-License-Identifier: GPL-2.0
/*
 * What a reader tells of the numbers of a task's calls.
 */
#include <stdbool.h>
#include <stdio.h>

#include "format/gap.h"
#define CALL	-1

/* A record: CALL or what happens, with its value, the number, and how many calls are missing before. */
struct step {
	int		what;
	int		value;
	unsigned int	seq;
	unsigned int	lost;
};

#define C(seq, lost)			{ CALL, 0, seq, lost }
#define E(what, value, seq, lost)	{ SYSCALL_TRACE_EVENT_##what, value, seq, lost }

static const struct gap_case {
	const char	*name;
	struct step	steps[8];
} cases[] = {
	{ "all are there", {
		C(1, 0), C(2, 0), C(3, 0),
	} },
	{ "the two records of a call have one number", {
		C(1, 0), C(2, 0), C(2, 0), C(3, 0),
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

static bool is_good(const struct gap_case *one)
{
	const struct step *step;
	unsigned int last = 0;

	for (step = one->steps; step->seq; step++) {
		struct syscall_trace_numbered number = step->what == CALL ?
			syscall_trace_number_of_call(step->seq) :
			syscall_trace_number_of_event(step->what, step->value, step->seq);
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
