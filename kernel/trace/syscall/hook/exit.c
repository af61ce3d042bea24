// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the hooks at the exit of a call, and where ptrace or seccomp have made
 * another one of it. They copy what the call has written, and write its record.
 */
#include <linux/syscall_trace.h>

#include <asm/syscall.h>

#include "../capture/capture.h"
#include "../capture/hash.h"
#include "../capture/table.h"
#include "../choose/conditions.h"
#include "../choose/joined.h"
#include "../choose/task_bits.h"
#include "../loss/seq.h"
#include "../record/batch.h"
#include "../record/record.h"
#include "../run.h"
#include "../stat/stat.h"
#include "entry.h"
#include "exit.h"
#include "hooks.h"
#include "inflight.h"

/*
 * Write the record of a call that has ended and has no record yet. Enables preemption, which the
 * caller has disabled, so that it can be tail-called.
 */
static noinline void write_whole(struct syscall_trace_instance *inst,
				 struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	syscall_trace_write_to(inst, task, regs, TRACE_SYSCALL_CALL, ret);
	preempt_enable_notrace();
}

/* The same, to whoever wants it. */
static __always_inline void write_call(struct syscall_trace_task *task, struct pt_regs *regs,
				       long ret)
{
	struct syscall_trace_instance *inst = READ_ONCE(syscall_trace_only);

	if (likely(inst)) {
		write_whole(inst, task, regs, ret);
	} else {
		syscall_trace_write_batched(task, regs, ret);
		preempt_enable_notrace();
	}
}

/*
 * Write the record of the exit of a call whose entry was written, or not seen. The caller has
 * disabled preemption.
 */
static noinline void write_rest(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	syscall_trace_write_half(task, regs, TRACE_SYSCALL_EXIT, ret);
}

static noinline void write_exit(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	guard(preempt_notrace)();
	write_rest(task, regs, ret);
}

/* Copy what the call has written. Returns whether there is a record of the entry. */
static bool capture_exit(struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_store *store = task->store;
	bool written = READ_ONCE(task->entered) & ENTERED_WRITTEN;

	if (!written && unlikely(!syscall_trace_output_fits(store))) {
		syscall_trace_write_or_lose();
		written = true;
	}
	if (written)
		syscall_trace_drop_written(store);
	syscall_trace_capture_exit(task, store, ret);

	return written;
}

/*
 * Copy the data that is all that the call has written, or nothing if it failed. Returns false
 * if that is not simple.
 */
static __always_inline bool capture_flat(struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_store *store = task->store;
	const struct syscall_trace_call *call = store->call;
	u64 len;

	if (IS_ERR_VALUE(ret))
		return true;

	len = min_t(u64, ret, syscall_trace_flat_length(store, call));
	store->size = syscall_trace_copy_flat(store, call, SYSCALL_TRACE_BLOB_AT_EXIT, len);

	return store->size;
}

/* Copy what the call has written, as far as that is simple. Returns false if it is not. */
static __always_inline bool capture_simply(struct syscall_trace_task *task, long ret)
{
	return task->store->call->flat ? capture_flat(task, ret) :
					 syscall_trace_capture_simple(task, ret);
}

/* Record the end of a call that was entered in this run. */
static __always_inline void end_call(struct syscall_trace_task *task, struct pt_regs *regs,
				     long ret)
{
	bool split = task->flags & SYSCALL_TRACE_HEAD_SPLIT, dropped = true;
	u32 entered;

	if (split && !syscall_trace_has_args(task))
		syscall_trace_keep_args(task, regs);
	if (split && syscall_trace_capture_simple(task, ret)) {
		/* If the entry was written meanwhile, what its record has is dropped below. */
		split = false;
		dropped = false;
	} else if (split) {
		WRITE_ONCE(task->busy, true);
		dropped = capture_exit(task, ret);
	}

	preempt_disable_notrace();
	entered = xchg(&task->entered, 0);
	if (likely(entered && !(entered & ENTERED_WRITTEN))) {
		write_call(task, regs, ret);
	} else {
		preempt_enable_notrace();
		/* It slept while it was copying, or nobody wants the task any more. */
		if (unlikely(!dropped))
			syscall_trace_drop_written(task->store);
		write_exit(task, regs, ret);
	}

	if (split) {
		WRITE_ONCE(task->busy, false);
		if (unlikely(!READ_ONCE(syscall_trace_current_run)))
			syscall_trace_leave_store(task);
	}
}

