// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: calls that were in flight before anybody wanted to see their task. What
 * the registers of such a task still say is recorded as an entry that is marked as late.
 *
 * A task that begins to be wanted has ENTERED_LATE as syscall_trace_task.entered until
 * one of its hooks has run: so the entry of a call that it is in was not seen. If it sleeps, it
 * is held asleep while its entry is recorded. If it runs, it may be anywhere, in front of its
 * hooks or behind them, and nothing is recorded before it goes to sleep: between the two hooks of
 * a call, or behind them, where the call has its result. A task that is stopped, or that a
 * debugger holds, may be anywhere, too.
 *
 * What the arguments lead to is copied by begun.c. What the call writes is copied when it ends, by
 * the task itself.
 */
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/syscall_trace.h>
#include <asm/syscall.h>

#include "../capture/store.h"
#include "../capture/table.h"
#include "../capture/words.h"
#include "../choose/calls.h"
#include "../instances.h"
#include "../record/record.h"
#include "../record/sink.h"
#include "../run.h"
#include "late.h"

/* Bits of syscall_trace_exit_run that say that calls are only counted. */
#define ONLY_COUNTS	(MODE_COUNT_ONLY | MODE_COUNT_SELECTED)

/* The flags of the record of an entry that was not seen. The exit has them not. */
#define UNSEEN		(SYSCALL_TRACE_HEAD_LATE | SYSCALL_TRACE_HEAD_UNCOPIED)

/* Is a task that is held between two hooks of a call? Its state says what it waits for. */
static bool is_in_call(struct task_struct *task)
{
	if (task->flags & (PF_KTHREAD | PF_USER_WORKER | PF_EXITING))
		return false;
	if (READ_ONCE(task->__state) & (__TASK_STOPPED | __TASK_TRACED | TASK_DEAD | TASK_NEW))
		return false;

	return syscall_trace_arch_in_call(task_pt_regs(task));
}

/* Note what the registers of a task say of the call that it is in. */
static void read_registers(struct syscall_trace_late *late, int nr, u8 abi)
{
	late->nr = nr;
	late->abi = abi;
	late->call = syscall_trace_call_of(nr & ~syscall_trace_abis[abi].nr_bit, abi);
	syscall_trace_get_arguments(late->task, task_pt_regs(late->task), abi, nr, late->args);
}

/* What the case of the call copies, as far as its words tell. */
static u32 captures_of(const struct syscall_trace_late *late)
{
	return late->call ? syscall_trace_case_of(late->call, late->args)->captures : 0;
}

/* Note which call a task is in, as identify() does for one that begins. */
static void identify_late(struct syscall_trace_late *late)
{
	struct syscall_trace_task *task = syscall_trace_of(late->task);
	int nr = syscall_get_nr(late->task, task_pt_regs(late->task)), stripped = nr;
	const struct syscall_trace_call *call;

	read_registers(late, nr, syscall_trace_arch_abi_of(late->task, &stripped));
	call = late->call;
	task->nr = late->nr;
	task->abi = late->abi;
	task->nr_args = call ? call->nr_args : SYSCALL_TRACE_MAX_ARGS;
	task->wide = call ? call->wide : BIT(SYSCALL_TRACE_MAX_ARGS) - 1;
	task->flags = SYSCALL_TRACE_OUT_MASK(captures_of(late)) ? SYSCALL_TRACE_HEAD_SPLIT : 0;
	task->stored = false;
	task->held = false;
}

/*
 * Has any instance conditions about the call? Then nobody sees its entry: the answer may depend on
 * what has not been copied.
 */
static bool has_conditions(const struct syscall_trace_task *task)
{
	return READ_ONCE(syscall_trace_entry_run) & MODE_SELECT &&
	       READ_ONCE(syscall_trace_choices[syscall_trace_index_of(task)]) & CHOSEN_FILTERED;
}

/* Leave those whose lists do not have the call out of @to. */
static u64 choose(const struct syscall_trace_task *task, unsigned long arg, u64 to)
{
	if (!(READ_ONCE(syscall_trace_entry_run) & MODE_SELECT))
		return to;

	return to & ~syscall_trace_declining(syscall_trace_index_of(task), arg);
}

/*
 * Let instances be asked about a call when it has ended: see syscall_trace_ask_joined(). @entered:
 * what else is to be noted of the call.
 */
static void defer(struct syscall_trace_task *task, u32 entered, u64 to)
{
	if (!(entered & ENTERED_FILTERED)) {
		task->filtered = 0;
		task->deferred = 0;
		task->undecided = 0;
		task->began = 0;
	}
	task->declined |= to;
	task->deferred |= to;
	WRITE_ONCE(task->entered, entered | ENTERED_FILTERED);
}

/*
 * Is something to be copied first? The task is let go for that: the current one would sleep, and
 * the scheduler record its entry. If even the arguments are in memory, the exit would not know the
 * call by the name that its entry has.
 */
static bool must_copy(const struct syscall_trace_late *late)
{
	u32 captures = captures_of(late);

	return late->may_copy && late->task != current && late->task->mm && late->call &&
	       !syscall_trace_case_of(late->call, late->args)->target &&
	       SYSCALL_TRACE_STR_MASK(captures) | SYSCALL_TRACE_IN_MASK(captures);
}

