// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: syscall_stats, the file of statistics.
 */
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/uaccess.h>

#include "../format/format.h"
#include "../instances.h"
#include "../options.h"
#include "../tracefs/file.h"
#include "snapshot.h"
#include "stat_file.h"
#include "tables.h"

/* By their index in struct line.percentiles. */
static const unsigned int percents[] = { 50, 95, 99 };

/**
 * struct line - a call in syscall_stats
 * @abi: index of its ABI
 * @nr: its number there; that of the slot behind all numbers for calls without a name
 * @calls: how many have ended
 * @errors: how many of these failed
 * @no_result: how many have ended without a result
 * @errno: the commonest error; 0: there is none, or another one may be commoner
 * @errno_calls: how many failed with it; 0: there may be more than were told apart
 * @other_errors: how many failed with errors that were not told apart
 * @timed: how many have a duration
 * @total: the sum of the durations
 * @asleep: for how long of it the task was scheduled out
 * @min: the shortest duration
 * @max: the longest duration
 * @percentiles: upper bounds for those in percents[]
 */
struct line {
	unsigned int	abi;
	unsigned int	nr;
	u64		calls;
	u64		errors;
	u64		no_result;
	unsigned int	errno;
	u64		errno_calls;
	u64		other_errors;
	u64		timed;
	u64		total;
	u64		asleep;
	u64		min;
	u64		max;
	u64		percentiles[ARRAY_SIZE(percents)];
};

/**
 * struct snapshot - what a reader of syscall_stats gets
 * @on: the instance has statistics
 * @times: the instance wants to know how long calls take
 * @nr: number of @lines
 * @lines: the calls, the one that took longest first
 */
struct snapshot {
	bool		on;
	bool		times;
	unsigned int	nr;
	struct line	lines[];
};

/* At least so many of 100 calls took no longer than what is returned. */
static u64 percentile(const struct syscall_stat_sum *sum, unsigned int percent)
{
	u64 rank = DIV64_U64_ROUND_UP(sum->timed * percent, 100), seen = 0, end = 0;
	unsigned int i;

	for (i = 0; i < SYSCALL_STAT_BUCKETS && seen < rank; i++) {
		seen += sum->times.buckets[i];
		syscall_stat_bucket_bounds(i, &end);
	}

	return clamp(end - 1, sum->times.min, sum->times.max);
}

/* How many of those that were not told apart may have been an error? */
static u64 others_of(const struct syscall_stat_sum *sum, unsigned int err)
{
	return sum->outcomes[SYSCALL_STAT_OTHER_ERRNO] - sum->not_it[err];
}

static void fill_errors(struct line *line, const struct syscall_stat_sum *sum)
{
	unsigned int i;

	for (i = 1; i < SYSCALL_STAT_MAX_OUTCOME; i++) {
		if (sum->outcomes[i] <= line->errno_calls)
			continue;
		line->errno = i;
		line->errno_calls = sum->outcomes[i];
	}
	line->other_errors = sum->outcomes[SYSCALL_STAT_OTHER_ERRNO];
	for (i = 1; i < SYSCALL_STAT_MAX_OUTCOME; i++) {
		if (i != line->errno && sum->outcomes[i] + others_of(sum, i) > line->errno_calls)
			line->errno = 0;
	}
	if (!line->errno || others_of(sum, line->errno))
		line->errno_calls = 0;
}

static void fill_line(struct line *line, const struct syscall_stat_sum *sum,
		      const struct syscall_stat_cursor *at)
{
	unsigned int i;

	line->abi = at->abi;
	line->nr = at->nr;
	line->calls = sum->calls;
	line->errors = sum->errors;
	line->no_result = sum->outcomes[SYSCALL_STAT_MAX_OUTCOME];
	fill_errors(line, sum);
	line->timed = sum->timed;
	if (!sum->timed)
		return;
	line->total = sum->times.total;
	line->asleep = sum->times.asleep;
	line->min = sum->times.min;
	line->max = sum->times.max;
	for (i = 0; i < ARRAY_SIZE(percents); i++)
		line->percentiles[i] = percentile(sum, percents[i]);
}

static int compare_lines(const void *a, const void *b)
{
	const struct line *one = a, *other = b;

	if (one->total != other->total)
		return one->total > other->total ? -1 : 1;
	if (one->calls != other->calls)
		return one->calls > other->calls ? -1 : 1;

	if (one->abi != other->abi)
		return one->abi < other->abi ? -1 : 1;

	return one->nr < other->nr ? -1 : 1;
}