/* Write a record to instances. It says to which of them nobody can tell whether they want it. */
static void write_filtered(struct syscall_trace_task *task, struct pt_regs *regs, int type,
			   long ret, u64 to)
{
	u64 undecided = to & task->undecided;

	if (unlikely(undecided)) {
		task->flags |= SYSCALL_TRACE_HEAD_UNDECIDED;
		syscall_trace_write_to_these(task, regs, type, ret, undecided);
		task->flags &= ~SYSCALL_TRACE_HEAD_UNDECIDED;
	}
	if (to != undecided)
		syscall_trace_write_to_these(task, regs, type, ret, to & ~undecided);
}

/*
 * Copy what the call has written, and what could not be read when it began. Returns whether the
 * record of an exit has copies.
 */
static bool capture_filtered(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	bool split = task->flags & SYSCALL_TRACE_HEAD_SPLIT;

	if (split && !syscall_trace_has_args(task))
		syscall_trace_keep_args(task, regs);
	WRITE_ONCE(task->busy, true);
	if (split)
		syscall_trace_capture_exit(task, task->store, ret);
	if (task->flags & SYSCALL_TRACE_READ_LATE && syscall_trace_capture_late(task))
		split = true;

	return split;
}

/* Record the end of a call about which conditions have to be asked, or that has more to copy. */
static noinline void end_filtered(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	bool copies = task->flags & SYSCALL_TRACE_COPIES_AT_EXIT, split = false, written;
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_verdict verdict;
	const unsigned long *args;
	u64 others, whole;

	syscall_trace_end_wait(task);
	if (copies)
		split = capture_filtered(task, regs, ret);
	args = syscall_trace_args_of(task, words);
	syscall_trace_ask_joined(task, args, ret);
	verdict = syscall_trace_ask_ended(task, args, ret);

	preempt_disable_notrace();
	written = xchg(&task->entered, 0) & ENTERED_WRITTEN;
	others = syscall_trace_wanted_by(task) & ~verdict.record;
	/* First what needs all that was copied. */
	whole = verdict.record | (written ? 0 : others);
	if (whole)
		write_filtered(task, regs, TRACE_SYSCALL_CALL, ret, whole);
	if (written && others) {
		if (split) {
			syscall_trace_drop_written(task->store);
			task->flags |= SYSCALL_TRACE_HEAD_SPLIT;
		}
		write_filtered(task, regs, TRACE_SYSCALL_EXIT, ret, others);
	}
	preempt_enable_notrace();
	syscall_trace_act(&verdict);

	if (copies) {
		WRITE_ONCE(task->busy, false);
		if (unlikely(!READ_ONCE(syscall_trace_current_run)))
			syscall_trace_leave_store(task);
	}
}

/* There are no conditions to ask about a call. */
static void ask_nobody(struct syscall_trace_task *task)
{
	task->filtered = 0;
	task->deferred = 0;
	task->undecided = 0;
}

/* Record the end of a call whose entry was not seen, but recorded, if nothing can be copied. */
static noinline void end_uncopied(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	if (READ_ONCE(task->entered) & ENTERED_FILTERED)
		syscall_trace_ask_joined(task, NULL, ret);
	else
		ask_nobody(task);
	WRITE_ONCE(task->entered, 0);

	guard(preempt_notrace)();
	write_filtered(task, regs, TRACE_SYSCALL_EXIT, ret, syscall_trace_wanted_by(task));
}

/* Record the end of a call that was entered in this run, by what was found at its entry. */
static __always_inline void end_any_call(struct syscall_trace_task *task, struct pt_regs *regs,
					 long ret)
{
	if (unlikely(READ_ONCE(task->entered) & ENTERED_FILTERED)) {
		end_filtered(task, regs, ret);
	} else if (unlikely(task->flags & SYSCALL_TRACE_READ_LATE)) {
		ask_nobody(task);
		end_filtered(task, regs, ret);
	} else {
		end_call(task, regs, ret);
	}
}

