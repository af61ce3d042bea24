// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: "echo syscall > current_tracer".
 *
 * While an instance has it as its current tracer, every task carries a flag
 * that makes the generic entry code call the two hooks here. They store the
 * number, the ABI, the argument words and copies of string arguments in the
 * ring buffer of each such instance. Text is made when somebody reads.
 *
 *  trace_syscalls.c		hooks, registration, instances, tracefs files
 *  trace_syscalls_capture.c	copies of user memory
 *  trace_syscalls_output.c	from the ring buffer to lines
 *  trace_syscalls_format.c	from a record to text
 *  trace_syscalls_kinds.c	printers of single arguments
 *  syscalls.def		everything there is to know about a system call
 *
 * See Documentation/trace/syscall.rst and syscall-design.rst.
 */
#include <linux/init.h>
#include <linux/rculist.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>
#include <asm/syscall.h>

#include "trace.h"
#include "trace_output.h"
#include "trace_syscalls.h"

/* The instances that trace. Written under trace_types_lock, read under RCU. */
static LIST_HEAD(instances);

/*
 * Not 0 while there is an instance in the list, and another number each time
 * the list fills again: a call in flight that was entered during an earlier run
 * has no entry in this one.
 */
static u32 current_run;
static u32 last_run;

/* The longest copy of a string that any instance wants; 0: copy none. */
static unsigned int capture_limit;

/* Words of arguments and copies that fit into a record of any ring buffer. */
#define WORDS_THAT_FIT	128

static struct tracer_opt syscall_opts[] = {
	/* Copy string arguments */
	{ TRACER_OPT(syscall_strings, SYSCALL_TRACE_OPT_STRINGS) },
	/* Print words in hex */
	{ TRACER_OPT(syscall_raw, SYSCALL_TRACE_OPT_RAW) },
	/* Print names of arguments */
	{ TRACER_OPT(syscall_names, SYSCALL_TRACE_OPT_NAMES) },
	{ }
};

static struct tracer_flags syscall_flags = {
	.val	= SYSCALL_TRACE_OPT_STRINGS,
	.opts	= syscall_opts,
};

bool syscall_trace_option(u32 bit)
{
	return READ_ONCE(syscall_flags.val) & bit;
}

/* The flags of the context; preemption, off by now, does not count. */
static noinline unsigned int resched_context(void)
{
	return tracing_gen_ctx() & ~0xffff;
}

/*
 * Complete the head that every record of the ring buffer has. The hooks run
 * preemptible and with interrupts on: of the context that a line shows, only the
 * need to reschedule is open.
 */
static __always_inline void init_entry(struct trace_entry *ent, int type)
{
	lockdep_assert_irqs_enabled();

	tracing_generic_entry_update(ent, type, 0);
	if (unlikely(tif_need_resched()))
		tracing_generic_entry_update(ent, type, resched_context());
}

/*
 * Most records are short, and memcpy() of a length that the compiler does not
 * know takes longer to start than to copy them.
 */
static __always_inline void copy_words(unsigned long *to, const unsigned long *from,
				       unsigned int nr)
{
	switch (nr) {
	default:
		memcpy(to, from, nr * sizeof(*to));
		break;
	case 8:
		to[7] = from[7];
		fallthrough;
	case 7:
		to[6] = from[6];
		fallthrough;
	case 6:
		to[5] = from[5];
		fallthrough;
	case 5:
		to[4] = from[4];
		fallthrough;
	case 4:
		to[3] = from[3];
		fallthrough;
	case 3:
		to[2] = from[2];
		fallthrough;
	case 2:
		to[1] = from[1];
		fallthrough;
	case 1:
		to[0] = from[0];
		fallthrough;
	case 0:
		break;
	}
}

/*
 * trace_buffer_unlock_commit(), by a shorter way for records without stacks. The
 * event is never the per-CPU page that filters use, and the name of the task is
 * wanted when it is scheduled out.
 */
static __always_inline void commit(struct trace_array *tr, struct trace_buffer *buffer,
				   struct ring_buffer_event *event)
{
	if (likely(!(tr->trace_flags & (TRACE_ITER_STACKTRACE |
					TRACE_ITER_USERSTACKTRACE)))) {
		__this_cpu_write(trace_taskinfo_save, true);
		ring_buffer_unlock_commit(buffer);
	} else {
		trace_buffer_unlock_commit(tr, buffer, event, tracing_gen_ctx_dec());
	}
}

/*
 * The longest string that goes into the record of one instance. All strings of
 * a call together must leave room for the rest of the record, or the ring
 * buffer refuses it whole.
 */
