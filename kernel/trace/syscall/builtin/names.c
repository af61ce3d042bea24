// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the names that tasks had. saved_cmdlines, where readers find the name for a
 * line, has the last one of each pid: a task that has changed its name would have done all before
 * under the new one, and a task that gets the pid of another one would have done what that did.
 *
 * So each instance that traces has a ring of changes, which is as long as it is: the oldest go
 * first. A pid has a change when its task gets another name, and when another task gets it whose
 * predecessor has a saved name. Nothing is noted at calls.
 */
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/rculist.h>
#include <linux/seq_file.h>
#include <linux/string_helpers.h>
#include <linux/syscall_trace.h>
#include <trace/events/sched.h>
#include <trace/events/task.h>

#include "../instances.h"
#include "array.h"
#include "names.h"

#define NR_CHANGES	1024
#define CHAIN_BITS	8

/**
 * struct change - what a pid was called before some time, and since then
 * @time: by the clock of the instance
 * @pid: the pid
 * @before: the number of the change before this one in its chain
 * @old: the name before
 * @new: the name since then
 */
struct change {
	u64	time;
	int	pid;
	u32	before;
	char	old[TASK_COMM_LEN];
	char	new[TASK_COMM_LEN];
};

/**
 * struct syscall_trace_names - changes of names, for an instance
 * @lock: guards the rest
 * @clock: the clock that the times are by
 * @last: the number of the last change, which counts from 1
 * @since: that of the last one before the instance began to trace: none is missing behind it
 * @chains: the numbers of the last ones by the hash of the pid; 0: there is none
 * @changes: the changes, by their numbers
 */
struct syscall_trace_names {
	raw_spinlock_t	lock;
	int		clock;
	u32		last;
	u32		since;
	u32		chains[BIT(CHAIN_BITS)];
	struct change	changes[NR_CHANGES];
};

static struct change *change_of(struct syscall_trace_names *names, u32 number)
{
	return &names->changes[number % NR_CHANGES];
}

/* Is the change with that number there, and not overwritten? */
static bool has_change(const struct syscall_trace_names *names, u32 number)
{
	return number && names->last - number < NR_CHANGES;
}

static void forget_all(struct syscall_trace_names *names)
{
	names->last = 0;
	names->since = 0;
	memset(names->chains, 0, sizeof(names->chains));
}

/* The change of a pid that was noted last since the instance began to trace, or NULL. */
static const struct change *last_change(struct syscall_trace_names *names, int pid)
{
	u32 number = names->chains[hash_32(pid, CHAIN_BITS)];

	for (; has_change(names, number) && number > names->since;
	     number = change_of(names, number)->before) {
		if (change_of(names, number)->pid == pid)
			return change_of(names, number);
	}

	return NULL;
}

/*
 * Note a change. @old: NULL if another task gets the pid: then it is the name that was noted last,
 * or else @saved. What is saved may be older, for whoever saves a name does not wait for a lock.
 */
static void note(struct trace_array *tr, int pid, const char *old, const char *saved,
		 const char *new)
{
	struct syscall_trace_names *names = READ_ONCE(tr->syscall_trace.names);
	char before[TASK_COMM_LEN];
	const struct change *last;
	struct change *change;
	u32 *chain;
	int clock;

	if (!names)
		return;

	guard(raw_spinlock_irqsave)(&names->lock);
	clock = READ_ONCE(tr->clock_id);
	/* Pairs with smp_wmb() in set_buffer_clock(): the time below is not by an older clock. */
	smp_rmb();
	/* With another clock, the ring buffer is empty, too. The numbers begin anew after 2^32. */
	if (names->clock != clock || names->last == U32_MAX)
		forget_all(names);
	names->clock = clock;
	chain = &names->chains[hash_32(pid, CHAIN_BITS)];
	last = old ? NULL : last_change(names, pid);
	/* The new change may take the place of the last one. */
	strscpy(before, old ?: last ? last->new : saved);
	change = change_of(names, ++names->last);
	change->time = ring_buffer_time_stamp(tr->array_buffer.buffer);
	change->pid = pid;
	change->before = *chain;
	strscpy_pad(change->old, before);
	strscpy_pad(change->new, new);
	*chain = names->last;
}

static void note_everywhere(int pid, const char *old, const char *saved, const char *new)
{
	struct syscall_trace_instance *inst;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_tracing, tracing)
		note(syscall_trace_array(inst), pid, old, saved, new);
}

/* Has anybody recorded something of the task that has a pid, or had it last? */
static bool find_saved(int pid, char *comm)
{
	trace_find_cmdline(pid, comm);

	return strcmp(comm, "<...>");
}

/* The task has its old name still. */
static void probe_rename(void *data, struct task_struct *task, const char *comm)
{
	char saved[TASK_COMM_LEN], new[TASK_COMM_LEN];

	if (!READ_ONCE(syscall_trace_of(task)->watched) && !find_saved(task->pid, saved))
		return;
	strscpy_pad(new, comm);
	if (strncmp(task->comm, new, TASK_COMM_LEN))
		note_everywhere(task->pid, task->comm, NULL, new);
}

static void probe_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	char saved[TASK_COMM_LEN];

	if (find_saved(child->pid, saved))
		note_everywhere(child->pid, NULL, saved, child->comm);
}