static noinline void end_rewritten(struct syscall_trace_task *task, struct pt_regs *regs)
{
	task->flags |= SYSCALL_TRACE_HEAD_NO_RESULT | SYSCALL_TRACE_HEAD_REWRITTEN;
	/* An error, so that no output is copied. It is not shown. */
	if (!(READ_ONCE(task->entered) & ENTERED_LATE)) {
		end_any_call(task, regs, -EINTR);
		return;
	}
	if (task->flags & SYSCALL_TRACE_HEAD_SPLIT)
		task->flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
	end_uncopied(task, regs, -EINTR);
}

/**
 * syscall_trace_record_passed - record what ptrace and seccomp have made of a call
 * @regs: the task's registers
 * @syscall: the number that will be executed
 *
 * If they have changed the call, the record of the old one ends here and that of the new
 * one begins.
 *
 * Context: as syscall_trace_record_enter().
 */
void syscall_trace_record_passed(struct pt_regs *regs, long syscall)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 run = READ_ONCE(syscall_trace_current_run);
	bool held, late;

	if (unlikely(!run))
		return;
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_pass(syscall);
	if (unlikely(READ_ONCE(task->entered) & ENTERED_LEFT_OUT)) {
		/* As below. */
		if (syscall != -1)
			syscall_trace_record_enter(regs, syscall);
		syscall_trace_end_recheck(task);
		return;
	}
	if (READ_ONCE(syscall_trace_entry_run) & (MODE_COUNT_ONLY | MODE_COUNT_SELECTED))
		return;
	/*
	 * While the task waited for seccomp, late.c has recorded the entry. If the task waited for
	 * what the program says of its calls (syscall user dispatch), a debugger came after that.
	 */
	late = syscall_trace_is_entered(task, run) && READ_ONCE(task->entered) & ENTERED_LATE;
	if (late && syscall == task->nr)
		return;

	held = syscall_trace_is_entered(task, run) && task->held;
	if (held && task->asked == syscall_trace_hash(regs)) {
		task->held = false;
		return;
	}
	/* A debugger's way to turn a call down. */
	if (syscall == -1)
		return;
	if (held || late) {
		task->held = false;
		end_rewritten(task, regs);
		syscall_trace_end_recheck(task);
	}
	syscall_trace_record_enter(regs, syscall);
}

/* Has the kernel killed the current task by a signal that nothing can change any more? */
static bool is_killed_by(int sig)
{
	/* The task has it until it ends. */
	const struct sighand_struct *sighand = rcu_dereference_raw(current->sighand);

	return sigismember(&current->pending.signal, sig) &&
	       READ_ONCE(sighand->action[sig - 1].sa.sa_flags) & SA_IMMUTABLE;
}

/*
 * Has that been done in place of a call? Syscall user dispatch does so if it cannot read, or does
 * not know, what the program says of its calls.
 */
static bool has_never_begun(void)
{
	return is_killed_by(SIGSEGV) || is_killed_by(SIGSYS);
}

/* Record the exit of a call whose entry was not seen: nobody traced the task, or it is new. */
static noinline void record_unseen_exit(struct syscall_trace_task *task, struct pt_regs *regs,
					long ret)
{
	task->undecided = 0;
	if (has_never_begun() || !syscall_trace_identify_unseen(regs, ret))
		return;

	guard(preempt_notrace)();
	write_filtered(task, regs, TRACE_SYSCALL_EXIT, ret, syscall_trace_wanted_by(task));
}

/*
 * Prepare to copy what a call has written whose entry was not seen, but recorded: see late.c.
 * Returns false if nothing can be copied.
 */