static void *take_snapshot(const struct syscall_trace_instance *inst)
{
	struct syscall_stat_sum *sum __free(kvfree) = kvmalloc(sizeof(*sum), GFP_KERNEL);
	const struct syscall_stat_table *table = inst->stat;
	struct syscall_stat_cursor first = SYSCALL_STAT_CURSOR(table, ""), at = first;
	struct snapshot *snapshot;
	unsigned int used = 0;

	while (syscall_stat_next_call(&at))
		used++;
	snapshot = kvzalloc(struct_size(snapshot, lines, used), GFP_KERNEL);
	if (!sum || !snapshot) {
		kvfree(snapshot);
		return NULL;
	}

	snapshot->on = table;
	snapshot->times = syscall_trace_times_calls(inst);
	/* Others may have been called for the first time since. */
	for (at = first; snapshot->nr < used && syscall_stat_next_call(&at); snapshot->nr++) {
		syscall_stat_add_up(sum, table, at.abi, at.nr);
		fill_line(&snapshot->lines[snapshot->nr], sum, &at);
	}
	sort(snapshot->lines, snapshot->nr, sizeof(*snapshot->lines), compare_lines, NULL);

	return snapshot;
}

static const char *errno_name(unsigned int err)
{
	const struct syscall_trace_const *c;

	c = syscall_trace_find_const(&syscall_trace_errnos, err);

	return c ? c->name : "?";
}

/* ------------------------------- syscall_stats ---------------------------- */

static void put_seconds(struct seq_file *m, u64 ns)
{
	u32 rest = do_div(ns, NSEC_PER_SEC);

	seq_printf(m, " %4llu.%06u", ns, rest / (u32)NSEC_PER_USEC);
}

static void put_usecs(struct seq_file *m, u64 ns)
{
	u32 rest = do_div(ns, NSEC_PER_USEC);

	seq_printf(m, " %7llu.%03u", ns, rest);
}

/* The columns of strace -c. */
static void put_usual(struct seq_file *m, const struct line *line, const char *name, u64 total,
		      bool timed)
{
	u32 percent = total ? mul_u64_u64_div_u64(min(line->total, total), 10000, total) : 0;

	if (timed) {
		seq_printf(m, "%3u.%02u", percent / 100, percent % 100);
		put_seconds(m, line->total);
		seq_printf(m, " %11llu",
			   line->timed ? div64_u64(line->total, line->timed * NSEC_PER_USEC) : 0);
	}
	seq_printf(m, timed ? " %9llu" : "%9llu", line->calls);
	if (line->errors)
		seq_printf(m, " %9llu", line->errors);
	else
		seq_printf(m, " %9s", "");
	seq_printf(m, " %-23s", name);
}

/* Those that it lacks. */
static void put_others(struct seq_file *m, const struct line *line, bool timed)
{
	unsigned int i;

	seq_printf(m, " %-7s %-15s %9llu", syscall_trace_abis[line->abi].name,
		   line->errno ? errno_name(line->errno) : "-", line->no_result);
	if (timed) {
		put_seconds(m, line->asleep);
		put_seconds(m, line->total - line->asleep);
		put_usecs(m, line->min);
		for (i = 0; i < ARRAY_SIZE(percents); i++)
			put_usecs(m, line->percentiles[i]);
		put_usecs(m, line->max);
	}
	seq_putc(m, '\n');
}

static void put_rule(struct seq_file *m, bool timed)
{
	static const char dashes[] = "-----------------------";

	if (timed)
		seq_printf(m, "%.6s %.11s %.11s ", dashes, dashes, dashes);
	seq_printf(m, "%.9s %.9s %s %.7s %.15s %.9s", dashes, dashes, dashes, dashes, dashes,
		   dashes);
	if (timed)
		seq_printf(m, " %.11s %.11s %.11s %.11s %.11s %.11s %.11s", dashes, dashes,
			   dashes, dashes, dashes, dashes, dashes);
	seq_putc(m, '\n');
}

static void put_heading(struct seq_file *m, bool timed)
{
	if (timed)
		seq_puts(m, "% time     seconds  usecs/call ");
	seq_printf(m, "%9s %9s %-23s %-7s %-15s %9s", "calls", "errors", "syscall", "abi",
		   "errno", "no result");
	if (timed)
		seq_puts(m, "      asleep      on cpu         min         p50         p95         p99         max");
	seq_putc(m, '\n');
	put_rule(m, timed);
}

