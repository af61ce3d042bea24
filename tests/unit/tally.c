// SPDX-License-Identifier: GPL-2.0
/*
 * What lines/gaps.c notes of tasks: it does not grow with each pid, and forgets none that lives. It finds
 * the place of an end that is told late. receive/gaps.c notes the same of many instances, whoever they are.
 */
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/syscall_trace_record.h>

#include "format/gap.h"
#include "shared/error.h"
#include "lines/gaps.h"
#include "lines/line.h"
#include "receive/gaps.h"

/* More than the room that they may take. */
#define TASKS		3000000
#define LIVING		1000
#define MOST_MEMORY	(41 << 20)

/* Together, these take more than a stream may. */
#define INSTANCES	3
#define USED_AGAIN	150000
#define MOST_OF_STREAM	(300 << 20)

static size_t memory;
static size_t most_memory;

/* As shared/error.c has it, and counts. */
void *allocate(size_t nr, size_t size)
{
	void *new = calloc(nr, size);

	if (!new)
		abort();
	memory += malloc_usable_size(new);
	if (memory > most_memory)
		most_memory = memory;

	return new;
}

/* What lines/gaps.c frees. */
void __wrap_free(void *old);
void __real_free(void *old);
void __wrap_free(void *old)
{
	memory -= malloc_usable_size(old);
	__real_free(old);
}

struct syscall_trace_task_event task_record(const struct record *rec)
{
	struct syscall_trace_task_event event;

	memcpy(&event, rec->data, sizeof(event));

	return event;
}

static unsigned int call(struct gaps *gaps, int pid, u32 seq)
{
	struct syscall_trace_head head = { .seq = seq };
	struct record rec = {
		.type = RECORD_CALL, .pid = pid, .data = &head, .size = sizeof(head),
	};

	return gaps_find(gaps, &rec);
}

static unsigned int end(struct gaps *gaps, int pid, unsigned int what, u32 seq)
{
	struct syscall_trace_task_event event = { .what = what, .seq = seq };
	struct record rec = {
		.type = RECORD_TASK, .pid = pid, .data = &event, .size = sizeof(event),
	};

	return gaps_find(gaps, &rec);
}

static bool is_good(const char *name, bool good)
{
	printf("%s - %s\n", good ? "ok" : "not ok", name);

	return good;
}

/* ------------------------------ ends that are told late ------------------- */

/* Whose records they are */
static int pid = 7;

/**
 * struct step - what a record tells of @pid
 * @what: CALL, END, FORK or LATE
 * @seq: the number
 * @lost: how many calls are missing before it
 * @time: when it was
 * @end: of LATE, when the task ended
 * @number: likewise, which end it is
 */
struct step {
	enum { CALL = 1, ENTRY, EXIT, SIGNAL, END, FORK, LATE } what;
	u32	seq;
	u32	lost;
	u64	time;
	u64	end;
	u32	number;
};

#define MOST_STEPS	8

#define C(seq, lost, time)			{ CALL, seq, lost, time, 0, 0 }
#define B(seq, lost, time)			{ ENTRY, seq, lost, time, 0, 0 }
#define X(seq, lost, time)			{ EXIT, seq, lost, time, 0, 0 }
#define S(seq, lost, time)			{ SIGNAL, seq, lost, time, 0, 0 }
#define E(seq, lost, time)			{ END, seq, lost, time, 0, 0 }
#define F(pid, lost, time)			{ FORK, pid, lost, time, 0, 0 }
#define L(seq, lost, time, end, number)		{ LATE, seq, lost, time, end, number }

