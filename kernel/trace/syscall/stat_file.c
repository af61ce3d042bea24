// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: syscall_stats and syscall_hist, the files of statistics.
 *
 * The figures of all CPUs are added up when a file is opened. CPUs go on counting
 * meanwhile: of a call that ends just then, some figures may have it and others not.
 */
#include <linux/math64.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/uaccess.h>

#include "../trace.h"
#include "format/format.h"
#include "stat.h"
#include "tracer.h"

#define MAX_OUTCOME	(MAX_ERRNO + 1)

/**
 * struct sum - what all CPUs have counted of one call
 * @calls: how many have ended
 * @errors: how many of these failed
 * @timed: how many have a duration
 * @times: durations
 * @outcomes: by errno; the last one is SYSCALL_STAT_NO_RESULT
 */
struct sum {
	u64				calls;
	u64				errors;
	u64				timed;
	struct syscall_stat_times	times;
	u64				outcomes[MAX_OUTCOME + 1];
};

/* By their index in struct line.percentiles. */
static const unsigned int percents[] = { 50, 95, 99 };

/**
 * struct line - a call in syscall_stats
 * @abi: index of its ABI
 * @nr: its number there; that of the slot behind all numbers for calls without a name
 * @calls: how many have ended
 * @errors: how many of these failed
 * @no_result: how many have ended without a result
 * @errno: the commonest error
 * @errno_calls: how many failed with it
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

/* --------------------------------- adding up ------------------------------ */

static const char *slot_name(unsigned int abi, unsigned int nr)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];

	return nr < desc->nr_slots ? desc->slots[nr].name : "unknown";
}

static void add_times(struct sum *sum, const struct syscall_stat_times *times)
{
	unsigned int i;

	sum->times.total += READ_ONCE(times->total);
	sum->times.asleep += READ_ONCE(times->asleep);
	sum->times.min = min(sum->times.min, READ_ONCE(times->min));
	sum->times.max = max(sum->times.max, READ_ONCE(times->max));
	for (i = 0; i < SYSCALL_STAT_BUCKETS; i++) {
		u64 calls = READ_ONCE(times->buckets[i]);

		sum->times.buckets[i] += calls;
		sum->timed += calls;
	}
}

static void add_slot(struct sum *sum, const struct syscall_stat_slot *slot)
{
	const struct syscall_stat_outcome *outcome;
	const struct syscall_stat_times *times;

	sum->calls += READ_ONCE(slot->calls);
	sum->errors += READ_ONCE(slot->errors);
	/* Pairs with find_outcome() in stat.c. */
	outcome = smp_load_acquire(&slot->outcomes);
	for (; outcome; outcome = outcome->next) {
		unsigned int what = min_t(unsigned int, outcome->what, MAX_OUTCOME);

		sum->outcomes[what] += READ_ONCE(outcome->count);
	}
	/* Pairs with find_times() in stat.c. */
	times = smp_load_acquire(&slot->times);
	if (times)
		add_times(sum, times);
}

static void add_cpus(struct sum *sum, const struct syscall_stat_table *table,
		     unsigned int abi, unsigned int nr)
{
	unsigned int first = syscall_stat_abis[abi].first & ~SYSCALL_STAT_FLAGS;
	int cpu;

	for_each_possible_cpu(cpu)
		add_slot(sum, &table->cpus[cpu]->slots[first + nr]);
}

/* The last number of an ABI stands for all that have no name. */
static void add_up(struct sum *sum, const struct syscall_stat_table *table,
		   unsigned int abi, unsigned int nr)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	sum->times.min = U64_MAX;
	add_cpus(sum, table, abi, nr);
	if (nr < syscall_stat_abis[abi].nr)
		return;
	for (i = 0; i < nr; i++) {
		if (!slot_name(abi, i))
			add_cpus(sum, table, abi, i);
	}
}

static bool is_used(const struct syscall_stat_table *table, unsigned int abi, unsigned int nr)
{
	unsigned int first = syscall_stat_abis[abi].first & ~SYSCALL_STAT_FLAGS;
	int cpu;

	for_each_possible_cpu(cpu) {
		if (READ_ONCE(table->cpus[cpu]->slots[first + nr].calls))
			return true;
	}

	return false;
}

/* Whether a call with a name was made, or any without one. */
static bool has_calls(const struct syscall_stat_table *table, unsigned int abi, unsigned int nr)
{
	unsigned int i;

	if (is_used(table, abi, nr))
		return slot_name(abi, nr);
	if (nr < syscall_stat_abis[abi].nr)
		return false;
	for (i = 0; i < nr; i++) {
		if (!slot_name(abi, i) && is_used(table, abi, i))
			return true;
	}

	return false;
}

/* Whether @wanted, which is NAME, NAME@ABI or empty, means a call. */
static bool is_wanted(const char *wanted, unsigned int abi, unsigned int nr)
{
	const char *name = slot_name(abi, nr), *at = strchrnul(wanted, '@');
	size_t len = at - wanted;

	if (!*wanted)
		return true;

	return name && strlen(name) == len && !strncmp(name, wanted, len) &&
	       (!*at || !strcmp(at + 1, syscall_trace_abis[abi].name));
}