static unsigned int string_limit(const struct syscall_trace_instance *inst,
				 struct trace_buffer *buffer,
				 unsigned int nr_strings)
{
	unsigned int share;

	share = ring_buffer_max_event_size(buffer) -
		struct_size_t(struct syscall_enter_entry, args,
			      SYSCALL_TRACE_MAX_ARGS);
	share /= nr_strings;
	share -= sizeof(struct syscall_trace_blob) + SYSCALL_TRACE_BLOB_ALIGN;

	return min(READ_ONCE(inst->strlen), share);
}

/* An entry record with shorter strings than the task's storage holds. */
static noinline void store_clipped(struct syscall_trace_instance *inst,
				   const struct syscall_trace_task *task,
				   unsigned int nr_strings)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	unsigned int limit = string_limit(inst, buffer, nr_strings);
	unsigned int nr_args = task->head.nr_args;
	struct syscall_enter_entry *entry;
	struct ring_buffer_event *event;
	size_t size;

	size = syscall_trace_clip(NULL, task, limit);
	event = ring_buffer_lock_reserve(buffer, struct_size(entry, args, nr_args) + size);
	if (!event)
		return;

	entry = ring_buffer_event_data(event);
	init_entry(&entry->ent, TRACE_SYSCALL_ENTER);
	entry->head = task->head;
	memcpy(entry->args, task->args, nr_args * sizeof(*entry->args));
	syscall_trace_clip(entry->args + nr_args, task, limit);

	commit(tr, buffer, event);
}

static void store_enter(struct syscall_trace_instance *inst,
			const struct syscall_trace_task *task)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_enter_entry *entry;
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(buffer, struct_size(entry, args, task->words));
	if (unlikely(!event))
		return;

	entry = ring_buffer_event_data(event);
	init_entry(&entry->ent, TRACE_SYSCALL_ENTER);
	entry->head = task->head;
	copy_words(entry->args, task->args, task->words);

	commit(tr, buffer, event);
}

static void store_exit(struct syscall_trace_instance *inst,
		       const struct syscall_trace_task *task, long ret)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_exit_entry *entry;
	struct ring_buffer_event *event;

	event = ring_buffer_lock_reserve(buffer, sizeof(*entry));
	if (unlikely(!event))
		return;

	entry = ring_buffer_event_data(event);
	init_entry(&entry->ent, TRACE_SYSCALL_EXIT);
	entry->head = task->head;
	entry->ret = ret;

	commit(tr, buffer, event);
}

/* Stands for every call that the table does not have. */
static const struct syscall_trace_call unknown_call = {
	.nr_args	= SYSCALL_TRACE_MAX_ARGS,
};

/* Note in the task's storage which call the registers are about. */
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
	task->words = call->nr_args;

	return call;
}

/*
 * Copy the string arguments of the current task's call, each up to @limit bytes
 * without its NUL. Reading user memory may fault and sleep; that is why it happens
 * before space in the ring buffer is reserved. Returns the task's storage, which
 * may have been replaced by a larger one.
 */
static __always_inline struct syscall_trace_task *
capture(struct syscall_trace_task *task, const struct syscall_trace_call *call,
	unsigned int limit)
{
	unsigned int left = call->str_mask, words = call->nr_args;

	if (unlikely(call->nr_strings * syscall_trace_blob_room(limit) > task->room)) {
		task = syscall_trace_grow_task(call->nr_strings, limit);
		if (!task)
			return current->syscall_trace;
	}

	do {
		struct syscall_trace_blob *blob = (void *)&task->args[words];
		unsigned int i = __ffs(left);
		const char __user *str = (const char __user *)task->args[i];
		long len = 0;

		blob->arg = i;
		if (unlikely(!str)) {
			blob->status = SYSCALL_TRACE_NULL;
		} else {
			len = strncpy_from_user(blob->data, str, limit + 1);
			blob->status = SYSCALL_TRACE_OK;
			if (unlikely((unsigned long)len > limit)) {
				/* Negative: an error */
				blob->status = len < 0 ? SYSCALL_TRACE_FAULTED :
							 SYSCALL_TRACE_TRUNCATED;
				len = len < 0 ? 0 : limit;
			}
		}
		blob->len = len;
		words += syscall_trace_blob_size(len) / sizeof(*task->args);
		left &= left - 1;
	} while (left);
	task->words = words;

	return task;
}

/**
 * syscall_trace_record_enter - record the entry of a system call
 * @regs: the task's registers
 * @syscall: the number that will be executed
 *
 * Context: the task's own, preemptible, interrupts on. Reads user memory and
 * may sleep.
 */