static const struct late_case {
	const char	*name;
	struct step	steps[MOST_STEPS];
} late_cases[] = {
	{ "an end is told late", {
		C(1, 0, 10), L(5, 4, 30, 20, 0), C(1, 0, 40),
	} },
	{ "the same end is told again", {
		C(1, 0, 10), L(5, 4, 30, 20, 0), L(5, 0, 40, 20, 0),
		C(1, 0, 50), L(5, 0, 60, 20, 0), C(2, 0, 70),
	} },
	{ "an end that a record has told is told again", {
		C(1, 0, 10), E(5, 4, 20), L(5, 0, 40, 19, 0),
		C(2, 1, 50), L(5, 0, 60, 19, 0), C(3, 0, 70),
	} },
	{ "it is told again after the next task's calls", {
		C(1, 0, 10), E(5, 4, 20), C(2, 1, 30), L(5, 0, 40, 19, 0),
		C(3, 0, 70),
	} },
	{ "a record that is younger than the end has told of it", {
		C(1, 0, 10), E(5, 4, 25), C(2, 1, 30), L(5, 0, 40, 21, 0), C(3, 0, 70),
	} },
	{ "both tasks have ended, with as many calls, when it is told", {
		C(5, 4, 10), C(1, 0, 30), E(5, 4, 41), L(5, 0, 50, 20, 0), L(5, 0, 50, 40, 1),
	} },
	{ "the next task's calls seemed to come late", {
		C(9, 8, 10), C(4, 0, 30), C(5, 0, 31), C(11, 1, 32), L(10, 8, 50, 20, 0),
	} },
	{ "the next task makes as many calls and ends, and these seem to come late at first", {
		C(9, 8, 10), C(4, 0, 30), C(5, 0, 31), E(8, 6, 40), L(10, 1, 50, 20, 0), L(8, 0, 50, 39, 1),
	} },
	{ "its end is told late", {
		C(9, 8, 10), C(4, 0, 30), C(6, 0, 31), L(10, 5, 50, 20, 0), L(8, 2, 50, 40, 1), C(1, 0, 60),
	} },
	{ "only its end is", {
		C(9, 8, 10), C(4, 0, 30), C(6, 0, 31), L(8, 6, 50, 40, 1), C(1, 0, 60),
	} },
	{ "it makes a call with a number that has been", {
		C(1, 0, 10), C(2, 0, 11), C(2, 1, 30), C(5, 2, 31), L(4, 2, 50, 20, 0), C(6, 0, 60),
	} },
	{ "some of them seemed to come late", {
		C(1, 0, 10), C(8, 6, 11), C(9, 0, 12), C(3, 0, 30), C(5, 0, 31), C(8, 5, 32), C(9, 0, 33), L(9, 0, 50, 20, 0),
	} },
	{ "it has the next number in the end", {
		C(1, 0, 10), C(8, 6, 11), C(6, 0, 30), C(8, 6, 31), C(9, 0, 33), L(8, 0, 50, 20, 0),
	} },
	{ "clocks differ", {
		C(1, 0, 10), C(4, 2, 11), C(2, 0, 12), C(3, 0, 13), C(5, 0, 14), E(6, 1, 20), L(6, 0, 50, 20, 0),
	} },
	{ "an end is told after the next task's calls", {
		C(900, 899, 10), C(2, 1, 30), L(1000, 100, 40, 20, 0),
		L(1000, 0, 50, 20, 0), C(5, 2, 60),
	} },
	{ "the next task's calls seemed to be those of the same task", {
		C(3, 2, 10), C(9, 5, 30), L(10, 10, 40, 20, 0), C(10, 0, 50),
	} },
	{ "nothing was seen of a task", {
		C(1, 0, 10), E(5, 4, 20), L(5, 0, 70, 19, 0), L(7, 7, 70, 50, 1),
		C(1, 0, 80), L(7, 0, 90, 50, 1),
	} },
	{ "nothing was seen of a task with as many calls", {
		C(1, 0, 10), E(5, 4, 20), L(5, 5, 70, 50, 0), C(1, 0, 80),
	} },
	{ "both ends are told late", {
		C(1, 0, 10), E(5, 4, 20), L(5, 0, 70, 20, 0), L(5, 5, 70, 50, 1), C(1, 0, 80),
	} },
	{ "both are, in another order", {
		C(1, 0, 10), E(5, 4, 20), L(5, 5, 70, 50, 1), L(5, 0, 71, 19, 0), C(1, 0, 80),
	} },
	{ "nothing was seen of a task with as many calls before the next one", {
		C(1, 0, 10), E(5, 4, 20), C(1, 0, 60), L(5, 5, 70, 50, 0), C(2, 0, 80),
	} },
	{ "both ends before the next task are told late, in another order", {
		C(1, 0, 10), E(5, 4, 20), C(1, 0, 60), L(5, 5, 70, 50, 1),
		L(5, 0, 71, 19, 0), C(2, 0, 80),
	} },
	{ "a record has told the end of a task with as many calls", {
		C(1, 0, 10), E(5, 4, 20), E(5, 5, 60), L(5, 0, 70, 50, 0), C(1, 0, 80),
	} },
	{ "it has, and both ends are told late", {
		C(1, 0, 10), E(5, 4, 20), E(5, 5, 60), L(5, 0, 70, 19, 0), L(5, 0, 70, 50, 1), C(1, 0, 80),
	} },
	{ "it has, and both are after the next task's calls", {
		C(1, 0, 10), E(5, 4, 20), E(5, 5, 60), C(1, 0, 80), L(5, 0, 90, 19, 0), L(5, 0, 90, 50, 1),
	} },
	{ "nothing was seen of a task between two whose ends records have told", {
		C(1, 0, 10), E(5, 4, 20), E(5, 5, 60), L(3, 3, 70, 30, 1), L(5, 0, 70, 50, 2), C(1, 0, 80),
	} },
	{ "a task makes as many calls as the one whose end was told late, and then its record", {
		C(1, 0, 10), L(5, 4, 30, 20, 0), E(5, 0, 31), E(5, 5, 60), C(1, 0, 80),
	} },
	{ "nothing was seen of a task before the one whose end a record has told", {
		C(1, 0, 10), E(5, 4, 30), L(3, 3, 50, 20, 0), L(5, 0, 50, 29, 1), C(1, 0, 60),
	} },
	{ "nothing was seen of a task before that one, and then comes the next one", {
		C(1, 0, 10), E(5, 4, 30), C(1, 0, 40), L(3, 3, 50, 20, 0),
		L(5, 0, 50, 29, 1), C(2, 0, 60),
	} },
	{ "nothing was seen of a task behind one whose end is told later", {
		C(9, 8, 10), F(7, 0, 60), L(3, 3, 70, 40, 1), L(10, 1, 71, 20, 0), C(1, 0, 80),
	} },
	{ "nothing was seen of two tasks before the next one", {
		C(300, 299, 10), C(1, 0, 60), L(301, 1, 70, 20, 0),
		L(301, 301, 70, 30, 1), L(4, 4, 70, 40, 2), C(2, 0, 80),
	} },
	{ "a task is made between them", {
		C(4, 3, 10), F(7, 0, 30), C(5, 4, 40), L(6, 2, 50, 20, 0),
	} },
	{ "the exit of a call and the entry of the next are missing", {
		B(1, 0, 10), X(2, SYSCALL_TRACE_LOST_PARTS, 11), B(3, 0, 12), X(3, 0, 13),
		C(4, 0, 14), X(5, 0, 15),
	} },
	{ "the exit of a call is missing, and nothing was seen of the task that ended behind its entry", {
		B(5, 4, 10), C(6, 0, 20), L(7, 7, 40, 15, 0),
	} },
	{ "there is a signal between", {
		B(5, 4, 10), S(5, 0, 20), L(3, 3, 40, 15, 0),
	} },
	{ "the task ended, and nothing was seen of one with as many calls", {
		B(9, 8, 10), L(10, 1, 40, 20, 0), L(9, 9, 50, 15, 1),
	} },
	{ "a task ended while recording was off, and nobody knows with which call", {
		C(100, 99, 10), L(0, 0, 30, 20, 0), C(41, 40, 40), L(0, 0, 50, 20, 0), C(42, 0, 60),
	} },
	{ "it did, and the next task's calls seemed to come late", {
		C(100, 99, 10), C(41, 0, 30), C(42, 0, 31), L(0, 40, 50, 20, 0), C(43, 0, 60),
	} },
	{ "it did, and nothing was missing of the next task", {
		C(100, 99, 10), C(1, 0, 30), C(2, 0, 31), L(0, 0, 50, 20, 0), C(3, 0, 60), L(5, 2, 80, 70, 1), C(1, 0, 90),
	} },
	{ "ends come back in another order", {
		C(1, 0, 10), L(5, 4, 40, 30, 1), L(3, 3, 50, 20, 0), L(5, 0, 60, 30, 1),
	} },
};

