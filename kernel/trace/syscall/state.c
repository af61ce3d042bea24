// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its settings: options, which tasks it notes, and how much is copied.
 * Written by trace_syscalls.c and files.c, read by all others.
 */
#include <linux/init.h>
#include <linux/spinlock.h>

#include "choose/conditions.h"
#include "stat/stat.h"
#include "choose/tasks.h"
#include "record/record.h"
#include "tracer.h"

LIST_HEAD(syscall_trace_tracing);
LIST_HEAD(syscall_trace_instances);
LIST_HEAD(syscall_trace_probing);

u64 syscall_trace_stale_bits;

/*
 * The number of the run of the tracer, from the first instance to the last; 0: off. A call
 * in flight that was entered during an earlier run has no entry in this one.
 */
u32 syscall_trace_current_run;
u32 syscall_trace_last_run;

/* For the hooks: syscall_trace_current_run, and what else there is to do. */
u32 syscall_trace_entry_run;
u32 syscall_trace_exit_run;
u32 syscall_trace_hook_options;

bool syscall_trace_selects_calls;
bool syscall_trace_is_single;

struct syscall_trace_instance *syscall_trace_only;
struct syscall_trace_instance *syscall_trace_only_batching;

/* Switched by stat.c, which needs this file: so it is here. */
DEFINE_STATIC_KEY_FALSE(syscall_stat_on);

DEFINE_PER_CPU(unsigned long [SYSCALL_TRACE_NR_REFUSALS], syscall_trace_refusals);

/* ---------------------------------- bits ---------------------------------- */

/**
 * syscall_trace_find_bit - find a bit by which tasks tell whether an instance wants them
 *
 * Context: trace_types_lock and syscall_trace_tasks_lock are held.
 * Return: a bit that no instance has, 0: all are in use.
 */
u64 syscall_trace_find_bit(void)
{
	const struct syscall_trace_instance *inst;
	u64 used = syscall_trace_stale_bits;

	lockdep_assert_held(&trace_types_lock);
	lockdep_assert_held(&syscall_trace_tasks_lock);

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		used |= inst->bit;
	list_for_each_entry(inst, &syscall_trace_probing, probing)
		used |= inst->probe_bit;

	return ~used & (used + 1);
}

/**
 * syscall_trace_chooses_tasks - does any instance choose tasks?
 *
 * Context: trace_types_lock is held.
 * Return: true if one traces or has probes that record.
 */
bool syscall_trace_chooses_tasks(void)
{
	lockdep_assert_held(&trace_types_lock);

	return !list_empty(&syscall_trace_tracing) || !list_empty_careful(&syscall_trace_probing);
}

/* --------------------------------- options -------------------------------- */

static struct tracer_opt syscall_opts[] = {
	{ TRACER_OPT(syscall_strings, SYSCALL_TRACE_OPT_STRINGS) },
	{ TRACER_OPT(syscall_data, SYSCALL_TRACE_OPT_DATA) },
	{ TRACER_OPT(syscall_structs, SYSCALL_TRACE_OPT_STRUCTS) },
	{ TRACER_OPT(syscall_raw, SYSCALL_TRACE_OPT_RAW) },
	{ TRACER_OPT(syscall_names, SYSCALL_TRACE_OPT_NAMES) },
	{ TRACER_OPT(syscall_time, SYSCALL_TRACE_OPT_TIME) },
	{ TRACER_OPT(syscall_json, SYSCALL_TRACE_OPT_JSON) },
	{ TRACER_OPT(syscall_process, SYSCALL_TRACE_OPT_PROCESS) },
	{ TRACER_OPT(syscall_dump_data, SYSCALL_TRACE_OPT_DUMP_DATA) },
	{ TRACER_OPT(syscall_entries, SYSCALL_TRACE_OPT_ENTRIES) },
	{ TRACER_OPT(syscall_stat, SYSCALL_TRACE_OPT_STAT) },
	{ TRACER_OPT(syscall_stat_only, SYSCALL_TRACE_OPT_STAT_ONLY) },
	{ TRACER_OPT(syscall_batch, SYSCALL_TRACE_OPT_BATCH) },
	{ TRACER_OPT(syscall_follow, SYSCALL_TRACE_OPT_FOLLOW) },
	{ TRACER_OPT(syscall_readers, SYSCALL_TRACE_OPT_READERS) },
	{ }
};

