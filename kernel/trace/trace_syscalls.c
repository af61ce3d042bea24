// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: "echo syscall > current_tracer". "process" is the same tracer with
 * control files of its own. It also records what becomes of tasks between their calls.
 *
 * While an instance has it as its current tracer, every task carries a flag
 * that makes the generic entry code call the two hooks here. They store the
 * number, the ABI, the argument words and copies of string arguments in the
 * ring buffer of each such instance. Text is made when somebody reads.
 *
 *  trace_syscalls.c	hooks, instances, registration
 *  syscall/		files in tracefs, events of tasks, reading the ring buffer
 *  syscall/capture/	copies of what arguments lead to; may sleep
 *  syscall/format/	from records to text; pure
 *  syscalls.def		everything there is to know about a system call
 *
 * See Documentation/trace/syscall.rst and syscall-design.rst.
 */
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <asm/syscall.h>

#include "trace.h"
#include "syscall/batch.h"
#include "syscall/calls.h"
#include "syscall/capture/capture.h"
#include "syscall/filters.h"
#include "syscall/record.h"
#include "syscall/stat.h"
#include "syscall/tasks.h"

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
	task->seq++;
	task->abi = abi;
	task->nr_args = nr_args;
	task->wide = wide;
	task->flags = flags;
	task->stored = false;

	return call;
}

/* Is recording on in any instance? */
static noinline bool others_record(void)
{
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (!container_of(inst, struct trace_array, syscall_trace)->buffer_disabled)
			return true;
	}

	return false;
}

/* The same. As a rule, there is one instance, and its recording is on. */
static __always_inline bool is_recording(void)
{
	struct trace_array *tr;

	preempt_disable_notrace();
	tr = READ_ONCE(syscall_trace_only) ?: READ_ONCE(syscall_trace_only_batching);
	if (likely(tr && !tr->buffer_disabled)) {
		preempt_enable_notrace();
		return true;
	}
	preempt_enable_notrace();

	return others_record();
}

static noinline struct trace_array *first_instance(void)
{
	return list_first_or_null_rcu(&syscall_trace_instances, struct trace_array,
				      syscall_trace.list);
}

/*
 * Take the time by the clock of the first instance. Records of an instance with another
 * clock come without it. Returns the flags of a call that has it.
 */
static __always_inline unsigned int note_entry_time(struct syscall_trace_task *task)
{
	unsigned int flags = 0;
	struct trace_array *tr;

	preempt_disable_notrace();
	tr = READ_ONCE(syscall_trace_only) ?: first_instance();
	if (likely(tr)) {
		task->clock = tr->clock_id;
		task->entry_time = ring_buffer_time_stamp(tr->array_buffer.buffer);
		flags = SYSCALL_TRACE_HEAD_TIMED;
	}
	preempt_enable_notrace();

	return flags;
}

/* Find what a record of the current call has to say. @words: room for its arguments. */
static __always_inline void fill_in(struct syscall_trace_contents *what,
				    const struct syscall_trace_task *task, struct pt_regs *regs,
				    int type, long ret, unsigned long *words)
{
	what->ret = ret;
	if (type == TRACE_SYSCALL_EXIT && !(task->flags & SYSCALL_TRACE_HEAD_SPLIT)) {
		/* All is in the record of the entry. */
		syscall_trace_put_nothing(what);
	} else if (task->stored) {
		syscall_trace_put_stored(what, task, task->store, task->store->size);
	} else if (!task->nr_args) {
		syscall_trace_put_nothing(what);
	} else {
		syscall_trace_get_arguments(current, regs, task->abi, task->nr, words);
		syscall_trace_put_args(what, task, words, words + SYSCALL_TRACE_MAX_ARGS);
		what->size = 0;
		what->clip = false;
	}
}

/* Write a record of the current call to the instances @to. Preemption is disabled. */
static noinline void write_to_these(const struct syscall_trace_task *task, struct pt_regs *regs,
				    int type, long ret, u64 to)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_contents what;

	fill_in(&what, task, regs, type, ret, words);
	syscall_trace_write(task, type, &what, to);
}

/* The same to all instances that want it. */
static void write_everywhere(const struct syscall_trace_task *task, struct pt_regs *regs, int type,
			     long ret)
{
	write_to_these(task, regs, type, ret, syscall_trace_wanted_by(task));
}