static unsigned int take(struct gaps *gaps, const struct step *step)
{
	struct syscall_trace_calls_late late = {
		.age = step->time - step->end, .number = step->number,
	};
	struct syscall_trace_task_event event = {
		.what = SYSCALL_TRACE_EVENT_CALLS_LATE, .seq = step->seq,
		.info = (const u8 *)&late, .size = sizeof(late),
	};
	struct syscall_trace_head head = { .seq = step->seq };
	struct record rec = {
		.type = RECORD_TASK, .pid = pid, .time = step->time,
		.data = &event, .size = sizeof(event),
	};

	switch (step->what) {
	case CALL:
	case ENTRY:
	case EXIT:
		rec.type = step->what == CALL ? RECORD_CALL :
			   step->what == ENTRY ? RECORD_ENTER : RECORD_EXIT;
		rec.data = &head;
		break;
	case SIGNAL:
		event.what = SYSCALL_TRACE_EVENT_SIGNAL;
		break;
	case END:
		event.what = SYSCALL_TRACE_EVENT_END;
		break;
	case FORK:
		event = (struct syscall_trace_task_event) {
			.what = SYSCALL_TRACE_EVENT_FORK, .value = step->seq,
		};
		rec.pid = pid + 1;
		break;
	case LATE:
		break;
	}

	return gaps_find(gaps, &rec);
}

