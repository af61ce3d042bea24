// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the hooks at the entry of a call. They note which call begins, and copy
 * what its arguments lead to. exit.c writes the record, as a rule.
 *
 * Most of it is in line, in one function for each thing that may be unusual: the tracer's cost
 * is here and in exit.c.
 */
#include <linux/rculist.h>
#include <linux/sched/clock.h>
#include <linux/syscall_trace.h>
#include <asm/syscall.h>

#include "../capture/capture.h"
#include "../capture/hash.h"
#include "../capture/table.h"
#include "../capture/words.h"
#include "../choose/calls.h"
#include "../choose/conditions.h"
#include "../choose/joined.h"
#include "../instances.h"
#include "../copy_limits.h"
#include "../loss/counter.h"
#include "../loss/seq.h"
#include "../options.h"
#include "../record/record.h"
#include "../record/sink.h"
#include "../run.h"
#include "../stat/stat.h"
#include "entry.h"
#include "hooks.h"
#include "inflight.h"

/* Stands for every call that the table does not have. */
static const struct syscall_trace_call unknown_call = {
	.nr_args	= SYSCALL_TRACE_MAX_ARGS,
	.wide		= BIT(SYSCALL_TRACE_MAX_ARGS) - 1,
};

/* Note which call begins. @flags: SYSCALL_TRACE_HEAD_* */
static __always_inline const struct syscall_trace_call *
identify(struct syscall_trace_task *task, int nr, unsigned int flags)
{
	const struct syscall_trace_call *call;
	u8 abi, nr_args, wide;

	call = syscall_trace_find_call(nr, &abi);
	if (unlikely(!call))
		call = &unknown_call;
	/* All are read before any is stored: then the compiler can store them together. */
	nr_args = call->nr_args;
	wide = call->wide;

	task->nr = nr;
	task->abi = abi;
	task->nr_args = nr_args;
	task->wide = wide;
	task->flags = flags;
	task->stored = false;
	task->held = false;

	return call;
}

/* Is recording on in any instance? See syscall_trace_is_recording(). */
bool syscall_trace_others_record(void)
{
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!*syscall_sink_off(inst))
			return true;
	}

	return false;
}

static noinline struct syscall_trace_instance *first_instance(void)
{
	return list_first_or_null_rcu(&syscall_trace_instances, struct syscall_trace_instance,
				      list);
}

/*
 * Take the time by the clock of the first instance. Records of an instance with another
 * clock come without it. Returns the flags of a call that has it.
 */
static __always_inline unsigned int note_entry_time(struct syscall_trace_task *task)
{
	const struct syscall_trace_instance *inst;
	unsigned int flags = 0;

	preempt_disable_notrace();
	inst = READ_ONCE(syscall_trace_only) ?: first_instance();
	if (likely(inst)) {
		task->clock = syscall_sink_clock(inst);
		/* Pairs with smp_wmb() in set_buffer_clock(): the time is not by an older clock. */
		smp_rmb();
		task->entry_time = syscall_sink_time(inst);
		flags = SYSCALL_TRACE_HEAD_TIMED;
	}
	preempt_enable_notrace();

	return flags;
}

/* Write the record of a call that begins. Returns what the run of the call gets for that. */
static noinline u32 write_entry(struct syscall_trace_task *task, struct pt_regs *regs)
{
	guard(preempt_notrace)();

	return syscall_trace_write_half(task, regs, TRACE_SYSCALL_ENTER, 0) ?
		ENTERED_WRITTEN : 0;
}

/*
 * Copy what the arguments of a call point to when it begins. Returns false if the store was
 * not filled: there is no memory for one.
 */
static __always_inline bool capture_enter(struct syscall_trace_task *task, struct pt_regs *regs,
					  const struct syscall_trace_call *call)
{
	struct syscall_trace_store *store;

	WRITE_ONCE(task->busy, true);
	store = syscall_trace_current_store(task);
	if (unlikely(!store)) {
		WRITE_ONCE(task->busy, false);
		task->flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
		return false;
	}

	syscall_trace_get_arguments(current, regs, task->abi, task->nr, store->args);
	syscall_trace_capture_enter(task, store, call);
	task->stored = true;

	return true;
}