/*
 * Write the entry to instances, with the arguments and the copies of @store or, if that is NULL,
 * with those of the registers. Both names of the task are those of a task that may never run.
 */
static void write_late(struct syscall_trace_late *late, struct syscall_trace_store *store, u8 flags,
		       u64 to)
{
	struct syscall_trace_task *task = syscall_trace_of(late->task);
	struct syscall_trace_contents what = { };
	struct syscall_trace_instance *inst;
	u8 kept = task->flags;

	if (store)
		syscall_trace_put_stored(&what, task, store, store->entered);
	else
		syscall_trace_put_args(&what, task, late->args,
				       late->args + SYSCALL_TRACE_MAX_ARGS);
	task->flags |= flags;
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (to & inst->bit)
			syscall_trace_write_other(inst, late->task, &what);
	}
	task->flags = kept;
	syscall_sink_save_name(late->task);
}

/*
 * Record the entry of a call that nobody saw begin. The exit is for those who have the entry.
 * Returns whether something has to be copied first.
 */
static bool write_unseen(struct syscall_trace_late *late, u32 run, u64 to)
{
	struct syscall_trace_task *task = syscall_trace_of(late->task);
	u32 entered = READ_ONCE(task->entered);
	bool asks;

	/* Its hook is under way, and sleeps while it copies: that records the entry. */
	if (task->busy)
		return false;
	identify_late(late);
	to = choose(task, late->args[0], to);
	asks = has_conditions(task);
	/* Whoever wants a call that has not been left out is asked about its end in any case. */
	if (!to || (asks && !(entered & ENTERED_LEFT_OUT)))
		return false;
	if (!asks && must_copy(late))
		return true;
	task->declined = task->wanted & ~to;
	if (asks) {
		defer(task, run | ENTERED_WRITTEN | ENTERED_LATE, to);
		return false;
	}
	task->unchosen = task->declined;
	task->filtered = 0;
	task->deferred = 0;
	write_late(late, late->copy, late->copy ? SYSCALL_TRACE_HEAD_LATE : UNSEEN, to);
	WRITE_ONCE(task->entered, run | ENTERED_WRITTEN | ENTERED_LATE);

	return false;
}

/* Has the hook at the entry copied what there is to copy? Not if nobody recorded then. */
static bool is_copied(const struct syscall_trace_task *task, const struct syscall_trace_late *late)
{
	if (READ_ONCE(task->entered) & ENTERED_LATE)
		return false;

	return task->stored || task->flags & SYSCALL_TRACE_HEAD_SPLIT || !late->call ||
	       !late->call->captures;
}

/*
 * Record the entry of a call for those who want its task only since it has begun. Returns whether
 * something has to be copied first.
 */
static bool show_seen(struct syscall_trace_late *late, u64 to)
{
	struct syscall_trace_task *task = syscall_trace_of(late->task);
	struct syscall_trace_store *store = task->stored ? task->store : NULL;
	u8 flags = SYSCALL_TRACE_HEAD_LATE;
	u64 chosen;

	/* The task sleeps while it copies something. */
	if (task->busy)
		return false;
	read_registers(late, task->nr, task->abi);
	chosen = choose(task, store ? store->args[0] : late->args[0], to);
	if (has_conditions(task)) {
		task->declined |= to;
		defer(task, READ_ONCE(task->entered), chosen);
		return false;
	}
	if (!is_copied(task, late)) {
		if (chosen && must_copy(late))
			return true;
		if (late->copy)
			store = late->copy;
		else
			flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
	}
	if (READ_ONCE(syscall_trace_entry_run) & MODE_SELECT)
		task->declined |= to & ~chosen;
	write_late(late, store, flags, chosen);

	return false;
}

/**
 * syscall_trace_write_held - record the entry of the call that a task is in, if it is known
 * @late: the task, which is held where it is, asleep or, if it is the current one, in its call
 *
 * Context: any, interrupts are disabled.
 * Return: true if something has to be copied first.
 */
bool syscall_trace_write_held(struct syscall_trace_late *late)
{
	const struct syscall_trace_task *task = syscall_trace_of(late->task);
	u32 run = READ_ONCE(syscall_trace_current_run), entered = READ_ONCE(task->entered);

	if (!run || READ_ONCE(syscall_trace_exit_run) & ONLY_COUNTS || !is_in_call(late->task))
		return false;
	if (entered == ENTERED_LATE)
		return write_unseen(late, run, READ_ONCE(task->wanted));
	if (entered & ENTERED_LEFT_OUT)
		return write_unseen(late, run, late->to);
	/* What others have not decided yet, conditions_wait.c may be changing: the exit asks. */
	if ((entered & SYSCALL_TRACE_RUN_MASK) == run && entered & ENTERED_WRITTEN &&
	    !(entered & ENTERED_FILTERED && task->filtered))
		return show_seen(late, late->to);

	return false;
}

/**
 * syscall_trace_write_unseen - record the entry of the current task's call, which was not seen
 *
 * Context: the scheduler's, which is switching to another task.
 */
void syscall_trace_write_unseen(void)
{
	struct syscall_trace_late late = {
		.task	= current,
		.to	= syscall_trace_of(current)->wanted,
	};

	if (READ_ONCE(current->__state) != TASK_RUNNING)
		syscall_trace_write_held(&late);
}
