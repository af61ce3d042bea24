// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: "echo syscall > current_tracer".
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
#include "syscall/capture/capture.h"
#include "syscall/record.h"

/* Stands for every call that the table does not have. */
static const struct syscall_trace_call unknown_call = {
	.nr_args	= SYSCALL_TRACE_MAX_ARGS,
};

/* Fill in the head of the records of a call that begins. */
static __always_inline const struct syscall_trace_call *
identify(struct syscall_trace_task *task, struct pt_regs *regs, int nr)
{
	struct syscall_trace_head *head = &task->head;
	const struct syscall_trace_call *call;

	call = syscall_trace_arch_call(regs, nr, head);
	if (unlikely(!call))
		call = &unknown_call;

	head->id = call->id;
	head->seq++;
	head->nr_args = call->nr_args;
	head->flags = 0;

	return call;
}

static unsigned int copy_string(struct syscall_trace_store *store, unsigned int words,
				unsigned int arg, unsigned int limit)
{
	const char __user *str = (const char __user *)store->args[arg];

	return words + syscall_trace_copy_string((void *)&store->args[words], arg, str,
						 limit) / sizeof(*store->args);
}

/* Copy the strings of a call that has nothing else to copy. They share the room. */
static noinline unsigned int capture_strings(struct syscall_trace_store *store,
					     const struct syscall_trace_call *call)
{
	unsigned int limit = syscall_trace_string_limit(&store->limits, call->captures);
	unsigned int left = SYSCALL_TRACE_STR_MASK(call->captures);
	unsigned int words = call->nr_args;

	for (; left; left &= left - 1)
		words = copy_string(store, words, __ffs(left), limit);

	return words;
}

/* Copy the only string of a call again, in full. Its blob is behind @words. */
static noinline unsigned int capture_again(struct syscall_trace_store *store,
					   unsigned int words)
{
	const struct syscall_trace_blob *blob = (void *)&store->args[words];

	return copy_string(store, words, blob->arg, store->limits.strlen);
}

/*
 * Most calls with strings have one, which is resident and not too long. Only that is done
 * here. All others start again in a function that is not inline: variables that live
 * across the read would cost the common case, too.
 */