/* End what capture_enter() has begun. Returns the run, or 0 if the tracer is off meanwhile. */
static __always_inline u32 end_capture(struct syscall_trace_task *task)
{
	u32 run = READ_ONCE(syscall_trace_current_run);

	if (unlikely(!run)) {
		syscall_trace_leave_store(task);
		return 0;
	}
	/* This task has to sleep, or to leave the kernel, before take_stores() comes. */
	WRITE_ONCE(task->busy, false);

	return run;
}

/*
 * What a call without a store has changed in the registers is not known at its exit: exec
 * changes all. So its arguments are recorded now.
 */
static noinline void write_uncopied(struct syscall_trace_task *task, u32 run)
{
	/* Pairs with the load in write_other(). */
	smp_store_release(&task->entered, run);
	syscall_trace_write_or_lose();
}

/* From here on, the call is in flight. @options: some of the tracer's. */
static __always_inline void record_entered(struct syscall_trace_task *task, struct pt_regs *regs,
					   u32 run, u32 options)
{
	/* Nobody else writes the entry: the call is not in flight yet. */
	if (unlikely(options & SYSCALL_TRACE_OPT_ENTRIES))
		run |= write_entry(task, regs);
	/* Pairs with the load in write_other(): what is above belongs to the call. */
	smp_store_release(&task->entered, run);
}

/* The same of a call that has something to copy. Returns its number. */
static __always_inline long copy_and_record(struct syscall_trace_task *task, struct pt_regs *regs,
					    const struct syscall_trace_call *call, u32 run,
					    u32 options)
{
	if (unlikely(!syscall_trace_is_recording())) {
		syscall_trace_have_seen_entry(task, READ_ONCE(task->wanted));
		WRITE_ONCE(task->entered, run | ENTERED_WRITTEN);
		return task->nr;
	}
	if (unlikely(!capture_enter(task, regs, call))) {
		write_uncopied(task, run);
		return task->nr;
	}
	run = end_capture(task);
	if (unlikely(!run))
		return task->nr;
	if (task->flags & SYSCALL_TRACE_COPIES_AT_EXIT)
		run |= ENTERED_EXIT_WORK;
	record_entered(task, regs, run, options);

	return task->nr;
}

static noinline long record_copies(const struct syscall_trace_call *call, struct pt_regs *regs,
				   struct syscall_trace_task *task, u32 run)
{
	return copy_and_record(task, regs, call, run, 0);
}

/* The same if its entry is recorded at once. */
static noinline long record_copies_at_once(const struct syscall_trace_call *call,
					   struct pt_regs *regs,
					   struct syscall_trace_task *task, u32 run)
{
	return copy_and_record(task, regs, call, run, SYSCALL_TRACE_OPT_ENTRIES);
}

/*
 * Does nothing have to be copied before the call ends? If it has output, note that. Nothing
 * here sleeps: the store stays until the hook has ended, though the task is not busy.
 */
static __always_inline bool copies_later(struct syscall_trace_task *task,
					 const struct syscall_trace_call *call)
{
	struct syscall_trace_store *store = task->store;

	if (call->captures & SYSCALL_TRACE_HAS_ENTRY_WORK)
		return false;
	if (unlikely(!store || store->limits.version != READ_ONCE(syscall_trace_limits.version)))
		return false;
	if (call->captures & store->limits.mask)
		syscall_trace_note_output(task, store, call);

	return true;
}

/* No instance wants to see a call that begins: do nothing when it ends. */
static __always_inline void leave_out(struct syscall_trace_task *task)
{
	WRITE_ONCE(task->entered, ENTERED_LEFT_OUT);
	if (static_branch_unlikely(&syscall_stat_on))
		WRITE_ONCE(task->stat.epoch, 0);
}

/* Leave a call out if no instance wants to see it. Returns whether that is so. */
static bool is_left_out(struct pt_regs *regs, long syscall)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	unsigned int index = syscall_trace_set_index(syscall);

	if (READ_ONCE(syscall_trace_choices[index]) &&
	    !syscall_trace_is_declined(task, regs, syscall, index))
		return false;
	leave_out(task);

	return true;
}