/*
 * Put the record of a whole call into the block of this CPU. Returns false if it has to go to
 * the ring buffer, or if the instance does not collect records any more.
 */
static __always_inline bool put_in_block(struct trace_array *tr,
					 const struct syscall_trace_task *task,
					 struct pt_regs *regs, long ret)
{
	unsigned int context = unlikely(tif_need_resched()) ? syscall_trace_context() : 0;
	struct ring_buffer_block __percpu *batch = READ_ONCE(tr->syscall_trace.batch);
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_contents what __uninitialized;
	bool put;
	u64 ts;

	lockdep_assert_irqs_enabled();

	if (unlikely(!batch))
		return false;

	raw_local_irq_disable();
	/* First, because then little has to be kept while the clock is read. */
	ts = ring_buffer_block_time(tr->array_buffer.buffer);
	fill_in(&what, task, regs, TRACE_SYSCALL_CALL, ret, words);
	put = likely(!what.clip) &&
	      syscall_trace_batch_put(tr, this_cpu_ptr(batch), ts, task, TRACE_SYSCALL_CALL,
				      context, &what, what.size, NULL);
	raw_local_irq_enable();

	return put;
}

/* Write the record of a whole call, into the block of this CPU if there is one. */
static noinline void write_batched(const struct syscall_trace_task *task, struct pt_regs *regs,
				   long ret)
{
	struct trace_array *tr = READ_ONCE(syscall_trace_only_batching);

	if (unlikely(!tr) || unlikely(!put_in_block(tr, task, regs, ret)))
		write_everywhere(task, regs, TRACE_SYSCALL_CALL, ret);
}

/* Write a record to the only instance. As a rule, it wants all that was copied. */
static __always_inline void write_to(struct trace_array *tr, const struct syscall_trace_task *task,
				     struct pt_regs *regs, int type, long ret)
{
	/* syscall_get_arguments() fills it: automatic zeroing would cost time. */
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_contents what __uninitialized;

	fill_in(&what, task, regs, type, ret, words);
	if (likely(!what.clip))
		syscall_trace_write_here(tr, task, type, &what);
	else
		write_everywhere(task, regs, type, ret);
}

/* Write a record to whoever wants it. Preemption is disabled. */
static __always_inline void write_record(const struct syscall_trace_task *task,
					 struct pt_regs *regs, int type, long ret)
{
	struct trace_array *tr = READ_ONCE(syscall_trace_only);

	if (likely(tr))
		write_to(tr, task, regs, type, ret);
	else if (type == TRACE_SYSCALL_CALL)
		write_batched(task, regs, ret);
	else
		write_everywhere(task, regs, type, ret);
}

/* Write the record of a call that begins. */
static noinline void write_entry(const struct syscall_trace_task *task, struct pt_regs *regs)
{
	guard(preempt_notrace)();
	write_record(task, regs, TRACE_SYSCALL_ENTER, 0);
}

/*
 * Write the record of a call that has ended, and of which there is none yet. The caller has
 * disabled preemption. It is enabled here, because to leave the hook is all that is left then.
 */
static noinline void write_whole(struct trace_array *tr, const struct syscall_trace_task *task,
				 struct pt_regs *regs, long ret)
{
	write_to(tr, task, regs, TRACE_SYSCALL_CALL, ret);
	preempt_enable_notrace();
}

/* The same, to whoever wants it. */
static __always_inline void write_call(const struct syscall_trace_task *task,
				       struct pt_regs *regs, long ret)
{
	struct trace_array *tr = READ_ONCE(syscall_trace_only);

	if (likely(tr)) {
		write_whole(tr, task, regs, ret);
	} else {
		write_batched(task, regs, ret);
		preempt_enable_notrace();
	}
}

