// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel tells late, and again, of tasks that have ended, if the record that told of it may have been
 * overwritten or found no room. What stood before such a record may be of a later task with the same pid.
 */
#include <string.h>

#include <linux/syscall_trace_record.h>

#include "report-ends.h"
#include "report-error.h"
#include "format/gap.h"

/* So many ends of one pid are noted, a power of two. */
#define MOST_ENDS	16

/**
 * struct ends - the last ends of a pid
 * @nr: how many there have been
 * @ends: the last ones, by number
 */
struct ends {
	unsigned int	nr;
	struct end	ends[MOST_ENDS];
};

bool late_is_new(struct late *late, u32 number)
{
	u64 bit = 1ULL << number % 64;
	u64 *word = &late->told[number % LATE_NUMBERS / 64];

	if (!late->has_one || (s32)(number - late->newest) >= LATE_NUMBERS) {
		memset(late->told, 0, sizeof(late->told));
		late->newest = number;
		late->has_one = true;
	}
	for (; (s32)(number - late->newest) > 0; late->newest++)
		late->told[(late->newest + 1) % LATE_NUMBERS / 64] &=
			~(1ULL << (late->newest + 1) % 64);
	if (late->newest - number >= LATE_NUMBERS || *word & bit)
		return false;
	*word |= bit;

	return true;
}

static struct end *nth(struct ends *ends, unsigned int nr)
{
	return &ends->ends[nr % MOST_ENDS];
}

void ends_add(struct ends **ends, const struct end *end)
{
	if (!*ends)
		*ends = allocate(1, sizeof(**ends));
	*nth(*ends, (*ends)->nr++) = *end;
}

u32 end_find_lost(u32 last, bool is_told_late, u32 seq)
{
	u32 shown = last & SYSCALL_TRACE_SEQ_MASK;

	/* A record has told of this end, or of that of a task before it. */
	if (last & SYSCALL_TRACE_SEQ_ENDED)
		return shown == seq && !is_told_late ? 0 : seq;

	return shown <= seq ? seq - shown : seq;
}

/* Find the end that is told to have been at @time. Returns NULL if none was seen there. */
static struct end *find_end(struct ends *ends, u64 time)
{
	unsigned int nr;

	for (nr = ends->nr; nr && ends->nr - nr < MOST_ENDS; nr--) {
		struct end *end = nth(ends, nr - 1);

		if (end->from <= time && time <= end->until)
			return end;
	}

	return NULL;
}

/* Is @time before all that is known of the pid? */
static bool is_forgotten(struct ends *ends, u64 time)
{
	return ends->nr > MOST_ENDS && time < nth(ends, ends->nr)->from;
}

u32 ends_find_lost(struct ends **ends, u64 time, u32 seq)
{
	struct end *end = *ends ? find_end(*ends, time) : NULL;
	u32 lost;

	/*
	 * Between two records that seemed to be of one task, there were two. The calls that were missing
	 * there are less by those of the first task than the second record told.
	 */
	if (!end)
		return *ends && is_forgotten(*ends, time) ? 0 : seq;
	lost = end_find_lost(end->last, end->is_told_late, seq);
	if (end->first)
		lost += end->first - 1;
	end->first = 0;
	/* What is told next of this place was later. */
	end->last = seq | SYSCALL_TRACE_SEQ_ENDED;
	end->is_told_late = true;
	end->from = time;

	return lost;
}
