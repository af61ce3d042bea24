// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: "echo syscall > current_tracer". "process" is the same tracer with
 * control files of its own. It also records what becomes of tasks between their calls.
 *
 * While an instance has it as its current tracer, every task that it wants carries a flag that
 * makes the generic entry code call the hooks. They store the number, the ABI, the argument
 * words and copies of what arguments lead to in the ring buffer of each such instance. Text is
 * made when somebody reads.
 *
 *  trace_syscalls.c	instances, options, registration
 *  syscall/		hooks, files in tracefs, events of tasks, reading the ring buffer
 *  syscall/capture/	copies of what arguments lead to; may sleep
 *  syscall/filter/	conditions about calls; pure
 *  syscall/format/	from records to text; pure
 *  syscalls.def		everything there is to know about a system call
 *
 * See Documentation/trace/syscall.rst and syscall-design.rst.
 */
#include <linux/init.h>
#include <linux/rculist.h>

#include "trace.h"
#include "syscall/record/batch.h"
#include "syscall/choose/calls.h"
#include "syscall/capture/capture.h"
#include "syscall/loss/losses.h"
#include "syscall/loss/seq.h"
#include "syscall/stat/stat.h"
#include "syscall/task/task_events.h"
#include "syscall/choose/tasks.h"

static int watch_tasks(void)
{
	syscall_trace_watch(!list_empty(&syscall_trace_instances));
	syscall_trace_watch_namespaces(!list_empty(&syscall_trace_tracing));
	syscall_trace_watch_names(!list_empty(&syscall_trace_tracing));

	return syscall_trace_watch_exec(!list_empty(&syscall_trace_instances)) ?:
	       syscall_trace_watch_tasks();
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
	list_for_each_entry(inst, &syscall_trace_tracing, tracing) {
		tr = syscall_trace_array(inst);
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
	syscall_trace_update_company(tr, set ? tr->trace_flags | mask : tr->trace_flags & ~mask);

	return mask == TRACE_ITER_OVERWRITE ? syscall_trace_overwrite_changes(tr, set) : 0;
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
static int begin_calls(struct trace_array *tr)
{
	bool first = list_empty(&syscall_trace_instances);
	int ret;

	syscall_trace_update_company(tr, tr->trace_flags);
	if (!sees_calls_already(&tr->syscall_trace))
		list_add_tail_rcu(&tr->syscall_trace.list, &syscall_trace_instances);
	syscall_trace_update_only();
	syscall_trace_update_limits();
	/* Also if the rest fails: syscall_trace_free_stores() tells runs by their number. */
	if (first)
		syscall_trace_begin_run();
	ret = watch_tasks() ?: syscall_stat_update() ?: syscall_trace_update_batches();
	ret = ret ?: syscall_trace_update_calls();
	if (!ret)
		set_hooked(&tr->syscall_trace, true);

	return ret;
}

/* End it. The caller updates the tasks, and then calls forget_calls(). */
static void end_calls(struct trace_array *tr)
{
	set_hooked(&tr->syscall_trace, false);
	syscall_trace_write_all();
	list_del_rcu(&tr->syscall_trace.list);
	syscall_trace_begin_end();
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
	syscall_trace_complete_end();
	syscall_stat_update_only();
	if (list_empty(&syscall_trace_instances))
		syscall_trace_free_stores();
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
	struct trace_array *tr = syscall_trace_array(inst);

	lockdep_assert_held(&trace_types_lock);

	if (!inst->bit || !inst->process.on)
		return 0;
	if (syscall_trace_sees_calls(inst))
		return begin_calls(tr) ?: syscall_trace_update_tasks();
	if (!sees_calls_already(inst))
		return 0;

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

	if (syscall_trace_sees_calls(inst))
		end_calls(tr);
	list_del_rcu(&inst->tracing);
	watch_tasks();
	inst->bit = 0;
	syscall_trace_update_tasks();
	if (syscall_trace_sees_calls(inst))
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

/* Begin to trace. @process: as the tracer process does. */
static int begin(struct trace_array *tr, bool process)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	ret = syscall_trace_begin_losses(inst);
	if (ret)
		return ret;
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		inst->bit = syscall_trace_find_bit();
	if (!inst->bit) {
		tracing_log_err(tr, "current_tracer", process ? "process" : "syscall",
				no_bit_error, 0, 0);
		return -ENOSPC;
	}

	inst->slot = __ffs64(inst->bit);
	inst->process.on = process;
	syscall_trace_begin_seq(inst);
	/* Lines begin with the name of the task. */
	tracing_start_cmdline_record();
	syscall_trace_begin_names(tr);
	syscall_trace_record_tgid(tr, syscall_trace_wants_tgid(tr));
	list_add_tail_rcu(&inst->tracing, &syscall_trace_tracing);
	ret = syscall_trace_sees_calls(inst) ? begin_calls(tr) : watch_tasks();
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
	.print_line	= syscall_trace_print_line,
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