/* Write the record of the exit of a call whose entry was written, or not seen. */
static noinline void write_exit(const struct syscall_trace_task *task, struct pt_regs *regs,
				long ret)
{
	guard(preempt_notrace)();
	write_record(task, regs, TRACE_SYSCALL_EXIT, ret);
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
	store->size = 0;
	if (likely(syscall_trace_begins_with_strings(store, call))) {
		if (call->captures & ~SYSCALL_TRACE_STR_MASK(~0U) &&
		    call->captures & store->limits.mask)
			syscall_trace_note_output(task, store, call);
		if (store->limits.strlen)
			store->size = syscall_trace_capture_string(store, call);
	} else if (call->captures & store->limits.mask) {
		syscall_trace_capture_enter(task, store, call);
	}
	store->entered = store->size;
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
static noinline void show_uncopied(struct syscall_trace_task *task, u32 run)
{
	/* Pairs with the load in show_other(). */
	smp_store_release(&task->entered, run);
	syscall_trace_show_current();
}

/* From here on, the call is in flight. @options: some of the tracer's. */
static __always_inline void record_entered(struct syscall_trace_task *task, struct pt_regs *regs,
					   u32 run, u32 options)
{
	if (unlikely(options & SYSCALL_TRACE_OPT_ENTRIES)) {
		/* Nobody else shows the entry: the call is not in flight yet. */
		write_entry(task, regs);
		run |= SYSCALL_TRACE_RUN_SHOWN;
	}
	/* Pairs with the load in show_other(): what is above belongs to the call. */
	smp_store_release(&task->entered, run);
}

/* The same of a call that has something to copy. Returns its number. */
static __always_inline long copy_and_record(struct syscall_trace_task *task, struct pt_regs *regs,
					    const struct syscall_trace_call *call, u32 run,
					    u32 options)
{
	if (unlikely(!is_recording())) {
		WRITE_ONCE(task->entered, run | SYSCALL_TRACE_RUN_SHOWN);
		return task->nr;
	}
	if (unlikely(!capture_enter(task, regs, call))) {
		show_uncopied(task, run);
		return task->nr;
	}
	run = end_capture(task);
	if (unlikely(!run))
		return task->nr;
	if (task->flags & SYSCALL_TRACE_HEAD_SPLIT)
		run |= SYSCALL_TRACE_RUN_EXIT_WORK;
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
	WRITE_ONCE(task->entered, SYSCALL_TRACE_RUN_LEFT_OUT);
	if (static_branch_unlikely(&syscall_stat_on))
		WRITE_ONCE(task->stat.epoch, 0);
}

/* Leave a call out if no instance wants to see it. Returns whether that is so. */
static bool is_left_out(struct pt_regs *regs, long syscall)
{
	struct syscall_trace_task *task = &current->syscall_trace;
	unsigned int index = syscall_trace_set_index(syscall);

	if (test_bit(index, syscall_trace_chosen_calls.wanted) &&
	    !syscall_trace_is_refused(task, regs, syscall, index))
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
	struct syscall_trace_task *task = &current->syscall_trace;
	const struct syscall_trace_call *call;
	unsigned int flags;

	/* There may have been a call that never got to its exit. Nobody may show a mixture. */
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
			run |= SYSCALL_TRACE_RUN_EXIT_WORK;
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
			    READ_ONCE(syscall_trace_flags.val));
}

/* The entry of a call that some instance wants, while some do not want all. Returns @syscall. */
static __always_inline long record_wanted_enter(struct pt_regs *regs, long syscall, u32 run)
{
	if (run & SYSCALL_TRACE_RUN_SELECT_ONLY)
		return record_selected_enter(regs, syscall, run);
	if (run & SYSCALL_TRACE_RUN_COUNT_SELECTED)
		return syscall_stat_enter(syscall);

	return record_unusual_enter(regs, syscall, run & ~SYSCALL_TRACE_RUN_SELECT);
}

/* The same because of conditions. It is counted when it ends. */
static void leave_out_counted(struct syscall_trace_task *task)
{
	WRITE_ONCE(task->entered, SYSCALL_TRACE_RUN_LEFT_OUT | SYSCALL_TRACE_RUN_EXIT_WORK);
}

/*
 * Copy what the call has at its entry, for conditions and for the record. Returns the run, with
 * what the exit has to do; 0: nothing is left to do at the entry.
 */
static u32 copy_filtered(struct syscall_trace_task *task, struct pt_regs *regs,
			 const struct syscall_trace_call *call, u32 run)
{
	if (!call->captures)
		return run;
	if (unlikely(!is_recording())) {
		/* What has not been copied cannot be asked about later. */
		if (READ_ONCE(task->wanted) & ~task->refused)
			WRITE_ONCE(task->entered, run | SYSCALL_TRACE_RUN_SHOWN);
		else
			leave_out_counted(task);
		return 0;
	}
	if (unlikely(!capture_enter(task, regs, call))) {
		/* What cannot be asked later is taken as true: see show_uncopied(). */
		task->refused &= ~task->deferred;
		show_uncopied(task, run);
		return 0;
	}
	run = end_capture(task);
	if (run && task->flags & SYSCALL_TRACE_HEAD_SPLIT)
		run |= SYSCALL_TRACE_RUN_EXIT_WORK;

	return run;
}

