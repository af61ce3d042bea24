// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its files in the directory of each instance.
 */
#include <linux/seq_file.h>

#include "../../trace.h"
#include "file.h"
#include "../choose/calls.h"
#include "../choose/conditions.h"
#include "../loss/losses.h"
#include "number_file.h"
#include "../task/process.h"
#include "../stat/stat.h"
#include "../choose/tasks.h"
#include "../tracer.h"

static int update_limits(struct syscall_trace_instance *inst)
{
	syscall_trace_update_limits();

	return 0;
}

#define LENGTH_FILE(what, limit) {						\
	.fops	= SYSCALL_TRACE_NUMBER_FOPS,					\
	.name	= "syscall_" #what,						\
	.errors	= (const char *[]) { "Not a number from 0 to " __stringify(limit) }, \
	.field	= offsetof(struct syscall_trace_instance, what),		\
	.max	= (limit),							\
	.update	= update_limits,						\
}

static const struct syscall_trace_number_file length_files[] = {
	LENGTH_FILE(strlen, SYSCALL_TRACE_STRLEN_MAX),
	LENGTH_FILE(datalen, SYSCALL_TRACE_DATALEN_MAX),
};

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

static void create_list_file(const struct syscall_trace_list_file *which, struct trace_array *tr,
			     struct dentry *dir)
{
	trace_create_file(which->name, TRACE_MODE_WRITE, dir, tr, &which->fops);
}

static void create_number_file(const struct syscall_trace_number_file *which,
			       struct trace_array *tr, struct dentry *dir)
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

	for (i = 0; i < ARRAY_SIZE(length_files); i++)
		create_number_file(&length_files[i], tr, dir);
	for (i = 0; i < syscall_trace_nr_process_switches; i++)
		create_number_file(&syscall_trace_process_switches[i], tr, dir);
	trace_create_file("process_trace_README", TRACE_MODE_READ, dir, NULL,
			  &syscall_trace_process_readme_fops);
	syscall_stat_init_tracefs(tr, dir);
	trace_create_file("syscall_names", TRACE_MODE_READ, dir, tr, &syscall_trace_names_fops);
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