static bool tell_late(const struct late_case *one)
{
	struct gaps *gaps = gaps_open(true);
	unsigned int i, lost;
	bool good = true;

	for (i = 0; i < MOST_STEPS && one->steps[i].what; i++) {
		lost = take(gaps, &one->steps[i]);
		if (lost != one->steps[i].lost) {
			printf("# record %u: %u missing, not %u\n", i + 1, lost, one->steps[i].lost);
			good = false;
		}
	}
	gaps_close(gaps);

	return is_good(one->name, good);
}

/* ---------------------------- by chance, against the truth ----------------- */

#define HISTORIES	50000
#define MOST_CALLS	700

/* A number below @below; always the same ones, in one order. */
static unsigned int chance(unsigned int below)
{
	static u32 state = 1;

	state = state * 1664525 + 1013904223;

	return (u64)(state >> 8) * below >> 24;
}

/*
 * Tasks have one pid, one after the other. Of what they record, some stretches are overwritten, their ends
 * included. Then all ends are told late. Returns how many calls more than were made are shown or told.
 */
static int count_history(struct gaps *gaps, unsigned int tasks)
{
	unsigned int task, seq, calls, made = 0, counted = 0, left = 0;
	static u32 told;
	u64 time = 10, ends[3];
	u32 last[3];
	bool shown = true;

	for (task = 0; task < tasks; task++) {
		calls = 1 + chance(chance(2) ? 30 : MOST_CALLS);
		made += calls;
		for (seq = 1; seq <= calls + 1; seq++, time += 10) {
			struct step step = { seq > calls ? END : CALL, min(seq, calls), 0, time, 0, 0 };

			if (!left--) {
				shown = !shown || !chance(3);
				left = chance(chance(2) ? 20 : MOST_CALLS);
			}
			if (shown)
				counted += take(gaps, &step) + (step.what == CALL);
		}
		ends[task] = time - 15;
		last[task] = calls;
	}
	for (task = 0; task < tasks; task++, time++) {
		struct step step = { LATE, last[task], 0, time, ends[task], told++ };

		counted += take(gaps, &step);
	}

	return counted - made;
}

static bool count_histories(void)
{
	struct gaps *gaps = gaps_open(true);
	unsigned int wrong = 0, i;

	for (i = 0; i < HISTORIES; i++, pid++)
		wrong += count_history(gaps, 1 + i % 3) != 0;
	gaps_close(gaps);
	if (wrong)
		printf("# %u of %u\n", wrong, HISTORIES);

	return is_good("whatever is lost of tasks with one pid, shown and missing calls are all", !wrong);
}

