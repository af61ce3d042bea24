// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: syscall_hist, the file of the durations of calls.
 */
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "../instances.h"
#include "../options.h"
#include "../tracefs/file.h"
#include "snapshot.h"

/**
 * struct histogram - the durations of one call
 * @abi: index of its ABI
 * @nr: its number there
 * @timed: the sum of @buckets
 * @buckets: how many there are of each magnitude
 */
struct histogram {
	unsigned int	abi;
	unsigned int	nr;
	u64		timed;
	u64		buckets[SYSCALL_STAT_BUCKETS];
};

struct histograms {
	unsigned int		nr;
	struct histogram	calls[];
};

static void *take_histograms(const struct syscall_trace_instance *inst)
{
	struct syscall_stat_sum *sum __free(kvfree) = kvmalloc(sizeof(*sum), GFP_KERNEL);
	struct syscall_stat_cursor first = SYSCALL_STAT_CURSOR(inst->stat, inst->hist), at = first;
	struct histograms *all;
	unsigned int used = 0;

	while (syscall_stat_next_call(&at))
		used++;
	all = kvzalloc(struct_size(all, calls, used), GFP_KERNEL);
	if (!sum || !all) {
		kvfree(all);
		return NULL;
	}

	for (at = first; all->nr < used && syscall_stat_next_call(&at);) {
		struct histogram *call = &all->calls[all->nr];

		syscall_stat_add_up(sum, at.table, at.abi, at.nr);
		if (!sum->timed)
			continue;
		call->abi = at.abi;
		call->nr = at.nr;
		call->timed = sum->timed;
		memcpy(call->buckets, sum->times.buckets, sizeof(call->buckets));
		all->nr++;
	}

	return all;
}

#define BAR_WIDTH	40

static void show_histogram(struct seq_file *m, const struct histogram *call)
{
	unsigned int i, last = SYSCALL_STAT_BUCKETS;
	u64 begin, end, most = 1;
	bool begun = false;

	seq_printf(m, "# %s@%s: %llu calls\n", syscall_stat_slot_name(call->abi, call->nr),
		   syscall_trace_abis[call->abi].name, call->timed);
	seq_puts(m, "#            at least ns          below ns      calls\n");
	while (!call->buckets[last - 1])
		last--;
	for (i = 0; i < last; i++)
		most = max(most, call->buckets[i]);
	for (i = 0; i < last; i++) {
		begun |= call->buckets[i];
		if (!begun)
			continue;
		begin = syscall_stat_bucket_bounds(i, &end);
		seq_printf(m, "%24llu  %16llu %10llu |%-*.*s|\n", begin, end, call->buckets[i],
			   BAR_WIDTH, (int)div64_u64(call->buckets[i] * BAR_WIDTH, most),
			   "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@");
	}
}

/* Buckets without calls are left out. */
static void show_json_histogram(struct seq_file *m, const struct histogram *call)
{
	const char *sep = "";
	u64 begin, end;
	unsigned int i;

	syscall_stat_put_call(m, "hist", call->abi, call->nr);
	seq_printf(m, ",\"timed\":%llu,\"buckets\":[", call->timed);
	for (i = 0; i < SYSCALL_STAT_BUCKETS; i++) {
		if (!call->buckets[i])
			continue;
		begin = syscall_stat_bucket_bounds(i, &end);
		seq_printf(m, "%s[%llu,%llu,%llu]", sep, begin, end, call->buckets[i]);
		sep = ",";
	}
	seq_puts(m, "]}\n");
}

static int hist_show(struct seq_file *m, void *v)
{
	const struct histograms *all = m->private;
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		if (syscall_trace_option(SYSCALL_TRACE_OPT_JSON))
			show_json_histogram(m, &all->calls[i]);
		else
			show_histogram(m, &all->calls[i]);
	}

	return 0;
}

static int hist_open(struct inode *inode, struct file *file)
{
	return syscall_stat_open(inode, file, hist_show, take_histograms);
}

static bool is_known(const char *wanted)
{
	unsigned int abi, nr;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		for (nr = 0; nr <= syscall_trace_abis[abi].nr_slots; nr++) {
			if (syscall_stat_is_wanted(wanted, abi, nr))
				return true;
		}
	}

	return false;
}

/* The log keeps the pointer. */
static const char *hist_error = "Not a system call, as NAME or NAME@ABI";

static ssize_t hist_write(struct file *file, const char __user *buf, size_t count,
			  loff_t *ppos)
{
	struct syscall_trace_instance *inst = syscall_stat_instance_of(file);
	char text[sizeof(inst->hist)] = "";
	const char *wanted;

	if (strncpy_from_user(text, buf, min(count, sizeof(text) - 1)) < 0)
		return -EFAULT;
	wanted = strim(text);
	if (count >= sizeof(text) || !is_known(wanted)) {
		syscall_file_log_err(file_inode(file)->i_private, "syscall_hist", wanted,
				     &hist_error, 0, 0);
		return -EINVAL;
	}

	guard(mutex)(&trace_types_lock);
	strscpy(inst->hist, wanted);
	*ppos += count;

	return count;
}

static const struct file_operations hist_fops = {
	.owner		= THIS_MODULE,
	.open		= hist_open,
	.read		= seq_read,
	.write		= hist_write,
	.llseek		= seq_lseek,
	.release	= syscall_stat_release,
};

/**
 * syscall_stat_init_hist - create the file syscall_hist
 * @data: what it is created with, see syscall_file_create()
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_stat_init_hist(void *data, struct dentry *dir)
{
	syscall_file_create("syscall_hist", TRACE_MODE_WRITE, dir, data, &hist_fops);
}
