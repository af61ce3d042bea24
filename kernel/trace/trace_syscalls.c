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

#include "trace.h"
#include "syscall/builtin/array.h"
#include "syscall/builtin/boot.h"
#include "syscall/builtin/options.h"
#include "syscall/control.h"
#include "syscall/loss/losses.h"
#include "syscall/options.h"
#include "syscall/tracefs/output.h"

/*
 * Also called while no instance has the tracer. The caller stores the new value, too, but
 * only after this function, which needs it.
 */
static int syscall_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	int ret;

	if (set)
		WRITE_ONCE(syscall_trace_flags.val, old_flags | bit);
	else
		WRITE_ONCE(syscall_trace_flags.val, old_flags & ~bit);
	ret = syscall_trace_apply_options(bit);
	if (ret) {
		WRITE_ONCE(syscall_trace_flags.val, old_flags);
		syscall_trace_reapply_options();
	}

	return ret;
}

static int syscall_flag_changed(struct trace_array *tr, u32 mask, int set)
{
	if (mask == TRACE_ITER_RECORD_TGID)
		syscall_trace_record_tgid(tr, set || syscall_trace_option(SYSCALL_TRACE_OPT_JSON));
	syscall_trace_update_company(tr, set ? tr->trace_flags | mask : tr->trace_flags & ~mask);

	return syscall_trace_option_changes(tr, mask, set);
}

static int syscall_tracer_init(struct trace_array *tr)
{
	return syscall_trace_begin(&tr->syscall_trace, false);
}

static int process_tracer_init(struct trace_array *tr)
{
	return syscall_trace_begin(&tr->syscall_trace, true);
}

static void syscall_tracer_reset(struct trace_array *tr)
{
	syscall_trace_end(&tr->syscall_trace);
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
