// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: adds up what CPUs have counted, for the files of statistics.
 *
 * It does so when a file is opened. Each CPU is interrupted for that, so that its figures of a call
 * belong together: of the one call that may just be counted there, some have it and others not.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "../instances.h"
#include "../tracefs/file.h"
#include "snapshot.h"

/**
 * syscall_stat_slot_name - find the name of a call
 * @abi: index of its ABI
 * @nr: its number there; that behind all others stands for all that have no name
 *
 * Return: its name, or NULL.
 */
const char *syscall_stat_slot_name(unsigned int abi, unsigned int nr)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];

	return nr < desc->nr_slots ? desc->slots[nr].name : "unknown";
}

static void add_times(struct syscall_stat_sum *sum, const struct syscall_stat_times *times)
{
	u64 most = READ_ONCE(times->max), least = READ_ONCE(times->min);
	unsigned int i;

	/* Of the first call, not everything is there. */
	if (least > most)
		return;
	sum->times.max = max(sum->times.max, most);
	sum->times.min = min(sum->times.min, least);
	sum->times.asleep += READ_ONCE(times->asleep);
	sum->times.total += READ_ONCE(times->total);
	for (i = 0; i < SYSCALL_STAT_BUCKETS; i++) {
		u64 calls = READ_ONCE(times->buckets[i]);

		sum->times.buckets[i] += calls;
		sum->timed += calls;
	}
}

/* How many errors a CPU has not told apart. */
static u64 others_of(const struct syscall_stat_outcome *outcome)
{
	for (; outcome; outcome = outcome->next) {
		if (outcome->what == SYSCALL_STAT_OTHER_ERRNO)
			return READ_ONCE(outcome->count);
	}

	return 0;
}

/* @errors: how many errors the CPU has counted */
static void add_outcomes(struct syscall_stat_sum *sum, const struct syscall_stat_outcome *outcome,
			 u64 errors)
{
	u64 others = others_of(outcome), told = others;

	for (; outcome; outcome = outcome->next) {
		unsigned int what = min_t(unsigned int, outcome->what, SYSCALL_STAT_MAX_OUTCOME);
		u64 count = READ_ONCE(outcome->count);

		if (what == SYSCALL_STAT_OTHER_ERRNO)
			continue;
		sum->outcomes[what] += count;
		sum->not_it[what] += others;
		if (what != SYSCALL_STAT_MAX_OUTCOME)
			told += count;
	}
	sum->outcomes[SYSCALL_STAT_OTHER_ERRNO] += others;
	/* For those, there was no memory: they may be any. */
	if (errors > told)
		sum->outcomes[SYSCALL_STAT_OTHER_ERRNO] += errors - told;
}

static void add_slot(struct syscall_stat_sum *sum, const struct syscall_stat_slot *slot)
{
	const struct syscall_stat_times *times;
	u64 errors = READ_ONCE(slot->errors);

	sum->calls += READ_ONCE(slot->calls);
	sum->errors += errors;
	/* Pairs with find_outcome() in stat.c. */
	add_outcomes(sum, smp_load_acquire(&slot->outcomes), errors);
	/* Pairs with find_times() in stat.c. */
	times = smp_load_acquire(&slot->times);
	if (times)
		add_times(sum, times);
}

/**
 * struct adding - what a CPU has to add
 * @sum: what to
 * @slot: what it has counted of a call
 */
struct adding {
	struct syscall_stat_sum		*sum;
	const struct syscall_stat_slot	*slot;
};

static void add_here(void *data)
{
	const struct adding *adding = data;

	add_slot(adding->sum, adding->slot);
}

static void add_cpus(struct syscall_stat_sum *sum, const struct syscall_stat_table *table,
		     unsigned int abi, unsigned int nr)
{
	unsigned int first = syscall_stat_abis[abi].first & ~SYSCALL_STAT_FLAGS;
	struct adding adding = { .sum = sum };
	int cpu;

	for_each_possible_cpu(cpu) {
		adding.slot = &table->cpus[cpu]->slots[first + nr];
		if (!READ_ONCE(adding.slot->calls))
			continue;
		/* One that is offline counts nothing. */
		if (smp_call_function_single(cpu, add_here, &adding, true))
			add_slot(sum, adding.slot);
	}
}

/**
 * syscall_stat_add_up - add up what all CPUs have counted of one call
 * @sum: gets it
 * @table: the table of an instance
 * @abi: index of the call's ABI
 * @nr: its number there; that behind all others stands for all that have no name
 *
 * Context: task context, trace_types_lock is held.
 */