/*
 * The entry of a call about which some instance has conditions. As soon as it is known that no
 * instance wants the call, it is left out, but counted.
 */
static noinline long record_filtered_enter(struct pt_regs *regs, long syscall, u32 run)
{
	struct syscall_trace_task *task = &current->syscall_trace;
	u32 options = READ_ONCE(syscall_trace_flags.val);
	unsigned long args[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_question question __uninitialized;
	const struct syscall_trace_call *call;
	unsigned int flags;

	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_enter(syscall);

	WRITE_ONCE(task->entered, 0);
	barrier();
	syscall_trace_end_wait(task);
	flags = options & SYSCALL_TRACE_OPT_TIME ? note_entry_time(task) : 0;
	call = identify(task, syscall, flags);
	syscall_trace_get_arguments(current, regs, task->abi, task->nr, args);
	if (!syscall_trace_ask_begun(&question, task, args))
		goto leave_out;
	run = copy_filtered(task, regs, call, run & SYSCALL_TRACE_RUN_MASK);
	if (!run)
		return syscall;
	if (task->filtered) {
		if ((call->captures || question.again) &&
		    !syscall_trace_ask_copied(&question))
			goto leave_out;
		run |= task->filtered ? SYSCALL_TRACE_RUN_FILTERED : 0;
	}
	if (options & SYSCALL_TRACE_OPT_ENTRIES) {
		guard(preempt_notrace)();
		write_everywhere(task, regs, TRACE_SYSCALL_ENTER, 0);
		run |= SYSCALL_TRACE_RUN_SHOWN;
	}
	record_entered(task, regs, run, 0);

	return syscall;

leave_out:
	leave_out_counted(task);

	return syscall;
}

/* The entry of a call that some instance wants, but not all, or not in each case. */
static noinline long record_partly_wanted_enter(struct pt_regs *regs, long syscall, u32 run)
{
	if (is_left_out(regs, syscall))
		return syscall;
	if (test_bit(syscall_trace_set_index(syscall), syscall_trace_filtered_calls) &&
	    !(run & SYSCALL_TRACE_RUN_COUNT_SELECTED))
		return record_filtered_enter(regs, syscall, run);

	return record_wanted_enter(regs, syscall, run);
}

/*
 * The entry of a call while some instance does not want all calls. To leave a call out is
 * shorter than anything else: so all else ends with another function. Returns @syscall.
 */
static noinline long record_enter_if_wanted(struct pt_regs *regs, long syscall, u32 run)
{
	unsigned int index = syscall_trace_set_index(syscall);

	if (!test_bit(index, syscall_trace_chosen_calls.wanted)) {
		leave_out(&current->syscall_trace);
		return syscall;
	}
	if (unlikely(test_bit(index, syscall_trace_chosen_calls.partly)))
		return record_partly_wanted_enter(regs, syscall, run);
	current->syscall_trace.refused = 0;

	return record_wanted_enter(regs, syscall, run);
}

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
	if (run & SYSCALL_TRACE_RUN_COUNT_ONLY)
		return syscall_stat_enter(syscall);
	if (run & SYSCALL_TRACE_RUN_TIME_ONLY)
		return record_timed_enter(regs, syscall, run);
	if (run & SYSCALL_TRACE_RUN_SELECT)
		return record_enter_if_wanted(regs, syscall, run);

	return record_unusual_enter(regs, syscall, run);
}

static bool is_entered(const struct syscall_trace_task *task, u32 run)
{
	return (task->entered & SYSCALL_TRACE_RUN_MASK) == run;
}

/* Let the exit do more than to write a record. Interrupts may change @entered, too. */
static void add_exit_work(struct syscall_trace_task *task)
{
	u32 entered = READ_ONCE(task->entered);

	while (!try_cmpxchg_local(&task->entered, &entered,
				  entered | SYSCALL_TRACE_RUN_EXIT_WORK))
		;
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
	struct syscall_trace_task *task = &current->syscall_trace;
	u32 run = READ_ONCE(syscall_trace_current_run);

	syscall_trace_record_enter(regs, syscall);
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_hold();
	if (!run || !is_entered(task, run))
		return;

	task->held = task->seq;
	task->asked = syscall_trace_hash(regs);
	/* The exit must find out whether the call was turned down. */
	add_exit_work(task);
}