static __always_inline unsigned int capture_string(struct syscall_trace_store *store,
						   const struct syscall_trace_call *call)
{
	unsigned int strings = SYSCALL_TRACE_STR_MASK(call->captures), words = call->nr_args;
	struct syscall_trace_blob *blob = (void *)&store->args[words];
	const char __user *str;
	unsigned long len;

	if (unlikely(strings & (strings - 1)))
		return capture_strings(store, call);

	syscall_trace_begin_string(blob, __ffs(strings));
	str = (const char __user *)store->args[__ffs(strings)];
	if (unlikely(!str || syscall_trace_has_devices()))
		return capture_again(store, words);
	len = syscall_trace_read_resident_string(blob->data, str, store->limits.strlen + 1);
	if (unlikely(len > store->limits.strlen))
		return capture_again(store, words);
	blob->len = len;

	return words + syscall_trace_blob_size(len) / sizeof(*store->args);
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

/* The same, with the first instance tried first: as a rule, its recording is on. */
static __always_inline bool is_recording(void)
{
	struct list_head *first;
	struct trace_array *tr;

	preempt_disable_notrace();
	first = rcu_dereference_raw(list_next_rcu(&syscall_trace_instances));
	tr = container_of(first, struct trace_array, syscall_trace.list);
	if (likely(first != &syscall_trace_instances) && likely(!tr->buffer_disabled)) {
		preempt_enable_notrace();
		return true;
	}
	preempt_enable_notrace();

	return others_record();
}

/*
 * Take the time by the clock of the first instance. Readers of an instance with another
 * clock see in the blob that they cannot use it.
 */
static noinline void note_entry_time(struct syscall_trace_task *task)
{
	struct syscall_trace_instance *inst;
	struct trace_array *tr;

	guard(preempt_notrace)();
	inst = list_first_or_null_rcu(&syscall_trace_instances,
				      struct syscall_trace_instance, list);
	if (inst) {
		tr = container_of(inst, struct trace_array, syscall_trace);
		task->clock = tr->clock_id;
		task->entry_time = ring_buffer_time_stamp(tr->array_buffer.buffer);
		/* identify() is about to count the call. */
		task->timed = task->head.seq + 1;
	}
}

/* Mark the task as busy, and get its store; NULL: no memory. */
static __always_inline struct syscall_trace_store *begin_capture(struct syscall_trace_task *task)
{
	struct syscall_trace_store *store;

	WRITE_ONCE(task->entered, SYSCALL_TRACE_RUN_BUSY);
	store = syscall_trace_current_store(task);
	if (unlikely(!store))
		task->head.flags |= SYSCALL_TRACE_HEAD_UNCOPIED;

	return store;
}

/*
 * Copy what the arguments of a call point to when it begins. Returns the number of words
 * in the record. @run: gets SYSCALL_TRACE_RUN_EXIT_WORK if the exit has to copy, too.
 */
static __always_inline unsigned int capture_enter(struct syscall_trace_task *task,
						  struct syscall_trace_store *store,
						  const struct syscall_trace_call *call, u32 *run)
{
	unsigned int words = call->nr_args;

	if (likely(call->captures == SYSCALL_TRACE_STR_MASK(call->captures))) {
		if (store->limits.strlen)
			words = capture_string(store, call);
		store->words = words;
		return words;
	}

	store->words = words;
	if (call->captures & store->limits.mask) {
		syscall_trace_capture_enter(task, store, call);
		if (task->head.flags & SYSCALL_TRACE_HEAD_SPLIT)
			*run = SYSCALL_TRACE_RUN_EXIT_WORK;
	}

	return store->words;
}

/**
 * syscall_trace_record_enter - record the entry of a system call
 * @regs: the task's registers
 * @syscall: the number that the task passed
 *
 * Context: the task's own, preemptible, interrupts on. Reads user memory and
 * may sleep.
 */
void syscall_trace_record_enter(struct pt_regs *regs, long syscall)
{
	/* syscall_get_arguments() fills it: automatic zeroing would cost time. */
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_task *task = &current->syscall_trace;
	struct syscall_trace_store *store = NULL;
	const struct syscall_trace_call *call;
	struct syscall_trace_instance *inst;
	u32 run = READ_ONCE(syscall_trace_entry_run), at_exit = 0;
	unsigned long *args = words;
	unsigned int nr;

	/* Not tracing, or SYSCALL_TRACE_RUN_EXIT_WORK in one comparison */
	if (unlikely((s32)run <= 0)) {
		if (!run)
			return;
		note_entry_time(task);
	}

	call = identify(task, regs, syscall);
	if (call->captures && is_recording()) {
		store = begin_capture(task);
		if (likely(store))
			args = store->args;
	}

	syscall_get_arguments(current, regs, args);
	if (unlikely(task->head.abi))
		syscall_trace_narrow_words(&task->head, args);

	if (store) {
		nr = capture_enter(task, store, call, &at_exit);

		/* From here on, not being preempted keeps the store: see take_stores(). */
		preempt_disable_notrace();
		/* Meanwhile, the tracer may have been switched off. */
		run = READ_ONCE(syscall_trace_entry_run);
		if (unlikely(!run)) {
			preempt_enable_notrace();
			syscall_trace_leave_store(task);
			return;
		}
		run |= at_exit;
	} else {
		nr = task->head.nr_args;
		preempt_disable_notrace();
	}
	/* With this, the task is not busy any more. */
	WRITE_ONCE(task->entered, run);

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (unlikely(store && store->limits.clip))
			syscall_trace_store_enter_clipped(inst, task, store);
		else
			syscall_trace_store_enter(inst, task, args, nr);
	}
	preempt_enable_notrace();
}