void syscall_trace_record_enter(struct pt_regs *regs, long syscall)
{
	struct syscall_trace_task *task = current->syscall_trace;
	const struct syscall_trace_call *call;
	struct syscall_trace_instance *inst;
	u32 run = READ_ONCE(current_run);
	unsigned int limit = 0;

	if (unlikely(!run))
		return;

	if (unlikely(!task)) {
		task = syscall_trace_grow_task(0, READ_ONCE(capture_limit));
		if (!task)
			return;
	}

	call = identify(task, regs, syscall);
	syscall_get_arguments(current, regs, task->args);
	if (call->str_mask) {
		limit = READ_ONCE(capture_limit);
		if (limit)
			task = capture(task, call, limit);
		if (unlikely(task->words > WORDS_THAT_FIT))
			limit = UINT_MAX;
		/* That may have taken its time. */
		run = READ_ONCE(current_run);
	}
	task->entered = run;

	preempt_disable_notrace();
	list_for_each_entry_rcu(inst, &instances, list) {
		if (likely(limit <= READ_ONCE(inst->strlen)))
			store_enter(inst, task);
		else
			store_clipped(inst, task, call->nr_strings);
	}
	preempt_enable_notrace();
}

/*
 * The task is in a call that this run of the tracer has not seen the entry of.
 *
 * Either seccomp or a debugger turned the call down before the entry hook. The
 * registers still hold what was asked for, so the entry is made up for. Or the
 * tracer was not on then, or this is a new child on its way out of its parent's
 * call: there only the number is to be had. The two differ in that the task has
 * already been seen in this run.
 */
static struct syscall_trace_task *
missed_entry(struct syscall_trace_task *task, struct pt_regs *regs, u32 run)
{
	int nr = syscall_get_nr(current, regs);

	if (task && task->left == run) {
		syscall_trace_record_enter(regs, nr);
		/* It may have been replaced. */
		task = current->syscall_trace;
		/* SIGSYS is under way, and the registers are as before the call. */
		if ((int)syscall_get_return_value(current, regs) == nr &&
		    sigismember(&current->pending.signal, SIGSYS))
			task->head.flags |= SYSCALL_TRACE_NO_RESULT;
		return task;
	}

	if (!task)
		task = syscall_trace_grow_task(0, READ_ONCE(capture_limit));
	if (task)
		identify(task, regs, nr);

	return task;
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
	struct syscall_trace_task *task = current->syscall_trace;
	struct syscall_trace_instance *inst;
	u32 run = READ_ONCE(current_run);
	long ret;

	if (unlikely(!run))
		return;

	if (unlikely(!task || task->entered != run)) {
		task = missed_entry(task, regs, run);
		if (!task)
			return;
	}

	task->entered = 0;
	task->left = run;

	ret = syscall_get_return_value(current, regs);

	preempt_disable_notrace();
	list_for_each_entry_rcu(inst, &instances, list)
		store_exit(inst, task, ret);
	preempt_enable_notrace();
}

/*
 * Flag or unflag all tasks. Kernel threads too: process 1 is one until its
 * exec. A task being forked takes its parent's flag, see syscall_trace_fork().
 */
static void flag_tasks(bool on)
{
	struct task_struct *p, *t;

	read_lock(&tasklist_lock);
	for_each_process_thread(p, t) {
		if (on)
			set_task_syscall_work(t, SYSCALL_TRACER);
		else
			clear_task_syscall_work(t, SYSCALL_TRACER);
	}
	read_unlock(&tasklist_lock);
}

static void update_capture_limit(void)
{
	struct syscall_trace_instance *inst;
	unsigned int limit = 0;

	lockdep_assert_held(&trace_types_lock);

	if (syscall_trace_option(SYSCALL_TRACE_OPT_STRINGS)) {
		list_for_each_entry(inst, &instances, list)
			limit = max(limit, inst->strlen);
	}
	WRITE_ONCE(capture_limit, limit);
}

/*
 * Also called while the tracer is not the current one of any instance. The caller
 * stores the new value, too, but only after this: the limit needs it now.
 */
static int syscall_set_flag(struct trace_array *tr, u32 old_flags, u32 bit, int set)
{
	if (set)
		WRITE_ONCE(syscall_flags.val, old_flags | bit);
	else
		WRITE_ONCE(syscall_flags.val, old_flags & ~bit);
	update_capture_limit();

	return 0;
}