/* Copy what the call has written. Returns whether there is a record of the entry. */
static bool capture_exit(struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_store *store = task->store;
	bool shown = READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_SHOWN;

	if (!shown && unlikely(!syscall_trace_output_fits(store))) {
		syscall_trace_show_current();
		shown = true;
	}
	if (shown)
		syscall_trace_drop_shown(store);
	syscall_trace_capture_exit(task, store, ret);

	return shown;
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

	if (split && !task->stored)
		syscall_trace_keep_args(task, regs);
	if (split && syscall_trace_capture_simple(task, ret)) {
		/* If it was shown meanwhile, what the record of the entry has is dropped below. */
		split = false;
		dropped = false;
	} else if (split) {
		WRITE_ONCE(task->busy, true);
		dropped = capture_exit(task, ret);
	}

	preempt_disable_notrace();
	if (likely(!(xchg(&task->entered, 0) & SYSCALL_TRACE_RUN_SHOWN))) {
		write_call(task, regs, ret);
	} else {
		preempt_enable_notrace();
		/* It slept while it was copying. */
		if (unlikely(!dropped))
			syscall_trace_drop_shown(task->store);
		write_exit(task, regs, ret);
	}

	if (split) {
		WRITE_ONCE(task->busy, false);
		if (unlikely(!READ_ONCE(syscall_trace_current_run)))
			syscall_trace_leave_store(task);
	}
}

