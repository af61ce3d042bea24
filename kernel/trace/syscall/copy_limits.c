// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: how much is copied, by what all instances and their conditions want.
 */
#include <linux/minmax.h>
#include <linux/syscall_trace_table.h>

#include "choose/lines.h"
#include "instances.h"
#include "copy_limits.h"
#include "options.h"
#include "record/room.h"
#include "run.h"

struct syscall_trace_limits syscall_trace_limits __read_mostly;
DEFINE_SPINLOCK(syscall_trace_limits_lock);

/*
 * What an instance, and its conditions, want of text and data. Returns whether conditions want
 * structures. @first: an instance that all others are compared with: if one of them wants less
 * than is copied, each gets its own part.
 */
static bool add_wanted(struct syscall_trace_limits *new, const struct syscall_trace_instance *inst,
		       const struct syscall_trace_instance *first)
{
	const struct syscall_trace_conditions *conditions;
	struct syscall_filter_needs needs;

	if (syscall_trace_option(SYSCALL_TRACE_OPT_STRINGS))
		new->strlen = max(new->strlen, inst->strlen);
	if (syscall_trace_option(SYSCALL_TRACE_OPT_DATA))
		new->datalen = max(new->datalen, inst->datalen);
	if (inst->strlen != first->strlen || inst->datalen != first->datalen)
		new->clip = true;
	conditions = syscall_trace_conditions_of(&inst->calls);
	needs = conditions ? conditions->needs : (struct syscall_filter_needs) { };
	if (needs.strlen > new->strlen || needs.datalen > new->datalen)
		new->clip = true;
	new->strlen = max(new->strlen, needs.strlen);
	new->datalen = max(new->datalen, needs.datalen);

	return needs.structs;
}

/* Which calls have anything to copy. */
static void find_mask(struct syscall_trace_limits *new)
{
	new->mask = SYSCALL_TRACE_HAS_NAMES;
	if (new->strlen)
		new->mask |= SYSCALL_TRACE_STR_MASK(~0U) | SYSCALL_TRACE_HAS_TEXT;
	if (new->datalen)
		new->mask |= SYSCALL_TRACE_HAS_DATA;
	if (new->structs)
		new->mask |= SYSCALL_TRACE_HAS_STRUCTS;
	if (new->strlen || new->datalen || new->structs)
		new->mask |= SYSCALL_TRACE_HAS_CASES;
}

/* The room for copies. @most: what the largest record can hold; @asks: conditions want more. */
static void find_room(struct syscall_trace_limits *new, size_t most, bool asks)
{
	new->room = syscall_trace_max_strings * syscall_trace_string_room(new->strlen) +
		    SYSCALL_TRACE_STRUCTS_ROOM + new->datalen;
	/*
	 * A call about which conditions are asked at its end keeps all until then, and is cut
	 * when it is recorded.
	 */
	if (asks) {
		new->room += SYSCALL_TRACE_STRUCTS_ROOM + new->datalen;
	} else if (new->room > most) {
		new->room = most;
		new->tight = true;
		/* The longest string that fits, in a call that has nothing else. */
		new->strlen = min_t(unsigned int, new->strlen,
				    most - syscall_trace_string_room(0));
	} else if (new->datalen > SYSCALL_TRACE_DATALEN_DEFAULT) {
		/* The elements of a vector have as much data each, if a record holds that. */
		new->room = min3(new->room + SYSCALL_TRACE_ELEMENTS_MAX * new->datalen,
				 (unsigned int)most, (unsigned int)U16_MAX);
	}
}

/**
 * syscall_trace_update_limits - compute how much the hooks copy
 *
 * To be called when instances, their syscall_strlen and syscall_datalen, the sizes of
 * their records, or options have changed.
 *
 * Context: trace_types_lock is held.
 */
void syscall_trace_update_limits(void)
{
	struct syscall_trace_instance *inst, *first;
	struct syscall_trace_limits new = { };
	size_t least = SIZE_MAX, most = 0;
	bool asks = false;

	lockdep_assert_held(&trace_types_lock);

	/* Hooks that are still running keep the limits that they have. */
	first = list_first_entry_or_null(&syscall_trace_instances,
					 struct syscall_trace_instance, list);
	if (!first)
		return;
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (syscall_trace_only_counts(inst) && !syscall_trace_nobody_records())
			continue;
		if (add_wanted(&new, inst, first))
			asks = true;
		least = min(least, syscall_trace_record_room(inst));
		most = max(most, syscall_trace_record_room(inst));
	}
	new.structs = syscall_trace_option(SYSCALL_TRACE_OPT_STRUCTS);
	if (asks && !new.structs) {
		new.structs = true;
		new.clip = true;
	}
	find_mask(&new);
	find_room(&new, most, asks);
	new.least = least;
	if (new.room > least)
		new.clip = true;

	scoped_guard(spinlock, &syscall_trace_limits_lock) {
		new.version = syscall_trace_limits.version + 1;
		syscall_trace_limits = new;
	}
}
