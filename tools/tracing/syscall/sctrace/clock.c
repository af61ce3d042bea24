// SPDX-License-Identifier: GPL-2.0
/*
 * The clock of records, and how it differs from the one by which sctrace waits.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "shared/error.h"
#include "clock.h"
#include "tracefs.h"

#define NSEC_PER_USEC	1000ULL
#define NSEC_PER_SEC	1000000000ULL

/**
 * struct records - the clock of records
 * @instance: where they are
 * @is_other: it is not CLOCK_MONOTONIC
 * @offset: CLOCK_MONOTONIC minus this clock
 * @looked: when that was found
 */
static struct {
	struct tracefs_instance	*instance;
	bool			is_other;
	long long		offset;
	unsigned long long	looked;
} records;

/* Finds the clock in brackets. */
static void chosen_clock(char *text, char *clock, size_t size)
{
	char *start = strchr(text, '[');

	snprintf(clock, size, "%.*s", start ? (int)strcspn(start + 1, "]") : 0,
		 start ? start + 1 : "");
}

static int find_other_clock(const char *name, void *context)
{
	struct tracefs_instance *other = tracefs_instance_alloc(NULL, name);
	char *tracer, *clocks, *clock = context;

	if (!other)
		return 0;
	tracer = tracefs_instance_file_read(other, tracer_file(), NULL);
	clocks = tracefs_instance_file_read(other, "trace_clock", NULL);
	if (tracer && clocks && (!strcmp(tracer, "syscall\n") || !strcmp(tracer, "process\n")))
		chosen_clock(clocks, clock, CLOCK_NAME);
	free(tracer);
	free(clocks);
	tracefs_instance_free(other);

	return 0;
}

/**
 * clock_choose - choose the clock of records
 * @clock: gets its name
 *
 * The time of an entry is by one clock for all instances, which is that of the instance that was
 * there first: so it is that of the others, if there are any.
 */
void clock_choose(char clock[CLOCK_NAME])
{
	static const char no_time[] = " counter uptime x86-tsc ";
	char word[CLOCK_NAME + 2];

	*clock = '\0';
	find_other_clock(NULL, clock);
	if (!*clock)
		tracefs_instances_walk(find_other_clock, clock);
	snprintf(word, sizeof(word), " %s ", clock);
	if (!*clock || strstr(no_time, word))
		snprintf(clock, CLOCK_NAME, "mono");
}

static char *read_file(const char *name)
{
	char *text = tracefs_instance_file_read(records.instance, name, NULL);

	if (!text)
		fail("cannot read '%s' of the instance %s: %s", name,
		     tracefs_instance_get_name(records.instance), strerror(errno));

	return text;
}

/* The offset is one of these. */
static void find_limits(long long *least, long long *most)
{
	unsigned long long before, after, time, usec = 0, sec = 0;
	char *stats, *line;

	before = now();
	stats = read_file("per_cpu/cpu0/stats");
	after = now();
	line = strstr(stats, "now ts:");
	if (!line || sscanf(line, "now ts: %llu.%llu", &sec, &usec) != 2)
		fail("per_cpu/cpu0/stats of tracefs is not as this program knows it");
	free(stats);
	time = sec * NSEC_PER_SEC + usec * NSEC_PER_USEC;
	*least = before - time - NSEC_PER_USEC;
	*most = after - time;
}

/**
 * clock_begin - find how the clock of records differs from CLOCK_MONOTONIC
 * @instance: where they are
 */
void clock_begin(struct tracefs_instance *instance)
{
	char clock[CLOCK_NAME];
	long long least, most;
	char *clocks;

	records.instance = instance;
	clocks = read_file("trace_clock");
	chosen_clock(clocks, clock, sizeof(clock));
	free(clocks);
	records.is_other = strcmp(clock, "mono");
	if (!records.is_other)
		return;
	find_limits(&least, &most);
	records.offset = least + (most - least) / 2;
	records.looked = now();
}

/**
 * clock_follow - find the difference anew, if a second has passed
 *
 * The clock may have been set, or have gone on while the machine slept. Who looks may have been
 * interrupted: what can be right still is left as it is.
 */
void clock_follow(void)
{
	long long least, most;

	if (!records.is_other || now() - records.looked < NSEC_PER_SEC)
		return;
	find_limits(&least, &most);
	if (records.offset < least)
		records.offset = least;
	else if (records.offset > most)
		records.offset = most;
	records.looked = now();
}

/**
 * clock_offset - tell how the clock of records differs from CLOCK_MONOTONIC
 *
 * Return: what has to be added to the time of a record, in nanoseconds.
 */
long long clock_offset(void)
{
	return records.offset;
}