struct tracer_flags syscall_trace_flags = {
	.val	= SYSCALL_TRACE_OPT_STRINGS | SYSCALL_TRACE_OPT_DATA |
		  SYSCALL_TRACE_OPT_STRUCTS | SYSCALL_TRACE_OPT_FOLLOW,
	.opts	= syscall_opts,
};

/* For a crash before user space can set the option. */
static int __init set_dump_data(char *str)
{
	syscall_trace_flags.val |= SYSCALL_TRACE_OPT_DUMP_DATA;

	return 1;
}
__setup("syscall_dump_data", set_dump_data);

bool syscall_trace_option(u32 bit)
{
	return READ_ONCE(syscall_trace_flags.val) & bit;
}

/* What the hooks do for all instances if one of them wants it. */
static void update_hook_options(void)
{
	const struct syscall_trace_instance *inst;
	u32 options = syscall_trace_flags.val;

	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (syscall_trace_times_calls(inst))
			options |= SYSCALL_TRACE_OPT_TIME;
	}
	WRITE_ONCE(syscall_trace_hook_options, options);
}

/* Does no instance record calls? Some count them, then. */
static bool nobody_records(void)
{
	const struct syscall_trace_instance *inst;

	if (syscall_trace_option(SYSCALL_TRACE_OPT_STAT_ONLY))
		return true;
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (!syscall_trace_only_counts(inst))
			return false;
	}

	return true;
}

/* ----------------------------------- runs --------------------------------- */

#define COUNTS_ONLY	(MODE_COUNT_ONLY | MODE_COUNT_SELECTED)

/* The bits of a run while some instance does not want all calls. @unusual: those otherwise. */
static u32 also_select(u32 unusual)
{
	u32 bits = MODE_UNUSUAL | MODE_SELECT;

	if (!unusual)
		bits |= MODE_SELECT_ONLY;
	if (unusual & MODE_COUNT_ONLY)
		bits |= MODE_COUNT_SELECTED;

	return bits;
}

/* The number of a run that begins. */
static u32 next_run(void)
{
	u32 run = (syscall_trace_last_run + 1) & SYSCALL_TRACE_RUN_MASK;

	syscall_trace_last_run = run ?: 1;

	return syscall_trace_last_run;
}

/* @run: 0: off. Also to be called when options or statistics were switched on or off. */
void syscall_trace_set_run(u32 run)
{
	bool counts = run && static_key_enabled(&syscall_stat_on);
	bool only_counts = counts && nobody_records();
	bool times, entries;
	u32 at_entry = 0, at_exit = 0;

	lockdep_assert_held(&trace_types_lock);

	update_hook_options();
	times = syscall_trace_hook_options & SYSCALL_TRACE_OPT_TIME;
	entries = syscall_trace_hook_options & SYSCALL_TRACE_OPT_ENTRIES;
	/* Otherwise, calls in flight have a recorded entry and no recorded exit, or the reverse. */
	if (run && run == syscall_trace_current_run &&
	    only_counts != !!(syscall_trace_exit_run & COUNTS_ONLY))
		run = next_run();
	if (counts) {
		at_exit = MODE_UNUSUAL;
		if (only_counts)
			at_exit |= MODE_COUNT_ONLY;
		at_entry = at_exit;
	}
	if (run && times && !entries && !at_entry)
		at_entry = MODE_TIME_ONLY;
	if (run && (times || entries))
		at_entry |= MODE_UNUSUAL;

	if (run && syscall_trace_selects_calls) {
		at_entry = also_select(at_entry);
		at_exit = also_select(at_exit);
	}

	WRITE_ONCE(syscall_trace_current_run, run);
	WRITE_ONCE(syscall_trace_entry_run, run | at_entry);
	WRITE_ONCE(syscall_trace_exit_run, run | at_exit);
}

/* An instance was removed, and hooks may still handle calls that only it wanted. */
static bool is_ending;

/* To be called when syscall_trace_instances has changed, or whether they collect records. */
void syscall_trace_update_only(void)
{
	struct syscall_trace_instance *only = NULL;
	bool batching;

	lockdep_assert_held(&trace_types_lock);

	syscall_trace_is_single = !is_ending && list_is_singular(&syscall_trace_instances);
	/* Hooks write to the only instance without asking whether it wants the call. */
	if (syscall_trace_is_single)
		only = list_first_entry(&syscall_trace_instances, struct syscall_trace_instance,
					list);
	if (only && syscall_trace_only_counts(only))
		only = NULL;
	batching = only && only->batch;
	WRITE_ONCE(syscall_trace_only, batching ? NULL : only);
	WRITE_ONCE(syscall_trace_only_batching, batching ? only : NULL);
}