/**
 * syscall_trace_watch_names - begin or end to note changes of names
 * @on: begin
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_watch_names(bool on)
{
	static bool is_on;

	lockdep_assert_held(&trace_types_lock);

	if (on == is_on)
		return;
	if (!on) {
		unregister_trace_sched_process_fork(probe_fork, NULL);
		unregister_trace_task_rename(probe_rename, NULL);
	} else if (register_trace_task_rename(probe_rename, NULL)) {
		return;
	} else if (register_trace_sched_process_fork(probe_fork, NULL)) {
		unregister_trace_task_rename(probe_rename, NULL);
		return;
	}
	is_on = on;
}

/**
 * syscall_trace_begin_names - let an instance have changes of names, if there is memory
 * @tr: the instance
 *
 * They stay when its tracer is switched off, as its records may.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_begin_names(struct trace_array *tr)
{
	struct syscall_trace_names *names;

	lockdep_assert_held(&trace_types_lock);

	names = tr->syscall_trace.names;
	if (names) {
		guard(raw_spinlock_irqsave)(&names->lock);
		names->since = names->last;
		return;
	}
	names = kvzalloc(sizeof(*names), GFP_KERNEL | __GFP_NOWARN);
	if (!names)
		return;
	raw_spin_lock_init(&names->lock);
	WRITE_ONCE(tr->syscall_trace.names, names);
}

/**
 * syscall_trace_free_names - free the changes of names of an instance
 * @tr: the instance, which is being removed
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_names(struct trace_array *tr)
{
	kvfree(tr->syscall_trace.names);
}

/* The name that a pid had at a time, or NULL: that is the one it has. */
static const char *find_name(struct syscall_trace_names *names, int pid, u64 time)
{
	u32 number = names->chains[hash_32(pid, CHAIN_BITS)];
	const struct change *change, *next = NULL;

	for (; has_change(names, number); number = change->before) {
		change = change_of(names, number);
		if (change->pid != pid)
			continue;
		if (change->time < time)
			return next ? next->old : change->new;
		next = change;
	}

	return next ? next->old : NULL;
}

/**
 * __syscall_trace_find_name - find the name that a task had when it was recorded
 * @iter: the record
 * @comm: gets the name
 *
 * Context: any.
 * Return: false if that is the name that is saved for its pid, as far as is known.
 */
bool __syscall_trace_find_name(const struct trace_iterator *iter, char *comm)
{
	struct syscall_trace_names *names = READ_ONCE(iter->tr->syscall_trace.names);
	const char *name = NULL;
	unsigned long flags;

	/* Who dumps may have interrupted anybody. */
	if (!names || !raw_spin_trylock_irqsave(&names->lock, flags))
		return false;
	if (names->clock == iter->tr->clock_id)
		name = find_name(names, iter->ent->pid, iter->ts);
	if (name)
		memcpy(comm, name, TASK_COMM_LEN);
	raw_spin_unlock_irqrestore(&names->lock, flags);

	return name;
}

/* --------------------------- the file syscall_names --------------------------- */

static const char help[] =
	"# Changes of the names of tasks: TIME PID \"OLD\" \"NEW\"\n"
	"# The time is by the trace clock. Other pids have the names in saved_cmdlines.\n";

/* Copy the change with a number, or the next one that is there. Positions are numbers. */
static bool get_change(const struct trace_array *tr, loff_t *pos, struct change *change)
{
	struct syscall_trace_names *names = READ_ONCE(tr->syscall_trace.names);

	if (!names)
		return false;

	guard(raw_spinlock_irqsave)(&names->lock);
	if (names->clock != tr->clock_id || *pos > names->last)
		return false;
	if (!has_change(names, *pos))
		*pos = names->last - NR_CHANGES + 1;
	*change = *change_of(names, *pos);

	return true;
}

static void *names_start(struct seq_file *m, loff_t *pos)
{
	struct change change;

	if (!*pos)
		return SEQ_START_TOKEN;

	return get_change(m->private, pos, &change) ? pos : NULL;
}

static void *names_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;

	return names_start(m, pos);
}

static void names_stop(struct seq_file *m, void *v)
{
}

static void put_name(struct seq_file *m, const char *name)
{
	seq_puts(m, " \"");
	seq_escape_mem(m, name, strnlen(name, TASK_COMM_LEN),
		       ESCAPE_OCTAL | ESCAPE_NAP | ESCAPE_APPEND, "\"\\");
	seq_putc(m, '"');
}

static int names_show(struct seq_file *m, void *v)
{
	struct change change;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, help);
	} else if (get_change(m->private, v, &change)) {
		seq_printf(m, "%llu %d", change.time, change.pid);
		put_name(m, change.old);
		put_name(m, change.new);
		seq_putc(m, '\n');
	}

	return 0;
}

static const struct seq_operations names_seq_ops = {
	.start	= names_start,
	.next	= names_next,
	.stop	= names_stop,
	.show	= names_show,
};

static int names_open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = inode->i_private;
	int err = tracing_check_open_get_tr(tr);

	if (err)
		return err;
	err = seq_open(file, &names_seq_ops);
	if (err) {
		trace_array_put(tr);
		return err;
	}
	((struct seq_file *)file->private_data)->private = tr;

	return 0;
}

static int names_release(struct inode *inode, struct file *file)
{
	trace_array_put(inode->i_private);

	return seq_release(inode, file);
}

const struct file_operations syscall_trace_names_fops = {
	.open		= names_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= names_release,
};