/* Record the end of a call about which conditions have to be asked. */
static noinline void end_filtered(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	bool split = task->flags & SYSCALL_TRACE_HEAD_SPLIT, shown;
	unsigned long args[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_verdict verdict;
	u64 others;

	syscall_trace_end_wait(task);
	if (split) {
		if (!task->stored)
			syscall_trace_keep_args(task, regs);
		WRITE_ONCE(task->busy, true);
		syscall_trace_capture_exit(task, task->store, ret);
	}
	syscall_trace_args_of(task, args);
	verdict = syscall_trace_ask_ended(task, args, ret);

	preempt_disable_notrace();
	shown = xchg(&task->entered, 0) & SYSCALL_TRACE_RUN_SHOWN;
	others = READ_ONCE(task->wanted) & ~task->refused & ~verdict.record;
	/* First what needs all that was copied. */
	if (verdict.record | (shown ? 0 : others))
		write_to_these(task, regs, TRACE_SYSCALL_CALL, ret,
			       verdict.record | (shown ? 0 : others));
	if (shown && others) {
		if (split)
			syscall_trace_drop_shown(task->store);
		write_to_these(task, regs, TRACE_SYSCALL_EXIT, ret, others);
	}
	preempt_enable_notrace();
	syscall_trace_act(&verdict);

	if (split) {
		WRITE_ONCE(task->busy, false);
		if (unlikely(!READ_ONCE(syscall_trace_current_run)))
			syscall_trace_leave_store(task);
	}
}

/* Record the end of a call that was entered in this run, by what was found at its entry. */
static __always_inline void end_any_call(struct syscall_trace_task *task, struct pt_regs *regs,
					 long ret)
{
	if (unlikely(READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_FILTERED))
		end_filtered(task, regs, ret);
	else
		end_call(task, regs, ret);
}

static noinline void end_rewritten(struct syscall_trace_task *task, struct pt_regs *regs)
{
	task->flags |= SYSCALL_TRACE_HEAD_NO_RESULT | SYSCALL_TRACE_HEAD_REWRITTEN;
	/* An error, so that no output is copied. It is not shown. */
	end_any_call(task, regs, -EINTR);
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
	struct syscall_trace_task *task = &current->syscall_trace;
	u32 run = READ_ONCE(syscall_trace_current_run);

	if (unlikely(!run))
		return;
	if (unlikely(READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_LEFT_OUT)) {
		syscall_trace_record_enter(regs, syscall);
		return;
	}
	if (static_branch_unlikely(&syscall_stat_on)) {
		syscall_stat_pass(syscall);
		if (READ_ONCE(syscall_trace_entry_run) &
		    (SYSCALL_TRACE_RUN_COUNT_ONLY | SYSCALL_TRACE_RUN_COUNT_SELECTED))
			return;
	}

	if (is_entered(task, run) && task->held == task->seq) {
		if (task->asked == syscall_trace_hash(regs)) {
			task->held = 0;
			return;
		}
		/* A debugger's way to turn a call down. */
		if (syscall == -1)
			return;
		task->held = 0;
		end_rewritten(task, regs);
	}
	syscall_trace_record_enter(regs, syscall);
}

/* Record the exit of a call whose entry was not seen: nobody traced the task, or it is new. */
static noinline void record_unseen_exit(struct syscall_trace_task *task, struct pt_regs *regs,
					long ret)
{
	int nr = syscall_get_nr(current, regs);

	bool selects = READ_ONCE(syscall_trace_entry_run) & SYSCALL_TRACE_RUN_SELECT;

	if (selects && is_left_out(regs, nr))
		return;
	WRITE_ONCE(task->entered, 0);
	identify(task, nr, 0);
	if (selects && !syscall_trace_ask_unseen(task, ret))
		return;
	if (selects) {
		guard(preempt_notrace)();
		write_everywhere(task, regs, TRACE_SYSCALL_EXIT, ret);
		return;
	}
	write_exit(task, regs, ret);
}

/* Record an exit that has work to do, or whose entry was written or not seen. */
static noinline void record_exit_more(struct syscall_trace_task *task,
				      struct pt_regs *regs, u32 run)
{
	long ret = syscall_get_return_value(current, regs);

	/* There is nothing but the result to record, and nobody else shows the call any more. */
	if (READ_ONCE(task->entered) == (run | SYSCALL_TRACE_RUN_SHOWN)) {
		WRITE_ONCE(task->entered, 0);
		write_exit(task, regs, ret);
		return;
	}
	if (!is_entered(task, run)) {
		if (!(READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_LEFT_OUT))
			record_unseen_exit(task, regs, ret);
		return;
	}
	/* As when it began, perhaps: then nothing was copied, and the entry counts as shown. */
	if (!is_recording()) {
		syscall_trace_end_wait(task);
		WRITE_ONCE(task->entered, 0);
		task->held = 0;
		return;
	}
	if (task->held == task->seq && syscall_trace_has_no_result(regs))
		task->flags |= SYSCALL_TRACE_HEAD_NO_RESULT;
	task->held = 0;
	end_any_call(task, regs, ret);
}

/* Record the exit of a call that may have output, which is simple to copy as a rule. */
static noinline void record_output_exit(struct syscall_trace_task *task, struct pt_regs *regs,
					u32 run)
{
	long ret = syscall_get_return_value(current, regs);

	if (!task->stored)
		syscall_trace_keep_args(task, regs);
	if (unlikely(task->held == task->seq) || unlikely(!is_recording()) ||
	    unlikely(!capture_simply(task, ret))) {
		record_exit_more(task, regs, run);
		return;
	}
	preempt_disable_notrace();
	if (likely(!(xchg(&task->entered, 0) & SYSCALL_TRACE_RUN_SHOWN))) {
		write_record(task, regs, TRACE_SYSCALL_CALL, ret);
	} else {
		syscall_trace_drop_shown(task->store);
		write_exit(task, regs, ret);
	}
	preempt_enable_notrace();
}

/* All that the exit of a call has to do, but for counting it. */
static __always_inline void record_exit(struct pt_regs *regs, u32 run)
{
	struct syscall_trace_task *task = &current->syscall_trace;
	u32 entered = run;

	preempt_disable_notrace();
	/*
	 * As a rule, nothing is left to do but to write the record. An interrupt may have
	 * shown the entry: from here on, there is none to show.
	 */
	if (unlikely(!try_cmpxchg_local(&task->entered, &entered, 0))) {
		preempt_enable_notrace();
		entered &= ~SYSCALL_TRACE_RUN_SHOWN;
		if (entered == (run | SYSCALL_TRACE_RUN_EXIT_WORK) &&
		    task->flags & SYSCALL_TRACE_HEAD_SPLIT)
			record_output_exit(task, regs, run);
		else
			record_exit_more(task, regs, run);
		return;
	}
	write_call(task, regs, syscall_get_return_value(current, regs));
}

/* The exit of a call that some instance wants, while some do not want all. */
static noinline void record_wanted_exit(struct pt_regs *regs, u32 run)
{
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_exit(regs);
	if (!(run & SYSCALL_TRACE_RUN_COUNT_SELECTED))
		record_exit(regs, run & SYSCALL_TRACE_RUN_MASK);
}

/* The exit of a call while some instance does not want all calls. */
static noinline void record_exit_if_wanted(struct pt_regs *regs, u32 run)
{
	if (current->syscall_trace.entered != SYSCALL_TRACE_RUN_LEFT_OUT)
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

	if (likely(syscall_trace_is_usual(run)))
		record_exit(regs, run);
	else if (run & SYSCALL_TRACE_RUN_COUNT_ONLY)
		syscall_stat_exit(regs);
	else if (run & SYSCALL_TRACE_RUN_SELECT)
		record_exit_if_wanted(regs, run);
	else
		record_unusual_exit(regs, run);
}

static int watch_tasks(void)
{
	syscall_trace_watch(!list_empty(&syscall_trace_instances));
	syscall_trace_watch_namespaces(!list_empty(&syscall_trace_tracing));

	return syscall_trace_watch_tasks();
}

/*
 * Also called while no instance has the tracer. The caller stores the new value, too, but
 * only after this function, which needs it.
 */
static int syscall_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	struct syscall_trace_instance *inst;
	int ret;

	if (set)
		WRITE_ONCE(syscall_trace_flags.val, old_flags | bit);
	else
		WRITE_ONCE(syscall_trace_flags.val, old_flags & ~bit);
	syscall_trace_update_limits();
	if (bit == SYSCALL_TRACE_OPT_STAT_ONLY && syscall_trace_current_run)
		/* Calls in flight have a recorded entry and no recorded exit, or the reverse. */
		syscall_trace_begin_run();
	else
		syscall_trace_set_run(syscall_trace_current_run);
	list_for_each_entry(inst, &syscall_trace_tracing, tracing) {
		tr = container_of(inst, struct trace_array, syscall_trace);
		syscall_trace_record_tgid(tr, syscall_trace_wants_tgid(tr));
	}

	ret = watch_tasks() ?: syscall_stat_update() ?: syscall_trace_update_batches();
	if (!ret && bit == SYSCALL_TRACE_OPT_READERS)
		ret = syscall_trace_update_tasks();
	if (ret) {
		/* Nothing above depends on the options that can fail to be switched on. */
		WRITE_ONCE(syscall_trace_flags.val, old_flags);
		watch_tasks();
		syscall_stat_update();
		syscall_trace_update_batches();
	}

	return ret;
}