/*
 * All that the entry of a call has to do, but for counting it. @options: some of the tracer's;
 * 0: those that cost something at each call are off. Returns @syscall.
 */
static __always_inline long record_enter(struct pt_regs *regs, long syscall, u32 run, u32 options)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	const struct syscall_trace_call *call;
	unsigned int flags;

	/* There may have been a call that never got to its exit. Nobody may record a mixture. */
	WRITE_ONCE(task->entered, 0);
	barrier();
	/* First, because then little has to be kept while the clock is read. */
	flags = options & SYSCALL_TRACE_OPT_TIME ? note_entry_time(task) : 0;
	call = identify(task, syscall, flags);
	if (call->captures) {
		if (!copies_later(task, call))
			return options & SYSCALL_TRACE_OPT_ENTRIES ?
				record_copies_at_once(call, regs, task, run) :
				record_copies(call, regs, task, run);
		if (task->flags & SYSCALL_TRACE_HEAD_SPLIT) {
			run |= ENTERED_EXIT_WORK;
			/* Nobody keeps them later: the call is not hidden. */
			if (options & SYSCALL_TRACE_OPT_ENTRIES)
				syscall_trace_keep_args(task, regs);
		}
	}
	record_entered(task, regs, run, options);

	return syscall;
}

/* The entry of a call that was chosen, while nothing else is unusual. Returns @syscall. */
static noinline long record_selected_enter(struct pt_regs *regs, long syscall, u32 run)
{
	return record_enter(regs, syscall, run & SYSCALL_TRACE_RUN_MASK, 0);
}

/* The entry of a call that is timed, and nothing else that is unusual. Returns @syscall. */
static noinline long record_timed_enter(struct pt_regs *regs, long syscall, u32 run)
{
	return record_enter(regs, syscall, run & SYSCALL_TRACE_RUN_MASK, SYSCALL_TRACE_OPT_TIME);
}

/* The entry of a call that is counted or recorded at once, and perhaps timed. */
static noinline long record_unusual_enter(struct pt_regs *regs, long syscall, u32 run)
{
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_enter(syscall);
	if (!run)
		return syscall;

	return record_enter(regs, syscall, run & SYSCALL_TRACE_RUN_MASK,
			    READ_ONCE(syscall_trace_hook_options));
}

/* The entry of a call that was chosen, and is only counted. Returns @syscall. */
static noinline long count_selected_enter(long syscall)
{
	/* The call before may have been left out. This one counts when it ends. */
	WRITE_ONCE(syscall_trace_of(current)->entered, 0);

	return syscall_stat_enter(syscall);
}

/* The entry of a call that some instance wants, while some do not want all. Returns @syscall. */
static __always_inline long record_wanted_enter(struct pt_regs *regs, long syscall, u32 run)
{
	if (run & MODE_SELECT_ONLY)
		return record_selected_enter(regs, syscall, run);
	if (run & MODE_COUNT_SELECTED)
		return count_selected_enter(syscall);

	return record_unusual_enter(regs, syscall, run & ~MODE_SELECT);
}

/* Leave a call out because no condition can become true. It still counts in statistics. */
static void leave_out_counted(struct syscall_trace_task *task)
{
	WRITE_ONCE(task->entered, ENTERED_LEFT_OUT | ENTERED_EXIT_WORK);
	/* Its exit copies nothing. */
	syscall_trace_forget_late(task);
}

/*
 * Begin to note for which moments to wait. Nothing has been copied yet: allocating memory may
 * sleep, and the store of a task that sleeps and is not busy can be taken away. Returns the run, as
 * end_capture().
 */
static u32 prepare_wait(struct syscall_trace_task *task)
{
	WRITE_ONCE(task->busy, true);
	syscall_trace_prepare_wait(task);

	return end_capture(task);
}

/*
 * Keep the arguments of a call that copies nothing, for conditions that are asked at its end: while
 * it is stopped, even at its own end, a debugger may change the registers. Returns the run, as
 * copy_filtered().
 */