static bool is_entered(const struct syscall_trace_task *task, u32 run)
{
	return (task->entered & ~SYSCALL_TRACE_RUN_EXIT_WORK) == run;
}

/**
 * syscall_trace_record_held - record the entry of a call that others may hold or change
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
	if (!run || !is_entered(task, run))
		return;

	task->held = task->head.seq;
	task->asked = syscall_trace_hash(regs);
	/* The exit must find out whether the call was turned down. */
	task->entered |= SYSCALL_TRACE_RUN_EXIT_WORK;
}

/* Record an exit that copies nothing, with the time of the entry if that was taken. */
static noinline void record_exit_words(struct syscall_trace_task *task, long ret)
{
	unsigned long time[SYSCALL_TRACE_TIME_ROOM / sizeof(long)] __uninitialized;
	const unsigned long *words = NULL;
	struct syscall_trace_instance *inst;
	unsigned int nr = 0;

	if (task->timed == task->head.seq) {
		task->head.flags |= SYSCALL_TRACE_HEAD_TIMED;
		/* The blob stands where the argument words would. */
		task->head.nr_args = 0;
		syscall_trace_time_blob(task, (void *)time);
		words = time;
		nr = ARRAY_SIZE(time);
	}

	preempt_disable_notrace();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list)
		syscall_trace_store_exit(inst, task, ret, words, nr);
	preempt_enable_notrace();
}

/* Record an exit that copies what the call has written. */
static __always_inline void record_exit_copies(struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_store *store = task->store;
	struct syscall_trace_instance *inst;
	bool clip = store->limits.clip;

	syscall_trace_capture_exit(task, store, ret);
	if (task->timed == task->head.seq) {
		task->head.flags |= SYSCALL_TRACE_HEAD_TIMED;
		syscall_trace_add_time(task, store);
	}

	preempt_disable_notrace();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (likely(!clip))
			syscall_trace_store_exit(inst, task, ret, store->args, store->words);
		else
			syscall_trace_store_exit_clipped(inst, task, store, ret);
	}
	preempt_enable_notrace();
}

static __always_inline void record_exit(struct syscall_trace_task *task, long ret)
{
	if (!(task->head.flags & SYSCALL_TRACE_HEAD_SPLIT)) {
		record_exit_words(task, ret);
		return;
	}

	WRITE_ONCE(task->entered, SYSCALL_TRACE_RUN_BUSY);
	record_exit_copies(task, ret);
	WRITE_ONCE(task->entered, 0);
	if (unlikely(!READ_ONCE(syscall_trace_current_run)))
		syscall_trace_leave_store(task);
}

static noinline void end_rewritten(struct syscall_trace_task *task)
{
	task->head.flags |= SYSCALL_TRACE_HEAD_NO_RESULT | SYSCALL_TRACE_HEAD_REWRITTEN;
	/* An error, so that no output is copied. It is not shown. */
	record_exit(task, -EINTR);
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

	if (is_entered(task, run) && task->held == task->head.seq) {
		if (task->asked == syscall_trace_hash(regs)) {
			task->held = 0;
			return;
		}
		/* A debugger's way to turn a call down. */
		if (syscall == -1)
			return;
		task->held = 0;
		end_rewritten(task);
	}
	syscall_trace_record_enter(regs, syscall);
}

/*
 * Has the call been turned down without a result? Either the task is about to die, or
 * SIGSYS is pending and the registers have been rolled back to those before the call. A
 * SIGSYS that is blocked came from somebody else: the kernel unblocks its own.
 */
static bool has_no_result(struct pt_regs *regs)
{
	return fatal_signal_pending(current) ||
	       ((int)syscall_get_return_value(current, regs) == syscall_get_nr(current, regs) &&
		sigismember(&current->pending.signal, SIGSYS) &&
		!sigismember(&current->blocked, SIGSYS));
}