/**
 * struct cursor - goes through the calls that were made
 * @table: what was counted, or NULL
 * @wanted: calls of that name only, see is_wanted()
 * @abi: index of the ABI of the call
 * @nr: the number of the call; at first, that before all others
 */
struct cursor {
	const struct syscall_stat_table	*table;
	const char			*wanted;
	unsigned int			abi;
	unsigned int			nr;
};

#define CURSOR(counted, name)	{ .table = (counted), .wanted = (name), .nr = UINT_MAX }

static bool next_call(struct cursor *at)
{
	if (!at->table)
		return false;

	for (at->nr++; at->abi < SYSCALL_TRACE_NR_ABIS; at->abi++, at->nr = 0) {
		for (; at->nr <= syscall_stat_abis[at->abi].nr; at->nr++) {
			if (is_wanted(at->wanted, at->abi, at->nr) &&
			    has_calls(at->table, at->abi, at->nr))
				return true;
		}
	}

	return false;
}

/* The durations in bucket @i: less than @end ns, and not less than what is returned. */
static u64 bucket_bounds(unsigned int i, u64 *end)
{
	unsigned int shift = i < 2 * SYSCALL_STAT_SUB ? 0 : i / SYSCALL_STAT_SUB - 1;
	u64 begin = (u64)(i - shift * SYSCALL_STAT_SUB) << shift;

	*end = begin + (1ULL << shift);

	return begin;
}

/* At least so many of 100 calls took no longer than what is returned. */
static u64 percentile(const struct sum *sum, unsigned int percent)
{
	u64 rank = DIV64_U64_ROUND_UP(sum->timed * percent, 100), seen = 0, end = 0;
	unsigned int i;

	for (i = 0; i < SYSCALL_STAT_BUCKETS && seen < rank; i++) {
		seen += sum->times.buckets[i];
		bucket_bounds(i, &end);
	}

	return clamp(end - 1, sum->times.min, sum->times.max);
}