static u32 keep_words(struct syscall_trace_task *task, struct pt_regs *regs, u32 run)
{
	WRITE_ONCE(task->busy, true);
	if (syscall_trace_current_store(task))
		syscall_trace_keep_args(task, regs);

	return end_capture(task) ? run : 0;
}

/*
 * Copy what the call has at its entry, for conditions and for the record. Returns the run, with
 * what the exit has to do; 0: nothing is left to do at the entry.
 */
static u32 copy_filtered(struct syscall_trace_task *task, struct pt_regs *regs,
			 const struct syscall_trace_call *call, u32 run)
{
	if (!call->captures)
		return task->filtered ? keep_words(task, regs, run) : run;
	/* What conditions still have to be asked counts as missing if the answer is yes. */
	if (unlikely(!syscall_trace_is_recording()) && !task->filtered) {
		syscall_trace_have_seen_entry(task, READ_ONCE(task->wanted));
		WRITE_ONCE(task->entered, run | ENTERED_WRITTEN);
		return 0;
	}
	if (unlikely(!capture_enter(task, regs, call))) {
		/* What cannot be asked later may be true: see write_uncopied(). */
		task->declined &= ~task->deferred;
		task->undecided |= task->deferred;
		task->deferred = 0;
		run |= syscall_trace_defer_joined(task);
		write_uncopied(task, run | (task->filtered ? ENTERED_FILTERED : 0));
		return 0;
	}
	run = end_capture(task);
	if (run && task->flags & SYSCALL_TRACE_COPIES_AT_EXIT)
		run |= ENTERED_EXIT_WORK;

	return run;
}

/*
 * The entry of a call about which some instance has conditions. As soon as it is known that no
 * instance wants the call, it is left out, but counted.
 */
static noinline long record_filtered_enter(struct pt_regs *regs, long syscall, u32 run)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 options = READ_ONCE(syscall_trace_hook_options);
	unsigned long args[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_question question __uninitialized;
	const struct syscall_trace_call *call;
	unsigned int flags;

	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_enter(syscall);

	WRITE_ONCE(task->entered, 0);
	barrier();
	syscall_trace_end_wait(task);
	/* Whoever begins to want the task from here on is asked when the call has ended. */
	syscall_trace_have_seen_entry(task, READ_ONCE(task->wanted));
	flags = options & SYSCALL_TRACE_OPT_TIME ? note_entry_time(task) : 0;
	task->calls++;
	call = identify(task, syscall, flags);
	syscall_trace_get_arguments(current, regs, task->abi, task->nr, args);
	if (!syscall_trace_ask_begun(&question, task, args))
		goto leave_out;
	run &= SYSCALL_TRACE_RUN_MASK;
	if (question.again)
		run = prepare_wait(task);
	if (run)
		run = copy_filtered(task, regs, call, run);
	if (!run)
		return syscall;
	if (task->filtered) {
		if ((call->captures || question.again) &&
		    !syscall_trace_ask_copied(&question))
			goto leave_out;
		run |= task->filtered ? ENTERED_FILTERED : 0;
	}
	run |= syscall_trace_defer_joined(task);
	if (options & SYSCALL_TRACE_OPT_ENTRIES)
		run |= write_entry(task, regs);
	record_entered(task, regs, run, 0);

	return syscall;

leave_out:
	leave_out_counted(task);

	return syscall;
}

/* All instances that want the current task want its call, as far as their lists tell. */
static __always_inline void decline_nowhere(struct syscall_trace_task *task)
{
	task->unchosen = 0;
	task->declined = 0;
}

/* The entry of a call that some instance wants, but not all, or not in each case. */
static noinline long record_partly_wanted_enter(struct pt_regs *regs, long syscall, u32 run)
{
	u8 choice = READ_ONCE(syscall_trace_choices[syscall_trace_set_index(syscall)]);

	if (choice == (CHOSEN | CHOSEN_FILTERED))
		decline_nowhere(syscall_trace_of(current));
	else if (is_left_out(regs, syscall))
		return syscall;
	if (choice & CHOSEN_FILTERED && !(run & MODE_COUNT_SELECTED))
		return record_filtered_enter(regs, syscall, run);

	return record_wanted_enter(regs, syscall, run);
}