static struct line add_lines(const struct snapshot *snapshot)
{
	const struct line *line = snapshot->lines;
	struct line total = { };

	for (; line < snapshot->lines + snapshot->nr; line++) {
		total.calls += line->calls;
		total.errors += line->errors;
		total.no_result += line->no_result;
		total.timed += line->timed;
		total.total += line->total;
		total.asleep += line->asleep;
	}

	return total;
}

static void show_text(struct seq_file *m, const struct snapshot *snapshot)
{
	const struct line total = add_lines(snapshot);
	const struct line *line = snapshot->lines;
	bool timed = total.timed;

	if (!snapshot->on) {
		seq_puts(m,
			 "# No statistics: set options/syscall_stat or options/syscall_stat_only, and write syscall to "
			 SYSCALL_HOME_TRACER
			 "; or set process_trace_stats for the tracer process.\n");
		return;
	}
	if (!snapshot->times)
		seq_puts(m, "# Calls are not timed: set options/syscall_time, or process_trace_times for the tracer process.\n");
	put_heading(m, timed);
	for (; line < snapshot->lines + snapshot->nr; line++) {
		put_usual(m, line, syscall_stat_slot_name(line->abi, line->nr), total.total, timed);
		put_others(m, line, timed);
	}
	put_rule(m, timed);
	put_usual(m, &total, "total", total.total, timed);
	seq_printf(m, " %-7s %-15s %9llu", "", "", total.no_result);
	if (timed) {
		put_seconds(m, total.asleep);
		put_seconds(m, total.total - total.asleep);
	}
	seq_putc(m, '\n');
}

static void show_json_line(struct seq_file *m, const struct line *line)
{
	unsigned int i;

	syscall_stat_put_call(m, "stat", line->abi, line->nr);
	seq_printf(m, ",\"calls\":%llu,\"errors\":%llu,\"no_result\":%llu", line->calls,
		   line->errors, line->no_result);
	if (line->errno)
		seq_printf(m, ",\"errno\":\"%s\"", errno_name(line->errno));
	if (line->errno_calls)
		seq_printf(m, ",\"errno_calls\":%llu", line->errno_calls);
	if (line->other_errors)
		seq_printf(m, ",\"other_errors\":%llu", line->other_errors);
	seq_printf(m, ",\"timed\":%llu", line->timed);
	if (line->timed) {
		seq_printf(m, ",\"total\":%llu,\"asleep\":%llu,\"average\":%llu,\"min\":%llu",
			   line->total, line->asleep, div64_u64(line->total, line->timed),
			   line->min);
		for (i = 0; i < ARRAY_SIZE(percents); i++)
			seq_printf(m, ",\"p%u\":%llu", percents[i], line->percentiles[i]);
		seq_printf(m, ",\"max\":%llu", line->max);
	}
	seq_puts(m, "}\n");
}

static int stats_show(struct seq_file *m, void *v)
{
	const struct snapshot *snapshot = m->private;
	unsigned int i;

	if (!syscall_trace_option(SYSCALL_TRACE_OPT_JSON)) {
		show_text(m, snapshot);
		return 0;
	}
	for (i = 0; i < snapshot->nr; i++)
		show_json_line(m, &snapshot->lines[i]);

	return 0;
}

static int stats_open(struct inode *inode, struct file *file)
{
	return syscall_stat_open(inode, file, stats_show, take_snapshot);
}

/* 0 begins the statistics anew. */
static ssize_t stats_write(struct file *file, const char __user *buf, size_t count,
			   loff_t *ppos)
{
	struct syscall_trace_instance *inst = syscall_stat_instance_of(file);
	unsigned int val;
	int ret;

	ret = kstrtouint_from_user(buf, count, 0, &val);
	if (ret || val)
		return ret ?: -EINVAL;

	guard(mutex)(&trace_types_lock);
	if (inst->stat)
		ret = syscall_stat_reset(inst);
	if (ret)
		return ret;
	*ppos += count;

	return count;
}

static const struct file_operations stats_fops = {
	.owner		= THIS_MODULE,
	.open		= stats_open,
	.read		= seq_read,
	.write		= stats_write,
	.llseek		= seq_lseek,
	.release	= syscall_stat_release,
};

/**
 * syscall_stat_init_tracefs - create the files of statistics
 * @data: what they are created with, see syscall_file_create()
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_stat_init_tracefs(void *data, struct dentry *dir)
{
	syscall_file_create("syscall_stats", TRACE_MODE_WRITE, dir, data, &stats_fops);
	syscall_stat_init_hist(data, dir);
}
