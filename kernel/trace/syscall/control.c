// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: begins and ends to trace in an instance.
 */
#include <linux/rculist.h>

#include "capture/store.h"
#include "choose/calls.h"
#include "choose/tasks.h"
#include "control.h"
#include "home.h"
#include "hook/entry.h"
#include "hook/exit.h"
#include "hook/inflight.h"
#include "instances.h"
#include "copy_limits.h"
#include "loss/begin.h"
#include "loss/exec.h"
#include "loss/seq.h"
#include "loss/tally.h"
#include "options.h"
#include "record/batch.h"
#include "run.h"
#include "stat/stat.h"
#include "stat/tables.h"
#include "task/task_events.h"

static int watch_tasks(void)
{
	bool calls = !list_empty(&syscall_trace_instances);
	bool tracing = !list_empty(&syscall_trace_tracing);

	syscall_home_watch(calls, tracing);
	syscall_trace_watch_namespaces(tracing);

	return syscall_trace_watch_exec(calls) ?:
	       syscall_trace_watch_tasks();
}

/*
 * Let tasks get the bit of an instance in @wanted, from their next change or update on, or not any
 * more. Before all is set up, hooks would take another instance for the only one, or calls for
 * chosen that are not.
 */
static void set_hooked(struct syscall_trace_instance *inst, bool hooked)
{
	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	inst->hooked = hooked;
}

static bool sees_calls_already(const struct syscall_trace_instance *inst)
{
	const struct syscall_trace_instance *other;

	list_for_each_entry(other, &syscall_trace_instances, list) {
		if (other == inst)
			return true;
	}

	return false;
}

/*
 * Begin to record or to count calls in an instance, or change which of the two. The caller updates
 * the tasks.
 */
static int begin_calls(struct syscall_trace_instance *inst)
{
	bool first = list_empty(&syscall_trace_instances);
	int ret;

	syscall_home_begin_calls(inst);
	if (!sees_calls_already(inst))
		list_add_tail_rcu(&inst->list, &syscall_trace_instances);
	syscall_trace_update_only();
	syscall_trace_update_limits();
	/* Also if the rest fails: syscall_trace_free_stores() tells runs by their number. */
	if (first)
		syscall_trace_begin_run(&syscall_trace_enter_modes, &syscall_trace_exit_modes);
	ret = watch_tasks() ?: syscall_stat_update() ?: syscall_trace_update_batches();
	ret = ret ?: syscall_trace_update_calls();
	if (!ret)
		set_hooked(inst, true);

	return ret;
}

/* End it. The caller updates the tasks, and then calls forget_calls(). */
static void end_calls(struct syscall_trace_instance *inst)
{
	set_hooked(inst, false);
	syscall_trace_write_all();
	list_del_rcu(&inst->list);
	syscall_trace_begin_end();
	syscall_trace_update_limits();
	syscall_stat_leave(inst);
	syscall_trace_leave_batch(inst);
	if (list_empty(&syscall_trace_instances)) {
		watch_tasks();
		syscall_trace_set_run(0);
		syscall_trace_update_batches();
	}
}

static void forget_calls(void)
{
	syscall_trace_update_calls();
	syscall_trace_complete_end();
	syscall_stat_update_only();
	if (list_empty(&syscall_trace_instances))
		syscall_trace_free_stores();
	else if (syscall_trace_nobody_records())
		syscall_trace_join_seq_of_all(0);
}

/**
 * syscall_trace_switch_calls - begin or end to see calls in an instance of the tracer process
 * @inst: the instance, whose process_trace_syscalls or process_trace_stats has changed
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error: then the caller sets it back, and calls this again.
 */
int syscall_trace_switch_calls(struct syscall_trace_instance *inst)
{
	int ret;

	lockdep_assert_held(&trace_types_lock);

	if (!inst->bit || !inst->process.on)
		return 0;
	if (syscall_trace_sees_calls(inst)) {
		ret = begin_calls(inst) ?: syscall_trace_update_tasks();
		if (!ret && syscall_trace_only_counts(inst))
			syscall_trace_join_seq_of_all(inst->bit);
		return ret;
	}
	if (!sees_calls_already(inst))
		return 0;

	end_calls(inst);
	syscall_trace_update_tasks();
	forget_calls();
	/* The instance may come back to the list next: wait for hooks that walk it. */
	synchronize_rcu();

	return 0;
}

/**
 * syscall_trace_end - end to trace
 * @inst: the instance
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_end(struct syscall_trace_instance *inst)
{
	lockdep_assert_held(&trace_types_lock);

	if (syscall_trace_sees_calls(inst))
		end_calls(inst);
	list_del_rcu(&inst->tracing);
	watch_tasks();
	inst->bit = 0;
	syscall_trace_update_tasks();
	if (syscall_trace_sees_calls(inst))
		forget_calls();

	syscall_home_end(inst);

	/* The instance may be freed next: wait for hooks that walk the list. */
	synchronize_rcu();
}

/* Error for error_log, which keeps the pointer. */
static const char **no_bit_error = (const char *[]) {
	"64 instances trace system calls already",
};

/**
 * syscall_trace_begin - begin to trace
 * @inst: the instance
 * @process: as the tracer process does
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_begin(struct syscall_trace_instance *inst, bool process)
{
	int ret;

	lockdep_assert_held(&trace_types_lock);

	ret = syscall_tally_begins(inst);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		inst->bit = syscall_trace_find_bit();
	if (!inst->bit) {
		syscall_home_log_err(inst, process ? "process" : "syscall", no_bit_error);
		return -ENOSPC;
	}

	inst->slot = __ffs64(inst->bit);
	inst->process.on = process;
	syscall_trace_begin_seq(inst);
	syscall_home_begin(inst);
	list_add_tail_rcu(&inst->tracing, &syscall_trace_tracing);
	ret = syscall_trace_sees_calls(inst) ? begin_calls(inst) : watch_tasks();
	ret = ret ?: syscall_trace_update_tasks();
	if (ret)
		syscall_trace_end(inst);

	return ret;
}

/**
 * syscall_trace_apply_options - do what options that have changed ask for
 * @changed: which of them
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error: then the caller sets them back, and calls syscall_trace_reapply_options().
 */
int syscall_trace_apply_options(u32 changed)
{
	struct syscall_trace_instance *inst;
	int ret;

	syscall_trace_update_limits();
	syscall_trace_set_run(syscall_trace_current_run);
	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		syscall_home_options_changed(inst);

	ret = watch_tasks() ?: syscall_stat_update() ?: syscall_trace_update_batches();
	/* What was left to the exits of calls that are recorded, those that count do not find. */
	if (!ret && changed & (SYSCALL_TRACE_OPT_READERS | SYSCALL_TRACE_OPT_STAT_ONLY))
		ret = syscall_trace_update_tasks();
	if (!ret && changed & SYSCALL_TRACE_OPT_STAT_ONLY && syscall_trace_nobody_records())
		syscall_trace_join_seq_of_all(~0ULL);

	return ret;
}

/**
 * syscall_trace_reapply_options - options could not be changed, and have been set back
 *
 * Nothing but this depends on the options that can fail to be switched on.
 *
 * Context: as syscall_trace_apply_options().
 */
void syscall_trace_reapply_options(void)
{
	watch_tasks();
	syscall_stat_update();
	syscall_trace_update_batches();
}