void syscall_stat_add_up(struct syscall_stat_sum *sum, const struct syscall_stat_table *table,
			 unsigned int abi, unsigned int nr)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	sum->times.min = U64_MAX;
	add_cpus(sum, table, abi, nr);
	if (nr < syscall_stat_abis[abi].nr)
		return;
	for (i = 0; i < nr; i++) {
		if (!syscall_stat_slot_name(abi, i))
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
		return syscall_stat_slot_name(abi, nr);
	if (nr < syscall_stat_abis[abi].nr)
		return false;
	for (i = 0; i < nr; i++) {
		if (!syscall_stat_slot_name(abi, i) && is_used(table, abi, i))
			return true;
	}

	return false;
}

/**
 * syscall_stat_is_wanted - does a name mean a call?
 * @wanted: NAME, NAME@ABI or empty
 * @abi: index of the call's ABI
 * @nr: its number there
 *
 * Return: true if so.
 */
bool syscall_stat_is_wanted(const char *wanted, unsigned int abi, unsigned int nr)
{
	const char *name = syscall_stat_slot_name(abi, nr), *at = strchrnul(wanted, '@');
	size_t len = at - wanted;

	if (!*wanted)
		return true;

	return name && strlen(name) == len && !strncmp(name, wanted, len) &&
	       (!*at || !strcmp(at + 1, syscall_trace_abis[abi].name));
}

/**
 * syscall_stat_next_call - go on to the next call that was made
 * @at: where it stands
 *
 * Context: task context, trace_types_lock is held.
 * Return: false if there is none.
 */
bool syscall_stat_next_call(struct syscall_stat_cursor *at)
{
	if (!at->table)
		return false;

	for (at->nr++; at->abi < SYSCALL_TRACE_NR_ABIS; at->abi++, at->nr = 0) {
		for (; at->nr <= syscall_stat_abis[at->abi].nr; at->nr++) {
			if (syscall_stat_is_wanted(at->wanted, at->abi, at->nr) &&
			    has_calls(at->table, at->abi, at->nr))
				return true;
		}
	}

	return false;
}

/**
 * syscall_stat_bucket_bounds - tell which durations are in a bucket
 * @i: the bucket
 * @end: gets the least duration, in ns, that is too long for it
 *
 * Return: the least duration, in ns, that is in it.
 */
u64 syscall_stat_bucket_bounds(unsigned int i, u64 *end)
{
	unsigned int shift = i < 2 * SYSCALL_STAT_SUB ? 0 : i / SYSCALL_STAT_SUB - 1;
	u64 begin = (u64)(i - shift * SYSCALL_STAT_SUB) << shift;

	*end = begin + (1ULL << shift);

	return begin;
}

/**
 * syscall_stat_put_call - print the beginning of an object of JSON
 * @m: the file
 * @type: its type
 * @abi: index of the call's ABI
 * @nr: its number there
 */
void syscall_stat_put_call(struct seq_file *m, const char *type, unsigned int abi, unsigned int nr)
{
	bool known = nr < syscall_stat_abis[abi].nr;

	seq_printf(m, "{\"type\":\"%s\",\"abi\":\"%s\",\"nr\":", type,
		   syscall_trace_abis[abi].name);
	if (known)
		seq_printf(m, "%u", nr | syscall_trace_abis[abi].nr_bit);
	else
		seq_puts(m, "null");
	seq_printf(m, ",\"name\":\"%s\"", syscall_stat_slot_name(abi, nr));
}

/**
 * syscall_stat_instance_of - find the instance of a file, which single_open() leaves no room for
 * @file: the file
 *
 * Return: the instance.
 */
struct syscall_trace_instance *syscall_stat_instance_of(const struct file *file)
{
	return syscall_file_instance(file_inode(file)->i_private);
}

/**
 * syscall_stat_open - open a file of statistics
 * @inode: the file
 * @file: the open file
 * @show: prints it
 * @take: returns what is to be printed, or NULL: there is no memory
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int syscall_stat_open(struct inode *inode, struct file *file,
		      int (*show)(struct seq_file *m, void *v),
		      void *(*take)(const struct syscall_trace_instance *inst))
{
	void *data;
	int ret;

	ret = syscall_file_get(inode->i_private);
	if (ret)
		return ret;
	scoped_guard(mutex, &trace_types_lock)
		data = take(syscall_file_instance(inode->i_private));

	ret = data ? single_open(file, show, data) : -ENOMEM;
	if (ret) {
		kvfree(data);
		syscall_file_put(inode->i_private);
	}

	return ret;
}

/**
 * syscall_stat_release - close what syscall_stat_open() has opened
 * @inode: the file
 * @file: the open file
 *
 * Context: task context, may sleep.
 * Return: 0.
 */
int syscall_stat_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	kvfree(m->private);
	syscall_file_put(inode->i_private);

	return single_release(inode, file);
}
