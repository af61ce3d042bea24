// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: counts what was not copied, though it was wanted, and has the file
 * syscall_refusals.
 */
#include <linux/cpumask.h>
#include <linux/fs.h>
#include <linux/seq_file.h>

#include "refusals.h"
#include "tracefs/file.h"

DEFINE_PER_CPU(unsigned long [SYSCALL_TRACE_NR_REFUSALS], syscall_trace_refusals);

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
	[SYSCALL_TRACE_REFUSED_NOT_FOLLOWED] = {
		"not_followed", "tasks not followed, or wrong in a list of pids: no memory",
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
	return syscall_file_get(NULL) ?: single_open(file, refusals_show, NULL);
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

const struct file_operations syscall_trace_refusals_fops = {
	.owner		= THIS_MODULE,
	.open		= refusals_open,
	.read		= seq_read,
	.write		= refusals_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};
