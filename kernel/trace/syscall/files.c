// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its files in the directory of each instance.
 */
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "../trace.h"
#include "calls.h"
#include "filters.h"
#include "stat.h"
#include "tasks.h"
#include "tracer.h"

/**
 * struct length_file - a file that holds how much of something is copied
 * @fops: its operations; an open file leads to the structure around these
 * @name: its name
 * @errors: the message in error_log for a bad value. The log keeps the pointer
 * @field: offset of the length in struct syscall_trace_instance
 * @max: the largest value
 */
struct length_file {
	const struct file_operations fops;
	const char		*name;
	const char		**errors;
	size_t			field;
	unsigned int		max;
};

static const struct length_file *length_file(const struct file *file)
{
	return container_of(file->f_op, struct length_file, fops);
}

static unsigned int *length_of(const struct file *file)
{
	struct trace_array *tr = file->private_data;

	return (void *)&tr->syscall_trace + length_file(file)->field;
}

static ssize_t length_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	char text[16];
	int len = scnprintf(text, sizeof(text), "%u\n", READ_ONCE(*length_of(file)));

	return simple_read_from_buffer(buf, count, ppos, text, len);
}

static ssize_t length_write(struct file *file, const char __user *buf, size_t count,
			    loff_t *ppos)
{
	const struct length_file *which = length_file(file);
	char text[32] = "";
	unsigned int val;

	if (strncpy_from_user(text, buf, min(count, sizeof(text) - 1)) < 0)
		return -EFAULT;

	if (count >= sizeof(text) || kstrtouint(strim(text), 0, &val) || val > which->max) {
		tracing_log_err(file->private_data, which->name, text, which->errors, 0, 0);
		return -EINVAL;
	}

	guard(mutex)(&trace_types_lock);
	WRITE_ONCE(*length_of(file), val);
	syscall_trace_update_limits();
	*ppos += count;

	return count;
}

#define LENGTH_FILE(what, limit) {						\
	.fops	= {								\
		.open		= tracing_open_generic_tr,			\
		.read		= length_read,					\
		.write		= length_write,					\
		.llseek		= generic_file_llseek,				\
		.release	= tracing_release_generic_tr,			\
	},									\
	.name	= "syscall_" #what,						\
	.errors	= (const char *[]) { "Not a number from 0 to " __stringify(limit) }, \
	.field	= offsetof(struct syscall_trace_instance, what),		\
	.max	= (limit),							\
}

static const struct length_file strlen_file = LENGTH_FILE(strlen, SYSCALL_TRACE_STRLEN_MAX);
static const struct length_file datalen_file = LENGTH_FILE(datalen, SYSCALL_TRACE_DATALEN_MAX);

/* By enum syscall_trace_refusal. */
static const struct {
	const char *name, *help;
} refusals[] = {
	[SYSCALL_TRACE_REFUSED_NO_MEMORY] = {
		"no_memory", "calls without copies, as no memory could be had for these",
	},
	[SYSCALL_TRACE_REFUSED_NO_ROOM] = {
		"no_room", "pieces of arguments left out, as those before them took all room",
	},
	[SYSCALL_TRACE_REFUSED_NO_SHARE] = {
		"no_share", "pieces cut short of what was asked for, to leave room for others",
	},
	[SYSCALL_TRACE_REFUSED_NO_SPACE] = {
		"no_space", "records shortened to what the ring buffer takes at most",
	},
	[SYSCALL_TRACE_REFUSED_NOT_RESIDENT] = {
		"not_resident", "pieces that others would have to provide, or a signal was pending",
	},
};

static int refusals_show(struct seq_file *m, void *v)
{
	unsigned int why;

	static_assert(ARRAY_SIZE(refusals) == SYSCALL_TRACE_NR_REFUSALS);

	seq_puts(m, "# What was not copied though it was wanted, since boot or the last write.\n");
	for (why = 0; why < SYSCALL_TRACE_NR_REFUSALS; why++)
		seq_printf(m, "# %-13s%s\n", refusals[why].name, refusals[why].help);
	for (why = 0; why < SYSCALL_TRACE_NR_REFUSALS; why++) {
		unsigned long sum = 0;
		int cpu;

		for_each_possible_cpu(cpu)
			sum += READ_ONCE(per_cpu(syscall_trace_refusals, cpu)[why]);
		seq_printf(m, "%s %lu\n", refusals[why].name, sum);
	}

	return 0;
}

static int refusals_open(struct inode *inode, struct file *file)
{
	return tracing_check_open_get_tr(NULL) ?: single_open(file, refusals_show, NULL);
}

/* Any write resets the counters. A hook that counts meanwhile may undo the reset of one. */
static ssize_t refusals_write(struct file *file, const char __user *buf, size_t count,
			      loff_t *ppos)
{
	unsigned int why;
	int cpu;

	for_each_possible_cpu(cpu) {
		for (why = 0; why < SYSCALL_TRACE_NR_REFUSALS; why++)
			WRITE_ONCE(per_cpu(syscall_trace_refusals, cpu)[why], 0);
	}
	*ppos += count;

	return count;
}

static const struct file_operations refusals_fops = {
	.open		= refusals_open,
	.read		= seq_read,
	.write		= refusals_write,
	.llseek		= seq_lseek,
	.release	= single_release,
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
	tr->syscall_trace.datalen = SYSCALL_TRACE_DATALEN_DEFAULT;
	INIT_LIST_HEAD(&tr->syscall_trace.tasks.with_pids);
	INIT_LIST_HEAD(&tr->syscall_trace.tasks.readers);
}

/**
 * syscall_trace_free_instance - free what belongs to a trace instance
 * @tr: the instance, which does not trace any more and has no files
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_instance(struct trace_array *tr)
{
	syscall_trace_free_tasks(tr);
	syscall_trace_free_calls(tr);
	syscall_trace_free_filters(tr);
}

static void create_list_file(const struct syscall_trace_list_file *which, struct trace_array *tr,
			     struct dentry *dir)
{
	trace_create_file(which->name, TRACE_MODE_WRITE, dir, tr, &which->fops);
}

/**
 * syscall_trace_init_tracefs - create the tracer's files
 * @tr: the instance they belong to; the first one has those that all share
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_trace_init_tracefs(struct trace_array *tr, struct dentry *dir)
{
	unsigned int i;

	trace_create_file(strlen_file.name, TRACE_MODE_WRITE, dir, tr, &strlen_file.fops);
	trace_create_file(datalen_file.name, TRACE_MODE_WRITE, dir, tr, &datalen_file.fops);
	syscall_stat_init_tracefs(tr, dir);
	for (i = 0; i < syscall_trace_nr_task_files; i++)
		create_list_file(&syscall_trace_task_files[i], tr, dir);
	for (i = 0; i < syscall_trace_nr_call_files; i++)
		create_list_file(&syscall_trace_call_files[i], tr, dir);
	create_list_file(&syscall_trace_filter_file, tr, dir);
	if (IS_ENABLED(CONFIG_CGROUPS))
		create_list_file(&syscall_trace_cgroup_file, tr, dir);
	if (!(tr->flags & TRACE_ARRAY_FL_GLOBAL))
		return;
	trace_create_file("syscall_refusals", TRACE_MODE_WRITE, dir, NULL, &refusals_fops);
	trace_create_file("available_syscalls", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_available_fops);
	trace_create_file("syscall_table", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_table_fops);
}
