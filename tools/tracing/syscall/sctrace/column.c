// SPDX-License-Identifier: GPL-2.0
/*
 * The columns before a call or an event: each is a row of a table.
 */
#include <time.h>

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "lines/line.h"
#include "records/source.h"
#include "column.h"
#include "settings.h"
#include "tasks.h"

#define NSEC_PER_SEC	1000000000ULL

/* CLOCK_REALTIME minus the clock of records */
static long long offset;

/* The time of the last line, for -r */
static unsigned long long last;

static void put_pid(struct trace_seq *s, const struct occasion *occasion)
{
	if (settings.separate)
		return;
	if (settings.pid_column)
		trace_seq_printf(s, "%-5d ", occasion->task->pid);
	else if (tasks_alive() > 1)
		trace_seq_printf(s, "[pid %5d] ", occasion->task->pid);
}

/* As the kernel's own lines have it */
static void put_cpu(struct trace_seq *s, const struct occasion *occasion)
{
	trace_seq_printf(s, "[%03d] ", occasion->rec->cpu);
}

static void put_stamp(struct trace_seq *s, const struct occasion *occasion)
{
	unsigned long long real = occasion->time + offset;
	time_t sec = real / NSEC_PER_SEC;
	unsigned int usec = real % NSEC_PER_SEC / 1000;
	char text[32];
	struct tm tm;

	if (settings.stamp == STAMP_NONE)
		return;
	if (settings.stamp == STAMP_EPOCH || settings.stamp == STAMP_EPOCH_MICROSECONDS) {
		trace_seq_printf(s, "%lld", (long long)sec);
	} else {
		strftime(text, sizeof(text), "%T", localtime_r(&sec, &tm));
		trace_seq_puts(s, text);
	}
	if (settings.stamp == STAMP_MICROSECONDS || settings.stamp == STAMP_EPOCH_MICROSECONDS)
		trace_seq_printf(s, ".%06u", usec);
	trace_seq_puts(s, settings.relative ? " (+" : " ");
}

/* Two calls that ran at the same time have no order: then nothing has passed. */
static void put_relative(struct trace_seq *s, const struct occasion *occasion)
{
	unsigned long long time = occasion->time;
	unsigned long long passed = last && time > last ? time - last : 0;

	if (time > last)
		last = time;
	trace_seq_printf(s, "%6llu.%06llu%s", passed / NSEC_PER_SEC, passed % NSEC_PER_SEC / 1000,
			 settings.stamp == STAMP_NONE ? " " : ") ");
}

/* What is no call, such as a signal, has the number of the call before, as with strace. */
static void put_number(struct trace_seq *s, const struct occasion *occasion)
{
	trace_seq_printf(s, "[%4d] ", occasion->seen ? occasion->seen->nr : occasion->task->nr);
}

/**
 * struct column - a column
 * @print: prints it with the space behind it
 * @is_wanted: the setting that says whether it is there; NULL: @print knows
 */
struct column {
	void		(*print)(struct trace_seq *s, const struct occasion *occasion);
	const bool	*is_wanted;
};

/* From left to right */
static const struct column columns[] = {
	{ put_pid },
	{ put_cpu, &settings.cpus },
	{ put_stamp },
	{ put_relative, &settings.relative },
	{ put_number, &settings.numbers },
};

/**
 * columns_print - begin a line with what the user wants to know
 * @s: the line
 * @occasion: what it is about
 */
void columns_print(struct trace_seq *s, const struct occasion *occasion)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++) {
		if (!columns[i].is_wanted || *columns[i].is_wanted)
			columns[i].print(s, occasion);
	}
}

/**
 * columns_set_clock - tell the time of day
 * @realtime_offset: CLOCK_REALTIME minus the clock of records
 */
void columns_set_clock(long long realtime_offset)
{
	offset = realtime_offset;
}