static void fill_line(struct line *line, const struct sum *sum, const struct cursor *at)
{
	unsigned int i;

	line->abi = at->abi;
	line->nr = at->nr;
	line->calls = sum->calls;
	line->errors = sum->errors;
	line->no_result = sum->outcomes[MAX_OUTCOME];
	for (i = 1; i < MAX_OUTCOME; i++) {
		if (sum->outcomes[i] <= line->errno_calls)
			continue;
		line->errno = i;
		line->errno_calls = sum->outcomes[i];
	}
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

static void *take_snapshot(const struct trace_array *tr)
{
	struct sum *sum __free(kvfree) = kvmalloc(sizeof(*sum), GFP_KERNEL);
	const struct syscall_stat_table *table = tr->syscall_trace.stat;
	struct cursor first = CURSOR(table, ""), at = first;
	struct snapshot *snapshot;
	unsigned int used = 0;

	while (next_call(&at))
		used++;
	snapshot = kvzalloc(struct_size(snapshot, lines, used), GFP_KERNEL);
	if (!sum || !snapshot) {
		kvfree(snapshot);
		return NULL;
	}

	snapshot->on = table;
	snapshot->times = syscall_trace_times_calls(&tr->syscall_trace);
	/* Others may have been called for the first time since. */
	for (at = first; snapshot->nr < used && next_call(&at); snapshot->nr++) {
		add_up(sum, table, at.abi, at.nr);
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
	u32 percent = total ? div64_u64(line->total * 10000, total) : 0;

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
		   line->errors ? errno_name(line->errno) : "-", line->no_result);
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
		seq_puts(m, "# No statistics: set options/syscall_stat or options/syscall_stat_only, and write syscall to current_tracer; or set process_trace_stats for the tracer process.\n");
		return;
	}
	if (!snapshot->times)
		seq_puts(m, "# Calls are not timed: set options/syscall_time, or process_trace_times for the tracer process.\n");
	put_heading(m, timed);
	for (; line < snapshot->lines + snapshot->nr; line++) {
		put_usual(m, line, slot_name(line->abi, line->nr), total.total, timed);
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

/* The beginning of an object of JSON. */
static void put_call(struct seq_file *m, const char *type, unsigned int abi, unsigned int nr)
{
	bool known = nr < syscall_stat_abis[abi].nr;

	seq_printf(m, "{\"type\":\"%s\",\"abi\":\"%s\",\"nr\":", type,
		   syscall_trace_abis[abi].name);
	if (known)
		seq_printf(m, "%u", nr | syscall_trace_abis[abi].nr_bit);
	else
		seq_puts(m, "null");
	seq_printf(m, ",\"name\":\"%s\"", slot_name(abi, nr));
}

static void show_json_line(struct seq_file *m, const struct line *line)
{
	unsigned int i;

	put_call(m, "stat", line->abi, line->nr);
	seq_printf(m, ",\"calls\":%llu,\"errors\":%llu,\"no_result\":%llu", line->calls,
		   line->errors, line->no_result);
	if (line->errno)
		seq_printf(m, ",\"errno\":\"%s\",\"errno_calls\":%llu", errno_name(line->errno),
			   line->errno_calls);
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

/* The instance of a file, which single_open() leaves no room for. */
static struct trace_array *instance_of(const struct file *file)
{
	return file_inode(file)->i_private;
}

/* Open a file that @show prints from what @take returns, or NULL: there is no memory. */
static int open_with(struct inode *inode, struct file *file,
		     int (*show)(struct seq_file *m, void *v),
		     void *(*take)(const struct trace_array *tr))
{
	struct trace_array *tr = inode->i_private;
	void *data;
	int ret;

	ret = tracing_check_open_get_tr(tr);
	if (ret)
		return ret;
	scoped_guard(mutex, &trace_types_lock)
		data = take(tr);

	ret = data ? single_open(file, show, data) : -ENOMEM;
	if (ret) {
		kvfree(data);
		trace_array_put(tr);
	}

	return ret;
}

static int release_data(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	kvfree(m->private);
	trace_array_put(instance_of(file));

	return single_release(inode, file);
}

static int stats_open(struct inode *inode, struct file *file)
{
	return open_with(inode, file, stats_show, take_snapshot);
}

/* 0 begins the statistics anew. */
static ssize_t stats_write(struct file *file, const char __user *buf, size_t count,
			   loff_t *ppos)
{
	struct trace_array *tr = instance_of(file);
	unsigned int val;
	int ret;

	ret = kstrtouint_from_user(buf, count, 0, &val);
	if (ret || val)
		return ret ?: -EINVAL;

	guard(mutex)(&trace_types_lock);
	if (tr->syscall_trace.stat)
		ret = syscall_stat_reset(tr);
	if (ret)
		return ret;
	*ppos += count;

	return count;
}

static const struct file_operations stats_fops = {
	.open		= stats_open,
	.read		= seq_read,
	.write		= stats_write,
	.llseek		= seq_lseek,
	.release	= release_data,
};

/* -------------------------------- syscall_hist ---------------------------- */

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

static void *take_histograms(const struct trace_array *tr)
{
	struct sum *sum __free(kvfree) = kvmalloc(sizeof(*sum), GFP_KERNEL);
	struct cursor first = CURSOR(tr->syscall_trace.stat, tr->syscall_trace.hist), at = first;
	struct histograms *all;
	unsigned int used = 0;

	while (next_call(&at))
		used++;
	all = kvzalloc(struct_size(all, calls, used), GFP_KERNEL);
	if (!sum || !all) {
		kvfree(all);
		return NULL;
	}

	for (at = first; all->nr < used && next_call(&at);) {
		struct histogram *call = &all->calls[all->nr];

		add_up(sum, at.table, at.abi, at.nr);
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

	seq_printf(m, "# %s@%s: %llu calls\n", slot_name(call->abi, call->nr),
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
		begin = bucket_bounds(i, &end);
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

	put_call(m, "hist", call->abi, call->nr);
	seq_printf(m, ",\"timed\":%llu,\"buckets\":[", call->timed);
	for (i = 0; i < SYSCALL_STAT_BUCKETS; i++) {
		if (!call->buckets[i])
			continue;
		begin = bucket_bounds(i, &end);
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
	return open_with(inode, file, hist_show, take_histograms);
}

static bool is_known(const char *wanted)
{
	unsigned int abi, nr;

	for (abi = 0; abi < SYSCALL_TRACE_NR_ABIS; abi++) {
		for (nr = 0; nr <= syscall_trace_abis[abi].nr_slots; nr++) {
			if (is_wanted(wanted, abi, nr))
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
	struct trace_array *tr = instance_of(file);
	char text[sizeof(tr->syscall_trace.hist)] = "";
	const char *wanted;

	if (strncpy_from_user(text, buf, min(count, sizeof(text) - 1)) < 0)
		return -EFAULT;
	wanted = strim(text);
	if (count >= sizeof(text) || !is_known(wanted)) {
		tracing_log_err(tr, "syscall_hist", wanted, &hist_error, 0, 0);
		return -EINVAL;
	}

	guard(mutex)(&trace_types_lock);
	strscpy(tr->syscall_trace.hist, wanted);
	*ppos += count;

	return count;
}

static const struct file_operations hist_fops = {
	.open		= hist_open,
	.read		= seq_read,
	.write		= hist_write,
	.llseek		= seq_lseek,
	.release	= release_data,
};

/**
 * syscall_stat_init_tracefs - create the files of statistics
 * @tr: the instance they belong to
 * @dir: its directory in tracefs
 *
 * Context: task context, may sleep.
 */
void syscall_stat_init_tracefs(struct trace_array *tr, struct dentry *dir)
{
	trace_create_file("syscall_stats", TRACE_MODE_WRITE, dir, tr, &stats_fops);
	trace_create_file("syscall_hist", TRACE_MODE_WRITE, dir, tr, &hist_fops);
}