static int syscall_flag_changed(struct trace_array *tr, u32 mask, int set)
{
	if (mask == TRACE_ITER_RECORD_TGID)
		syscall_trace_record_tgid(tr, set || syscall_trace_option(SYSCALL_TRACE_OPT_JSON));

	return 0;
}

/* Begin to record calls in an instance. The caller updates the tasks. */
static int begin_calls(struct trace_array *tr)
{
	bool first = list_empty(&syscall_trace_instances);
	int ret;

	list_add_tail_rcu(&tr->syscall_trace.list, &syscall_trace_instances);
	syscall_trace_update_only();
	syscall_trace_update_limits();
	/* Also if the rest fails: syscall_trace_free_stores() tells runs by their number. */
	if (first)
		syscall_trace_begin_run();
	ret = watch_tasks() ?: syscall_stat_update() ?: syscall_trace_update_batches();

	return ret ?: syscall_trace_update_calls();
}

/* End it. The caller updates the tasks, and then calls forget_calls(). */
static void end_calls(struct trace_array *tr)
{
	syscall_trace_show_all();
	list_del_rcu(&tr->syscall_trace.list);
	syscall_trace_update_only();
	syscall_trace_update_limits();
	syscall_stat_leave(&tr->syscall_trace);
	syscall_trace_leave_batch(&tr->syscall_trace);
	if (list_empty(&syscall_trace_instances)) {
		watch_tasks();
		syscall_trace_set_run(0);
		syscall_trace_update_batches();
	}
}

static void forget_calls(void)
{
	syscall_trace_update_calls();
	if (list_empty(&syscall_trace_instances))
		syscall_trace_free_stores();
}

/**
 * syscall_trace_switch_calls - begin or end to record calls in an instance of the tracer process
 * @tr: the instance, whose process_trace_syscalls has changed
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error: then the caller sets it back, and calls this again.
 */
int syscall_trace_switch_calls(struct trace_array *tr)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;

	lockdep_assert_held(&trace_types_lock);

	if (!inst->bit || !inst->process.on)
		return 0;
	if (syscall_trace_records_calls(inst))
		return begin_calls(tr) ?: syscall_trace_update_tasks();

	end_calls(tr);
	syscall_trace_update_tasks();
	forget_calls();
	/* The instance may come back to the list next: wait for hooks that walk it. */
	synchronize_rcu();

	return 0;
}

