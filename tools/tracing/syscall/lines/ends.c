// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel tells late, and again, of tasks that have ended, if the record that told of it may have been
 * overwritten or found no room. What stood before such a record may be of a later task with the same pid.
 */
#include <string.h>

#include <linux/syscall_trace_record.h>

#include "ends.h"
#include "shared/error.h"
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

size_t ends_size(void)
{
	return sizeof(struct ends);
}

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

/* Note an end in front of number @nr, unless it would be forgotten at once. */
static void insert(struct ends **ends, unsigned int nr, const struct end *end)
{
	unsigned int i;

	if (!*ends)
		*ends = allocate(1, sizeof(**ends));
	if ((*ends)->nr - nr >= MOST_ENDS)
		return;
	for (i = (*ends)->nr++; i > nr; i--)
		*nth(*ends, i) = *nth(*ends, i - 1);
	*nth(*ends, nr) = *end;
}

static unsigned int number_of(const struct ends *ends)
{
	return ends ? ends->nr : 0;
}

void ends_add(struct ends **ends, const struct end *end)
{
	insert(ends, number_of(*ends), end);
}

struct end *ends_find_open(struct ends *ends)
{
	unsigned int nr;

	for (nr = number_of(ends); nr && ends->nr - nr < MOST_ENDS; nr--) {
		if (nth(ends, nr - 1)->is_open)
			return nth(ends, nr - 1);
	}

	return NULL;
}

/* Is @time before all that is known of the pid? */
static bool is_forgotten(struct ends *ends, u64 time)
{
	return ends->nr > MOST_ENDS && time < nth(ends, ends->nr)->from;
}

/* Has a record told of an end here which may be told late, too? */
static bool has_record(const struct end *end)
{
	return end->last & SYSCALL_TRACE_SEQ_ENDED && !end->is_told_late;
}

/* Is that the end with the call @seq at @time? A task that ended after it was told is another. */
static bool is_recorded(const struct end *end, u64 time, u32 seq)
{
	return has_record(end) && (end->last & SYSCALL_TRACE_SEQ_MASK) == seq && time <= end->told;
}

/*
 * Find the end that is told to have been at @time, with the call @seq. One with another last call, of which a
 * record has told, is that of another task if there is an earlier one. Returns its number, or that of all
 * if none was seen there. @now: comes behind all
 */
static unsigned int find_end(struct ends *ends, const struct end *now, u64 time, u32 seq)
{
	unsigned int nr, all = number_of(ends), found = all;
	const struct end *end;

	for (nr = all; all - nr < MOST_ENDS; nr--) {
		end = nr == all ? now : nth(ends, nr);
		if (end->from <= time && time <= end->until) {
			found = nr;
			if (!has_record(end) || is_recorded(end, time, seq))
				return nr;
		}
		if (!nr)
			break;
	}

	return found;
}

/* A task ended with the call @seq. How many of its calls are missing if @end is known? */
static u32 find_lost(const struct end *end, u64 time, u32 seq)
{
	u32 shown = end->last & SYSCALL_TRACE_SEQ_MASK;
	u32 lost = seq;

	if (is_recorded(end, time, seq))
		return 0;
	if (!(end->last & SYSCALL_TRACE_SEQ_ENDED) && shown <= seq)
		lost -= shown;

	return lost + end->more;
}

/* Are two ends here: the one that is told late, and one that may be told later still? */
static bool has_other(const struct end *end, u64 time, u32 seq)
{
	if (end->last & SYSCALL_TRACE_SEQ_ENDED)
		return has_record(end) && !is_recorded(end, time, seq);

	return (end->last & SYSCALL_TRACE_SEQ_MASK) > seq;
}

/* Put the later one of two ends into @end, the other into @earlier. @late: what is told late */
static void part(struct end *earlier, struct end *end, const struct end *late)
{
	*earlier = *end;
	if (has_record(end) && late->from <= end->told) {
		earlier->told = late->told;
		earlier->last = late->last;
		earlier->is_told_late = true;
		end->from = late->from;
	} else {
		*end = *late;
	}
	earlier->until = late->from;
}

u32 ends_find_lost(struct ends **ends, struct end *now, u64 time, u32 seq)
{
	unsigned int nr = find_end(*ends, now, time, seq);
	bool is_now = nr == number_of(*ends);
	struct end *end = is_now ? now : nth(*ends, nr), earlier, late;
	u32 lost;

	if (is_now && time < now->from)
		return *ends && is_forgotten(*ends, time) ? 0 : seq;
	lost = find_lost(end, time, seq);
	end->more = 0;
	end->is_open = false;
	/* What is told next of this place was later, unless that is the other one of two. */
	late = (struct end) {
		.from = time, .until = end->until, .told = time,
		.last = seq | SYSCALL_TRACE_SEQ_ENDED, .is_told_late = true,
	};
	if (has_other(end, time, seq)) {
		part(&earlier, end, &late);
		insert(ends, nr, &earlier);
	} else {
		*end = late;
	}

	return lost;
}