static noinline bool prepare_unseen(struct syscall_trace_task *task, struct pt_regs *regs)
{
	const struct syscall_trace_call *call;
	struct syscall_trace_store *store;
	u8 abi;

	if (!(task->flags & SYSCALL_TRACE_HEAD_SPLIT))
		return true;
	WRITE_ONCE(task->busy, true);
	store = syscall_trace_current_store(task);
	if (!store || !READ_ONCE(syscall_trace_current_run)) {
		task->flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
		/* If memory is all that lacks, conditions are asked about the call yet. */
		if (READ_ONCE(syscall_trace_current_run))
			WRITE_ONCE(task->busy, false);
		else
			syscall_trace_leave_store(task);
		return false;
	}
	syscall_trace_keep_args(task, regs);
	call = syscall_trace_find_call(task->nr, &abi);
	call = call ? syscall_trace_case_of(call, store->args) : NULL;
	if (call && call->captures & store->limits.mask)
		syscall_trace_note_output(task, store, call);
	else
		task->flags |= SYSCALL_TRACE_HEAD_UNCOPIED;
	/* The hook does not sleep before it marks the task as busy again. */
	WRITE_ONCE(task->busy, false);

	return !(task->flags & SYSCALL_TRACE_HEAD_UNCOPIED);
}

/*
 * Does the end of a call say whether an instance wants it? Then that is asked while nobody records,
 * too: the call is missing if one does.
 */
static bool has_to_ask(const struct syscall_trace_task *task)
{
	return READ_ONCE(task->entered) & ENTERED_FILTERED &&
	       (task->filtered | task->deferred);
}

/* Record an exit that has work to do, or whose entry was not seen. */
static void end_unusual(struct syscall_trace_task *task, struct pt_regs *regs, u32 run)
{
	long ret = syscall_get_return_value(current, regs);

	if (!syscall_trace_is_entered(task, run)) {
		if (!(READ_ONCE(task->entered) & ENTERED_LEFT_OUT))
			record_unseen_exit(task, regs, ret);
		return;
	}
	/* As when it began, perhaps: then nothing was copied, and the entry counts as written. */
	if (!syscall_trace_is_recording() && !has_to_ask(task)) {
		syscall_trace_end_wait(task);
		syscall_trace_miss_call(task, syscall_trace_wanted_by(task));
		WRITE_ONCE(task->entered, 0);
		syscall_trace_forget_late(task);
		task->held = false;
		return;
	}
	if (READ_ONCE(task->entered) & ENTERED_LATE &&
	    !prepare_unseen(task, regs)) {
		end_uncopied(task, regs, ret);
		return;
	}
	if (task->held && syscall_trace_has_no_result(regs))
		task->flags |= SYSCALL_TRACE_HEAD_NO_RESULT;
	task->held = false;
	end_any_call(task, regs, ret);
}

static noinline void record_exit_more(struct syscall_trace_task *task, struct pt_regs *regs,
				      u32 run)
{
	end_unusual(task, regs, run);
	syscall_trace_end_recheck(task);
}

/*
 * Write the record of a call that is still entered. Preemption is disabled. As write_call(), but in
 * line: for a call with output, that is 20 instructions shorter.
 */
static __always_inline void write_record(struct syscall_trace_task *task, struct pt_regs *regs,
					 long ret)
{
	struct syscall_trace_instance *inst = READ_ONCE(syscall_trace_only);

	if (likely(inst))
		syscall_trace_write_to(inst, task, regs, TRACE_SYSCALL_CALL, ret);
	else
		syscall_trace_write_batched(task, regs, ret);
}

/* Record the exit of a call that may have output, which is simple to copy as a rule. */
static noinline void record_output_exit(struct syscall_trace_task *task, struct pt_regs *regs,
					u32 run)
{
	long ret = syscall_get_return_value(current, regs);
	u32 entered;

	if (!syscall_trace_has_args(task))
		syscall_trace_keep_args(task, regs);
	if (unlikely(task->held) || unlikely(!syscall_trace_is_recording()) ||
	    unlikely(!capture_simply(task, ret))) {
		record_exit_more(task, regs, run);
		return;
	}
	preempt_disable_notrace();
	entered = xchg(&task->entered, 0);
	if (likely(entered == (run | ENTERED_EXIT_WORK))) {
		write_record(task, regs, ret);
	} else {
		syscall_trace_drop_written(task->store);
		write_exit(task, regs, ret);
	}
	preempt_enable_notrace();
	syscall_trace_end_recheck(task);
}

