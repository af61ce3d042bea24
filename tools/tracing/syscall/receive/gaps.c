// SPDX-License-Identifier: GPL-2.0
/*
 * Finds calls that are missing in a stream, for each instance whose records are in it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "gaps.h"
#include "shared/error.h"
#include "lines/gaps.h"

/* A machine has 64 that trace at a time. Those of which nothing comes any more are forgotten. */
#define MOST_INSTANCES	128

/* Bytes that all of a stream take at most: a little more than one of them can. */
#define MOST_BYTES	(256 << 20)

/**
 * struct instance - one of them
 * @number: its number; 0: a free place
 * @used: when a record of it came, as stream_gaps.now
 * @gaps: which of its calls are missing
 * @size: how many bytes they take
 */
struct instance {
	unsigned int		number;
	unsigned long long	used;
	struct gaps		*gaps;
	size_t			size;
};

/**
 * struct stream_gaps - all of them
 * @instances: in no order
 * @forgotten: a bit for each number of one that has lost its place: what it has recorded before is
 *	not missing
 * @now: counts records
 * @size: how many bytes all of them take
 */
struct stream_gaps {
	struct instance		instances[MOST_INSTANCES];
	unsigned char		forgotten[(UINT16_MAX + 1) / 8];
	unsigned long long	now;
	size_t			size;
};

struct stream_gaps *stream_gaps_open(void)
{
	return allocate(1, sizeof(struct stream_gaps));
}

void stream_gaps_close(struct stream_gaps *gaps)
{
	unsigned int i;

	for (i = 0; i < MOST_INSTANCES; i++) {
		if (gaps->instances[i].number)
			gaps_close(gaps->instances[i].gaps);
	}
	free(gaps);
}

/* The one that is numbered so, or a place for it: a free one, or that of the oldest one. */
static struct instance *find(struct stream_gaps *gaps, unsigned int number)
{
	struct instance *found = &gaps->instances[0];
	unsigned int i;

	for (i = 0; i < MOST_INSTANCES; i++) {
		if (gaps->instances[i].number == number)
			return &gaps->instances[i];
		if (gaps->instances[i].used < found->used)
			found = &gaps->instances[i];
	}

	return found;
}

static void forget(struct stream_gaps *gaps, struct instance *inst)
{
	gaps->forgotten[inst->number / 8] |= 1 << inst->number % 8;
	gaps->size -= inst->size;
	gaps_close(inst->gaps);
	*inst = (struct instance) { };
}

/* The one of which nothing has come for the longest time, or NULL: there is only one. */
static struct instance *find_oldest(struct stream_gaps *gaps)
{
	struct instance *found = NULL;
	unsigned int i, nr = 0;

	for (i = 0; i < MOST_INSTANCES; i++) {
		struct instance *inst = &gaps->instances[i];

		nr += inst->number != 0;
		if (inst->number && (!found || inst->used < found->used))
			found = inst;
	}

	return nr > 1 ? found : NULL;
}

/* An instance takes more or less room than before. */
static void note_size(struct stream_gaps *gaps, struct instance *inst)
{
	struct instance *oldest;
	size_t size = gaps_size(inst->gaps);

	gaps->size += size - inst->size;
	inst->size = size;
	while (gaps->size > MOST_BYTES && (oldest = find_oldest(gaps)))
		forget(gaps, oldest);
}

static bool is_forgotten(const struct stream_gaps *gaps, unsigned int number)
{
	return gaps->forgotten[number / 8] & 1 << number % 8;
}

unsigned int stream_gaps_find(struct stream_gaps *gaps, const struct entry *entry)
{
	struct instance *inst;
	unsigned int calls;
	bool from_start;

	/* The sender does not tell which calls belong together. */
	if (!entry->instance)
		return 0;
	inst = find(gaps, entry->instance);
	if (inst->number != entry->instance) {
		if (inst->number)
			forget(gaps, inst);
		from_start = entry->from_start && !is_forgotten(gaps, entry->instance);
		inst->number = entry->instance;
		inst->gaps = gaps_open(from_start);
	}
	inst->used = ++gaps->now;

	calls = gaps_find(inst->gaps, &entry->record);
	note_size(gaps, inst);

	return calls;
}
