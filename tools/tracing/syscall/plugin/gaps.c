// SPDX-License-Identifier: GPL-2.0
/*
 * Which calls are missing, for the plugin of libtraceevent.
 *
 * A gap is found between two records of a task, so all of them must come, one after the other.
 * The library tells a plugin neither who asks nor why. That records come in their order can be seen
 * from their times and places. That none was left out cannot, so the user has to say it.
 */
#include <setjmp.h>
#include <stdlib.h>

#include "gaps.h"
#include "line.h"
#include "shared/error.h"
#include "lines/gaps.h"

/**
 * struct trace - one that is open
 * @next: another one, or NULL
 * @key: what stands for it
 * @gaps: which of its calls are missing
 * @places: for each CPU, that of the last record
 * @nr_cpus: their number
 * @time: that of the last record
 * @is_over: nothing can be told any more
 */
struct trace {
	struct trace		*next;
	const void		*key;
	struct gaps		*gaps;
	unsigned long long	*places;
	int			nr_cpus;
	unsigned long long	time;
	bool			is_over;
};

/* No machine has more. */
#define MOST_CPUS	8192

static struct trace *traces;

static struct trace *find_trace(const void *key)
{
	struct trace *trace;

	for (trace = traces; trace && trace->key != key; trace = trace->next)
		;

	return trace;
}

/* These two call what fails without memory. They have no variables: setjmp() may forget these. */
static void __attribute__((__noinline__)) open_gaps(struct trace *trace)
{
	if (!setjmp(plugin_failed))
		trace->gaps = gaps_open(false);
}

static unsigned int __attribute__((__noinline__)) ask_gaps(struct trace *trace,
							   const struct record *rec)
{
	if (!setjmp(plugin_failed))
		return gaps_find(trace->gaps, rec);
	trace->is_over = true;

	return 0;
}

void plugin_gaps_begin(const void *key)
{
	struct trace *trace = calloc(1, sizeof(*trace));

	if (!trace)
		return;
	trace->key = key;
	open_gaps(trace);
	trace->is_over = !trace->gaps;
	trace->next = traces;
	traces = trace;
}

void plugin_gaps_end(const void *key)
{
	struct trace **link = &traces, *trace;

	while (*link && (*link)->key != key)
		link = &(*link)->next;
	trace = *link;
	if (!trace)
		return;
	*link = trace->next;
	if (trace->gaps)
		gaps_close(trace->gaps);
	free(trace->places);
	free(trace);
}

static bool has_places(struct trace *trace, int nr)
{
	unsigned long long *places;

	if (nr <= trace->nr_cpus)
		return true;
	places = nr <= MOST_CPUS ? reallocarray(trace->places, nr, sizeof(*places)) : NULL;
	if (!places)
		return false;
	while (trace->nr_cpus < nr)
		places[trace->nr_cpus++] = 0;
	trace->places = places;

	return true;
}

/* Is it behind all that has come? @again: it is the last one of its CPU once more */
static bool is_next(struct trace *trace, unsigned long long place, const struct record *rec,
		    bool *again)
{
	if (rec->cpu < 0 || !has_places(trace, rec->cpu + 1))
		return false;
	*again = place == trace->places[rec->cpu] && rec->time == trace->time;
	if (*again)
		return true;
	if (place <= trace->places[rec->cpu] || rec->time < trace->time)
		return false;
	trace->places[rec->cpu] = place;
	trace->time = rec->time;

	return true;
}

unsigned int plugin_gaps_find(const void *key, unsigned long long place, const struct record *rec)
{
	struct trace *trace = find_trace(key);
	bool again = false;

	if (!trace || trace->is_over)
		return 0;
	if (!is_next(trace, place, rec, &again)) {
		complain("no more is said of missing calls: %s",
			 "records come in no order, or are those of several instances");
		trace->is_over = true;
		return 0;
	}

	return again ? 0 : ask_gaps(trace, rec);
}