/*
 * Record the result of a call of which nothing else is left to record. Nobody else writes its entry
 * any more. Enables preemption, which the caller has disabled.
 */
static noinline void record_result(struct syscall_trace_task *task, struct pt_regs *regs)
{
	WRITE_ONCE(task->entered, 0);
	write_rest(task, regs, syscall_get_return_value(current, regs));
	preempt_enable_notrace();
	syscall_trace_end_recheck(task);
}

/* All that the exit of a call has to do, but for counting it. */
static __always_inline void record_exit(struct pt_regs *regs, u32 run)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 entered = run;

	preempt_disable_notrace();
	/*
	 * As a rule, nothing is left to do but to write the record. An interrupt may have
	 * written the entry: from here on, there is none to write.
	 */
	if (unlikely(!try_cmpxchg_local(&task->entered, &entered, 0))) {
		if ((entered & ~ENTERED_WRITTEN) == (run | ENTERED_EXIT_WORK) &&
		    task->flags & SYSCALL_TRACE_HEAD_SPLIT) {
			preempt_enable_notrace();
			record_output_exit(task, regs, run);
		} else if (entered == (run | ENTERED_WRITTEN)) {
			record_result(task, regs);
		} else {
			preempt_enable_notrace();
			record_exit_more(task, regs, run);
		}
		return;
	}
	write_call(task, regs, syscall_get_return_value(current, regs));
}

/* The exit of a call that some instance wants, while some do not want all. */
static noinline void record_wanted_exit(struct pt_regs *regs, u32 run)
{
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_exit(regs);
	if (!(run & MODE_COUNT_SELECTED))
		record_exit(regs, run & SYSCALL_TRACE_RUN_MASK);
}

/*
 * The same if some instance does not want the call. It may be the only one by now: so each
 * instance is asked.
 */
static noinline void record_declined_exit(struct pt_regs *regs, u32 run)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 entered = READ_ONCE(task->entered);

	if (entered & ENTERED_LEFT_OUT) {
		if (static_branch_unlikely(&syscall_stat_on))
			syscall_stat_exit(regs);
		return;
	}
	if (!(entered & ENTERED_FILTERED) &&
	    syscall_trace_is_entered(task, run & SYSCALL_TRACE_RUN_MASK)) {
		ask_nobody(task);
		syscall_trace_add_exit_work(task, ENTERED_FILTERED);
	}
	record_wanted_exit(regs, run);
}

/* The exit of a call while some instance does not want all calls. */
static noinline void record_exit_if_wanted(struct pt_regs *regs, u32 run)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	if (READ_ONCE(task->entered) == ENTERED_LEFT_OUT)
		return;
	/* The timer of conditions_wait.c may change it: both ways end with end_filtered() then. */
	if (unlikely(READ_ONCE(task->declined)))
		record_declined_exit(regs, run);
	else
		record_wanted_exit(regs, run);
}

/* The exit of a call that is also counted. */
static noinline void record_unusual_exit(struct pt_regs *regs, u32 run)
{
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_exit(regs);
	if (run)
		record_exit(regs, run & SYSCALL_TRACE_RUN_MASK);
}

static void count_exit(struct pt_regs *regs, u32 run)
{
	syscall_stat_exit(regs);
}

const struct syscall_trace_exit_modes syscall_trace_exit_modes = {
	.count	= count_exit,
	.select	= record_exit_if_wanted,
	.any	= record_unusual_exit,
};

/**
 * syscall_trace_record_exit - record a system call that returns
 * @regs: the task's registers
 *
 * Number and ABI are those of the entry: exec changes both.
 *
 * Context: the task's own, preemptible, interrupts on. May sleep.
 */
void syscall_trace_record_exit(struct pt_regs *regs)
{
	u32 run = READ_ONCE(syscall_trace_exit_run);

	if (likely(syscall_trace_is_usual(run))) {
		record_exit(regs, run);
		return;
	}
	/* Pairs with smp_wmb() in choose_modes(). */
	smp_rmb();
	static_call(syscall_trace_unusual_exit)(regs, run);
}