/* ------------------------------- memory ----------------------------------- */

/* Tasks come and go. Two records tell of each end, the second one after the next task's. */
static bool tell_ends(void)
{
	struct gaps *gaps = gaps_open(true);
	unsigned int wrong = 0, i;

	for (i = 1; i <= LIVING; i++)
		wrong += call(gaps, i, 5) != 4;
	for (i = LIVING + 1; i <= TASKS; i++) {
		wrong += call(gaps, i, 3) != 2;
		wrong += end(gaps, i, SYSCALL_TRACE_EVENT_CALLS, 7) != 4;
		if (i > LIVING + 1)
			wrong += end(gaps, i - 1, SYSCALL_TRACE_EVENT_END, 7) != 0;
	}
	for (i = 1; i <= LIVING; i++)
		wrong += call(gaps, i, 8) != 2;
	gaps_close(gaps);

	return is_good("tasks that come and go lose nothing in silence", !wrong) &
	       is_good("and take no memory when they have ended", most_memory < (3 << 20));
}

/* None of them ends: somebody has made them up. Of the later ones, nothing is known. */
static bool tell_made_up(void)
{
	struct gaps *gaps = gaps_open(true);
	unsigned int wrong = 0, i;

	most_memory = 0;
	for (i = 1; i <= TASKS; i++) {
		call(gaps, i, 3);
		wrong += i == 100000 && gaps_have_forgotten(gaps);
	}
	wrong += !gaps_have_forgotten(gaps);
	wrong += call(gaps, 1, 9) != 0;
	wrong += call(gaps, 1, 12) != 2;
	gaps_close(gaps);

	return is_good("more tasks than a machine can have are forgotten", !wrong) &
	       is_good("and take a bounded room", most_memory < MOST_MEMORY);
}

static unsigned int receive(struct stream_gaps *gaps, unsigned int instance, int pid, unsigned int what, u32 seq)
{
	struct syscall_trace_task_event event = { .what = what, .seq = seq };
	struct entry *entry = calloc(1, sizeof(*entry));
	unsigned int lost;

	entry->instance = instance;
	entry->record = (struct record) {
		.type = RECORD_TASK, .pid = pid, .data = &event, .size = sizeof(event),
	};
	lost = stream_gaps_find(gaps, entry);
	__real_free(entry);

	return lost;
}

/* A stream that somebody has made up: in each instance, many pids are used again and again. */
static bool tell_instances(void)
{
	struct stream_gaps *gaps = stream_gaps_open();
	unsigned int instance, wrong = 0;
	int pid;

	most_memory = 0;
	for (instance = 1; instance <= INSTANCES; instance++) {
		for (pid = 1; pid <= USED_AGAIN; pid++) {
			receive(gaps, instance, pid, SYSCALL_TRACE_EVENT_END, 5);
			receive(gaps, instance, pid, SYSCALL_TRACE_EVENT_SIGNAL, 1);
			wrong += receive(gaps, instance, pid, SYSCALL_TRACE_EVENT_SIGNAL, 7) != 6;
		}
	}
	wrong += receive(gaps, INSTANCES, 1, SYSCALL_TRACE_EVENT_SIGNAL, 9) != 2;
	wrong += receive(gaps, 1, 1, SYSCALL_TRACE_EVENT_SIGNAL, 9) != 0;
	stream_gaps_close(gaps);

	return is_good("the instances that were silent for the longest time are forgotten", !wrong) &
	       is_good("if all of a stream take much room", most_memory < MOST_OF_STREAM);
}

int main(void)
{
	bool good = tell_ends();
	size_t i;

	good &= tell_made_up();
	good &= tell_instances();
	for (i = 0; i < sizeof(late_cases) / sizeof(*late_cases); i++)
		good &= tell_late(&late_cases[i]);
	good &= count_histories();
	good &= is_good("nothing is left", !memory);

	return !good;
}