/* Record an exit that has work to do, or whose entry was not recorded. */
static noinline void record_exit_half(struct syscall_trace_task *task,
				      struct pt_regs *regs, u32 run)
{
	if (!is_entered(task, run))
		/* The tracer was not on then, or it is a new child. */
		identify(task, regs, syscall_get_nr(current, regs));
	else if (task->held == task->head.seq && has_no_result(regs))
		task->head.flags |= SYSCALL_TRACE_HEAD_NO_RESULT;

	task->held = 0;
	task->entered = 0;
	record_exit(task, syscall_get_return_value(current, regs));
}

/**
 * syscall_trace_record_exit - record the return of a system call
 * @regs: the task's registers
 *
 * Number and ABI are those of the entry: exec changes both.
 *
 * Context: the task's own, preemptible, interrupts on. May sleep.
 */
void syscall_trace_record_exit(struct pt_regs *regs)
{
	struct syscall_trace_task *task = &current->syscall_trace;
	struct syscall_trace_instance *inst;
	u32 run = READ_ONCE(syscall_trace_current_run);
	long ret;

	if (unlikely(!run))
		return;

	/* As a rule, the entry was recorded in this run, and nothing is left to do. */
	if (unlikely(task->entered != run)) {
		record_exit_half(task, regs, run);
		return;
	}

	task->entered = 0;
	ret = syscall_get_return_value(current, regs);

	preempt_disable_notrace();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list)
		syscall_trace_store_exit(inst, task, ret, NULL, 0);
	preempt_enable_notrace();
}

static int watch_tasks(void)
{
	bool on = !list_empty(&syscall_trace_instances);

	syscall_trace_watch_namespaces(on);

	return syscall_trace_watch_tasks(on && syscall_trace_option(SYSCALL_TRACE_OPT_PROCESS));
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
	syscall_trace_set_run(syscall_trace_current_run);
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		tr = container_of(inst, struct trace_array, syscall_trace);
		syscall_trace_record_tgid(tr, syscall_trace_wants_tgid(tr));
	}

	/* Only SYSCALL_TRACE_OPT_PROCESS can fail, and nothing above depends on that. */
	ret = watch_tasks();
	if (ret)
		WRITE_ONCE(syscall_trace_flags.val, old_flags);

	return ret;
}

static int syscall_flag_changed(struct trace_array *tr, u32 mask, int set)
{
	if (mask == TRACE_ITER_RECORD_TGID)
		syscall_trace_record_tgid(tr, set || syscall_trace_option(SYSCALL_TRACE_OPT_JSON));

	return 0;
}

static void syscall_tracer_reset(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);

	list_del_rcu(&tr->syscall_trace.list);
	syscall_trace_update_limits();
	if (list_empty(&syscall_trace_instances)) {
		watch_tasks();
		syscall_trace_set_run(0);
		syscall_trace_flag_tasks(false);
		syscall_trace_free_stores();
	}

	syscall_trace_record_tgid(tr, false);
	tracing_stop_cmdline_record();

	/* The instance may be freed next: wait for hooks that walk the list. */
	synchronize_rcu();
}

static int syscall_tracer_init(struct trace_array *tr)
{
	bool first = list_empty(&syscall_trace_instances);
	int ret;

	lockdep_assert_held(&trace_types_lock);

	/* Lines begin with the name of the task. */
	tracing_start_cmdline_record();
	syscall_trace_record_tgid(tr, syscall_trace_wants_tgid(tr));
	list_add_tail_rcu(&tr->syscall_trace.list, &syscall_trace_instances);
	syscall_trace_update_limits();
	/* Also if the rest fails: syscall_trace_free_stores() tells runs by their number. */
	if (first)
		syscall_trace_begin_run();
	ret = watch_tasks();
	if (ret)
		syscall_tracer_reset(tr);
	else if (first)
		syscall_trace_flag_tasks(true);

	return ret;
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

static __init int syscall_tracer_register(void)
{
	int ret;

	ret = syscall_trace_register_output();
	if (ret)
		return ret;

	return register_tracer(&syscall_tracer);
}
core_initcall(syscall_tracer_register);