/*
 * The entry of a call while some instance does not want all calls. To leave a call out is
 * shorter than anything else: so all else ends with another function. Returns @syscall.
 */
static noinline long record_enter_if_wanted(struct pt_regs *regs, long syscall, u32 run)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	unsigned int index = syscall_trace_set_index(syscall);

	/* A choice that changes meanwhile holds for a later call. */
	if (!data_race(syscall_trace_choices[index])) {
		leave_out(task);
		return syscall;
	}
	/* The choice may have changed: this look decides, and is_left_out() looks again. */
	if (unlikely(READ_ONCE(syscall_trace_choices[index]) != CHOSEN))
		return record_partly_wanted_enter(regs, syscall, run);
	decline_nowhere(task);

	return record_wanted_enter(regs, syscall, run);
}

const struct syscall_trace_enter_modes syscall_trace_enter_modes = {
	.count	= syscall_stat_only_enter,
	.time	= record_timed_enter,
	.select	= record_enter_if_wanted,
	.any	= record_unusual_enter,
};

/**
 * syscall_trace_record_enter - note that a system call begins
 * @regs: the task's registers
 * @syscall: the number that the task passed
 *
 * Copies what arguments lead to. As a rule, the record is written at the exit.
 *
 * Context: the task's own, preemptible, interrupts on. Reads user memory and
 * may sleep.
 * Return: @syscall, so that a caller that has nothing else to do can end with this one.
 */
long syscall_trace_record_enter(struct pt_regs *regs, long syscall)
{
	u32 run = READ_ONCE(syscall_trace_entry_run);

	if (likely(syscall_trace_is_usual(run)))
		return record_enter(regs, syscall, run, 0);
	/* Pairs with smp_wmb() in choose_modes(). */
	smp_rmb();

	return static_call(syscall_trace_unusual_enter)(regs, syscall, run);
}

/**
 * syscall_trace_hold - note that others may still hold or change the call that has begun
 * @regs: the task's registers
 *
 * Context: as syscall_trace_record_enter().
 */
void syscall_trace_hold(struct pt_regs *regs)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 run = READ_ONCE(syscall_trace_current_run);

	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_hold();
	if (!run || !syscall_trace_is_entered(task, run))
		return;

	task->held = true;
	task->asked = syscall_trace_hash(regs);
	/* The exit must find out whether the call was turned down. */
	syscall_trace_add_exit_work(task, ENTERED_EXIT_WORK);
}

/**
 * syscall_trace_record_held - note the entry of a call that others may hold or change
 * @regs: the task's registers
 * @syscall: the number that the task passed
 *
 * Context: as syscall_trace_record_enter().
 */
void syscall_trace_record_held(struct pt_regs *regs, long syscall)
{
	syscall_trace_record_enter(regs, syscall);
	syscall_trace_hold(regs);
}

/**
 * syscall_trace_identify_unseen - note which call ends whose entry was not seen
 * @regs: the task's registers
 * @ret: the result
 *
 * Context: as syscall_trace_record_exit().
 * Return: whether an instance wants to see it.
 */
bool syscall_trace_identify_unseen(struct pt_regs *regs, long ret)
{
	bool selects = READ_ONCE(syscall_trace_entry_run) & MODE_SELECT;
	struct syscall_trace_task *task = syscall_trace_of(current);
	int nr = syscall_get_nr(current, regs);

	/* A new task has just begun. How long another one has been in the call, nobody knows. */
	task->began = READ_ONCE(task->entered) == ENTERED_NEW ? local_clock() : 0;
	if (selects && is_left_out(regs, nr))
		return false;
	WRITE_ONCE(task->entered, 0);
	identify(task, nr, 0);
	syscall_trace_join_seq(task, READ_ONCE(task->wanted));

	return !selects || syscall_trace_ask_unseen(task, ret);
}