static void syscall_tracer_reset(struct trace_array *tr)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;

	lockdep_assert_held(&trace_types_lock);

	if (syscall_trace_records_calls(inst))
		end_calls(tr);
	list_del_rcu(&inst->tracing);
	watch_tasks();
	inst->bit = 0;
	syscall_trace_update_tasks();
	if (syscall_trace_records_calls(inst))
		forget_calls();

	syscall_trace_record_tgid(tr, false);
	tracing_stop_cmdline_record();

	/* The instance may be freed next: wait for hooks that walk the list. */
	synchronize_rcu();
}

/* Error for error_log, which keeps the pointer. */
static const char **no_bit_error = (const char *[]) {
	"64 instances trace system calls already",
};

/* Find a bit for an instance by which tasks tell whether it wants them; 0: all are in use. */
static u64 find_bit_for_instance(void)
{
	const struct syscall_trace_instance *inst;
	u64 used = 0;

	list_for_each_entry(inst, &syscall_trace_tracing, tracing)
		used |= inst->bit;

	return ~used & (used + 1);
}

/* Begin to trace. @process: as the tracer process does. */
static int begin(struct trace_array *tr, bool process)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;
	int ret = 0;

	lockdep_assert_held(&trace_types_lock);

	inst->bit = find_bit_for_instance();
	if (!inst->bit) {
		tracing_log_err(tr, "current_tracer", process ? "process" : "syscall",
				no_bit_error, 0, 0);
		return -ENOSPC;
	}

	inst->process.on = process;
	/* Lines begin with the name of the task. */
	tracing_start_cmdline_record();
	syscall_trace_record_tgid(tr, syscall_trace_wants_tgid(tr));
	list_add_tail_rcu(&inst->tracing, &syscall_trace_tracing);
	ret = syscall_trace_records_calls(inst) ? begin_calls(tr) : watch_tasks();
	ret = ret ?: syscall_trace_update_tasks();
	if (ret)
		syscall_tracer_reset(tr);

	return ret;
}

static int syscall_tracer_init(struct trace_array *tr)
{
	return begin(tr, false);
}

static int process_tracer_init(struct trace_array *tr)
{
	return begin(tr, true);
}

/*
 * Splicing trace_pipe drops lines that do not fit into the rest of a page, because text
 * is made in a buffer of two pages. If it is refused, readers fall back on read().
 */
static ssize_t refuse_splice(struct trace_iterator *iter, struct file *file,
			     loff_t *ppos, struct pipe_inode_info *pipe,
			     size_t len, unsigned int flags)
{
	return -EINVAL;
}

/* An oops dump has no iterators of the ring buffer either: this tells the two apart. */
static void mark_pipe(struct trace_iterator *iter)
{
	iter->private = &syscall_trace_pipe;
}

/* Nothing but JSON: no header, no prefix of lines. */
static bool is_bare(void)
{
	return syscall_trace_option(SYSCALL_TRACE_OPT_JSON);
}

static struct tracer syscall_tracer __tracer_data = {
	.name		= "syscall",
	.init		= syscall_tracer_init,
	.reset		= syscall_tracer_reset,
	.pipe_open	= mark_pipe,
	.print_header	= syscall_trace_print_header,
	.splice_read	= refuse_splice,
	.print_line	= syscall_trace_print_json,
	.is_bare	= is_bare,
	.flags		= &syscall_trace_flags,
	.set_flag	= syscall_set_flag,
	.flag_changed	= syscall_flag_changed,
#ifdef CONFIG_FTRACE_SELFTEST
	.selftest	= trace_selftest_startup_syscall,
#endif
	.allow_instances = true,
};

static struct tracer process_tracer __tracer_data;

static __init int syscall_tracer_register(void)
{
	int ret;

	ret = syscall_trace_register_output();
	if (ret)
		return ret;
	syscall_trace_set_boot_lists();

	/* They differ in which tasks they trace, and in what they record of these. */
	process_tracer = syscall_tracer;
	process_tracer.name = "process";
	process_tracer.init = process_tracer_init;

	return register_tracer(&syscall_tracer) ?: register_tracer(&process_tracer);
}
core_initcall(syscall_tracer_register);
