// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the run of the tracer, and what the hooks do in it.
 */
#include <linux/rculist.h>
#include <linux/rcupdate.h>

#include "instances.h"
#include "options.h"
#include "run.h"

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
bool syscall_trace_counts_calls;
bool syscall_trace_is_single;

struct syscall_trace_instance *syscall_trace_only;
struct syscall_trace_instance *syscall_trace_only_batching;

/* Nobody has traced yet. */
long syscall_trace_enter_nothing(struct pt_regs *regs, long syscall, u32 run)
{
	return syscall;
}

void syscall_trace_exit_nothing(struct pt_regs *regs, u32 run)
{
}

DEFINE_STATIC_CALL(syscall_trace_unusual_enter, syscall_trace_enter_nothing);
DEFINE_STATIC_CALL(syscall_trace_unusual_exit, syscall_trace_exit_nothing);

/* Among these they are chosen. */
static const struct syscall_trace_enter_modes *enter_modes;
static const struct syscall_trace_exit_modes *exit_modes;

/* What the hooks do for all instances if one of them wants it. */
static void update_hook_options(void)
{
	const struct syscall_trace_instance *inst;
	u32 options = syscall_trace_options_on();

	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (syscall_trace_times_calls(inst))
			options |= SYSCALL_TRACE_OPT_TIME;
	}
	WRITE_ONCE(syscall_trace_hook_options, options);
}

/**
 * syscall_trace_nobody_records - does no instance record calls?
 *
 * Context: trace_types_lock is held.
 * Return: true if so. Some instance counts them, then, if any sees calls.
 */
bool syscall_trace_nobody_records(void)
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

/* @times: only times are unusual */
static void choose_modes(u32 at_entry, u32 at_exit, bool times)
{
	static_call_update(syscall_trace_unusual_enter,
			   at_entry & MODE_SELECT ? enter_modes->select :
			   at_entry & MODE_COUNT_ONLY ? enter_modes->count :
			   times ? enter_modes->time : enter_modes->any);
	static_call_update(syscall_trace_unusual_exit,
			   at_exit & MODE_SELECT ? exit_modes->select :
			   at_exit & MODE_COUNT_ONLY ? exit_modes->count : exit_modes->any);
	/* Pairs with smp_rmb() in the hooks. */
	smp_wmb();
}

/* @run: 0: off. Also to be called when options or statistics were switched on or off. */
void syscall_trace_set_run(u32 run)
{
	bool counts = run && syscall_trace_counts_calls;
	bool only_counts = counts && syscall_trace_nobody_records();
	u32 at_entry = 0, at_exit = 0;
	bool times, entries;

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
	if (run && (times || entries))
		at_entry |= MODE_UNUSUAL;

	if (run && syscall_trace_selects_calls) {
		at_entry = also_select(at_entry);
		at_exit = also_select(at_exit);
	}

	if (enter_modes)
		choose_modes(at_entry, at_exit, run && times && !entries && !counts);
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
 * @enter: the hooks that do more than usual at entries
 * @exit: those at exits
 *
 * Context: task context, trace_types_lock is held; the first instance is in the list.
 */
void syscall_trace_begin_run(const struct syscall_trace_enter_modes *enter,
			     const struct syscall_trace_exit_modes *exit)
{
	enter_modes = enter;
	exit_modes = exit;
	syscall_trace_set_run(next_run());
}