/**
 * syscall_trace_begin_end - an instance has been taken out of syscall_trace_instances
 *
 * Until syscall_trace_complete_end(), the one that is left does not count as the only one.
 *
 * Context: task context, trace_types_lock is held.
 */
void syscall_trace_begin_end(void)
{
	is_ending = true;
	syscall_trace_update_only();
}

/**
 * syscall_trace_complete_end - no task has the bit of the instance that was taken out any more
 *
 * Waits for hooks that are about to write a record of such a call: see update_task().
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_complete_end(void)
{
	synchronize_rcu();
	is_ending = false;
	syscall_trace_update_only();
}

/**
 * syscall_trace_begin_run - begin to trace
 *
 * Context: the first instance is in the list.
 */
void syscall_trace_begin_run(void)
{
	syscall_trace_set_run(next_run());
}

/* ---------------------------------- limits -------------------------------- */

struct syscall_trace_limits syscall_trace_limits __read_mostly;
DEFINE_SPINLOCK(syscall_trace_limits_lock);

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
	struct syscall_trace_limits new = { .mask = SYSCALL_TRACE_HAS_NAMES };
	struct syscall_trace_instance *inst, *first;
	size_t least = SIZE_MAX, most = 0;
	const struct syscall_trace_filters *filters;
	struct syscall_filter_needs needs;
	bool asks = false;

	lockdep_assert_held(&trace_types_lock);

	/* Hooks that are still running keep the limits that they have. */
	first = list_first_entry_or_null(&syscall_trace_instances,
					 struct syscall_trace_instance, list);
	if (!first)
		return;
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (syscall_trace_only_counts(inst) && !nobody_records())
			continue;
		if (syscall_trace_option(SYSCALL_TRACE_OPT_STRINGS))
			new.strlen = max(new.strlen, inst->strlen);
		if (syscall_trace_option(SYSCALL_TRACE_OPT_DATA))
			new.datalen = max(new.datalen, inst->datalen);
		if (inst->strlen != first->strlen || inst->datalen != first->datalen)
			new.clip = true;
		filters = syscall_trace_filters_of(&inst->calls);
		needs = filters ? filters->needs : (struct syscall_filter_needs) { };
		if (needs.strlen > new.strlen || needs.datalen > new.datalen)
			new.clip = true;
		asks = asks || needs.structs;
		new.strlen = max(new.strlen, needs.strlen);
		new.datalen = max(new.datalen, needs.datalen);
		least = min(least, syscall_trace_record_room(inst));
		most = max(most, syscall_trace_record_room(inst));
	}
	new.structs = syscall_trace_option(SYSCALL_TRACE_OPT_STRUCTS) || asks;
	if (new.strlen)
		new.mask |= SYSCALL_TRACE_STR_MASK(~0U) | SYSCALL_TRACE_HAS_TEXT;
	if (new.datalen)
		new.mask |= SYSCALL_TRACE_HAS_DATA;
	if (new.structs)
		new.mask |= SYSCALL_TRACE_HAS_STRUCTS;
	if (new.strlen || new.datalen || new.structs)
		new.mask |= SYSCALL_TRACE_HAS_CASES;
	new.room = syscall_trace_max_strings * syscall_trace_string_room(new.strlen) +
		   SYSCALL_TRACE_STRUCTS_ROOM + new.datalen;
	/*
	 * A call about which conditions are asked at its end keeps all until then, and is cut
	 * when it is recorded.
	 */
	if (asks) {
		new.room += SYSCALL_TRACE_STRUCTS_ROOM + new.datalen;
	} else if (new.room > most) {
		new.room = most;
		new.tight = true;
		/* The longest string that fits, in a call that has nothing else. */
		new.strlen = min_t(unsigned int, new.strlen,
				   most - syscall_trace_string_room(0));
	}
	if (new.room > least)
		new.clip = true;

	scoped_guard(spinlock, &syscall_trace_limits_lock) {
		new.version = syscall_trace_limits.version + 1;
		syscall_trace_limits = new;
	}
}