static int syscall_tracer_init(struct trace_array *tr)
{
	bool first = list_empty(&instances);

	lockdep_assert_held(&trace_types_lock);

	/* Lines begin with the name of the task. */
	tracing_start_cmdline_record();
	list_add_tail_rcu(&tr->syscall_trace.list, &instances);
	update_capture_limit();
	if (first) {
		if (!++last_run)
			last_run = 1;
		WRITE_ONCE(current_run, last_run);
		flag_tasks(true);
	}

	return 0;
}

static void syscall_tracer_reset(struct trace_array *tr)
{
	lockdep_assert_held(&trace_types_lock);

	list_del_rcu(&tr->syscall_trace.list);
	update_capture_limit();
	if (list_empty(&instances)) {
		WRITE_ONCE(current_run, 0);
		flag_tasks(false);
	}

	tracing_stop_cmdline_record();

	/* The instance may be freed next: wait for hooks that walk the list. */
	synchronize_rcu();
}

/*
 * Splicing trace_pipe drops lines at page boundaries, text being made in a
 * buffer of two pages. Turned down, readers fall back on read().
 */
static ssize_t refuse_splice(struct trace_iterator *iter, struct file *file,
			     loff_t *ppos, struct pipe_inode_info *pipe,
			     size_t len, unsigned int flags)
{
	return -EINVAL;
}

/* Tells readers that can wait from an oops dump, see print_enter(). */
static void mark_pipe(struct trace_iterator *iter)
{
	iter->private = &syscall_trace_pipe;
}

static struct tracer syscall_tracer __tracer_data = {
	.name		= "syscall",
	.init		= syscall_tracer_init,
	.reset		= syscall_tracer_reset,
	.pipe_open	= mark_pipe,
	.splice_read	= refuse_splice,
	.flags		= &syscall_flags,
	.set_flag	= syscall_set_flag,
#ifdef CONFIG_FTRACE_SELFTEST
	.selftest	= trace_selftest_startup_syscall,
#endif
	.allow_instances = true,
};

/* ------------------------------ tracefs files ----------------------------- */

static int strlen_show(struct seq_file *m, void *v)
{
	struct trace_array *tr = m->private;

	seq_printf(m, "%u\n", READ_ONCE(tr->syscall_trace.strlen));

	return 0;
}

static int strlen_open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = inode->i_private;
	int ret;

	ret = tracing_check_open_get_tr(tr);
	if (ret)
		return ret;

	ret = single_open(file, strlen_show, tr);
	if (ret)
		trace_array_put(tr);

	return ret;
}

static int strlen_release(struct inode *inode, struct file *file)
{
	trace_array_put(inode->i_private);

	return single_release(inode, file);
}

static const char *strlen_error =
	"Not a number from 0 to " __stringify(SYSCALL_TRACE_STRLEN_MAX);

static ssize_t strlen_write(struct file *file, const char __user *buf,
			    size_t count, loff_t *ppos)
{
	struct trace_array *tr = file_inode(file)->i_private;
	char text[32] = "";
	unsigned int val;

	if (strncpy_from_user(text, buf, min(count, sizeof(text) - 1)) < 0)
		return -EFAULT;

	if (count >= sizeof(text) || kstrtouint(strim(text), 0, &val) ||
	    val > SYSCALL_TRACE_STRLEN_MAX) {
		tracing_log_err(tr, "syscall_strlen", text, &strlen_error, 0, 0);
		return -EINVAL;
	}

	guard(mutex)(&trace_types_lock);
	WRITE_ONCE(tr->syscall_trace.strlen, val);
	update_capture_limit();
	*ppos += count;

	return count;
}

static const struct file_operations strlen_fops = {
	.open		= strlen_open,
	.read		= seq_read,
	.write		= strlen_write,
	.llseek		= seq_lseek,
	.release	= strlen_release,
};

/**
 * syscall_trace_init_instance - prepare a new trace instance
 * @tr: the instance
 *
 * Context: any; @tr is not visible to anybody yet.
 */
void syscall_trace_init_instance(struct trace_array *tr)
{
	tr->syscall_trace.strlen = SYSCALL_TRACE_STRLEN_DEFAULT;
}

/**
 * syscall_trace_init_tracefs - create the tracer's files
 * @tr: the instance they belong to
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_trace_init_tracefs(struct trace_array *tr, struct dentry *dir)
{
	trace_create_file("syscall_strlen", TRACE_MODE_WRITE, dir, tr,
			  &strlen_fops);
}

static __init int syscall_tracer_register(void)
{
	int ret;

	ret = syscall_trace_register_output();
	if (ret)
		return ret;

	return register_tracer(&syscall_tracer);
}
core_initcall(syscall_tracer_register);
