/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the tables of statistics of instances, in which stat.c counts.
 */
#ifndef _SYSCALL_STAT_TABLES_H
#define _SYSCALL_STAT_TABLES_H

#include <linux/bits.h>
#include <linux/cache.h>
#include <linux/jump_label.h>
#include <linux/list.h>
#include <linux/percpu-defs.h>
#include <linux/rculist.h>
#include <linux/sched/clock.h>
#include <linux/syscall_trace_table.h>
#include <linux/syscall_trace_task.h>
#include <linux/types.h>
#include <asm/syscall_trace.h>

struct syscall_trace_instance;

/*
 * Durations are counted in buckets, which divide each power of two in four. Every u64 has
 * its bucket, and 8 ns and more are known to a quarter.
 */
#define SYSCALL_STAT_SUB_BITS	2
#define SYSCALL_STAT_SUB	BIT(SYSCALL_STAT_SUB_BITS)
#define SYSCALL_STAT_BUCKETS	((64 - SYSCALL_STAT_SUB_BITS + 1) * SYSCALL_STAT_SUB)

/**
 * struct syscall_stat_times - the durations of one call on one CPU, in ns
 * @total: their sum
 * @asleep: for how long of it the task was scheduled out
 * @min: the shortest one
 * @max: the longest one
 * @buckets: how many there are of each magnitude
 */
struct syscall_stat_times {
	u64	total;
	u64	asleep;
	u64	min;
	u64	max;
	u64	buckets[SYSCALL_STAT_BUCKETS];
};

/* Stands for an errno: the call has ended without a result. */
#define SYSCALL_STAT_NO_RESULT	(-1)

/* The same: the call has failed, with none of the first SYSCALL_STAT_ERRNOS_MAX errors. */
#define SYSCALL_STAT_OTHER_ERRNO	0

/* So many errors of one call on one CPU are told apart: seccomp can make thousands. */
#define SYSCALL_STAT_ERRNOS_MAX	64

/**
 * struct syscall_stat_outcome - how often one call on one CPU ended in one way
 * @next: the next outcome, or NULL
 * @count: how often
 * @what: the errno, SYSCALL_STAT_NO_RESULT or SYSCALL_STAT_OTHER_ERRNO
 */
struct syscall_stat_outcome {
	struct syscall_stat_outcome	*next;
	u64				count;
	int				what;
} ____cacheline_aligned_in_smp;

/**
 * struct syscall_stat_slot - one call on one CPU
 * @calls: how many have ended
 * @errors: how many of these failed
 * @outcomes: the ways in which calls ended that were no success
 * @times: durations; NULL: none was measured
 */
struct syscall_stat_slot {
	u64				calls;
	u64				errors;
	struct syscall_stat_outcome	*outcomes;
	struct syscall_stat_times	*times;
};

/**
 * struct syscall_stat_cpu - the part of a table that one CPU writes
 * @born: that of the table
 * @off: not 0: recording is off in the instance
 * @slots: for each ABI its numbers and one for all numbers that it does not have
 */
struct syscall_stat_cpu {
	u32				born;
	const int			*off;
	struct syscall_stat_slot	slots[];
};

/**
 * struct syscall_stat_table - the statistics of one instance
 * @list: links all tables, the oldest first
 * @born: calls that began in this epoch or later are counted
 * @bit: that of the instance: only tasks that it wants are counted
 * @cpus: for each possible CPU its part
 */
struct syscall_stat_table {
	struct list_head	list;
	u32			born;
	u64			bit;
	struct syscall_stat_cpu	*cpus[];
};

/*
 * The slots of an ABI begin at @first, which has SYSCALL_STAT_* in its top bits; the one
 * behind its @nr numbers is for all others.
 */
struct syscall_stat_abi {
	u32	first;
	u32	nr;
};

extern struct syscall_stat_abi syscall_stat_abis[SYSCALL_TRACE_NR_ABIS];

/* All tables */
extern struct list_head syscall_stat_tables;

/* The newest epoch */
extern u32 syscall_stat_epoch;

/* A CPU's part of the only table; NULL: there are others, too, or there may be. */
DECLARE_PER_CPU(struct syscall_stat_cpu *, syscall_stat_only_part);

/*
 * Always in nanoseconds, whatever clock the records of an instance have. A task can enter
 * a call on one CPU and leave it on another one, so this is the clock that is kept from
 * drifting apart between CPUs.
 */
static __always_inline u64 syscall_stat_now(void)
{
	return local_clock_noinstr();
}

/* In struct syscall_trace_stat.slot */
#define SYSCALL_STAT_TIMED	((u32)BIT(31))		/* the call is timed */
#define SYSCALL_STAT_HELD	BIT(30)		/* ptrace or seccomp has not let it pass yet */
#define SYSCALL_STAT_NARROW	BIT(29)		/* its result has 32 bits */
#define SYSCALL_STAT_LATER	BIT(28)		/* a work waits until it has ended */
#define SYSCALL_STAT_FLAGS	((u32)GENMASK(31, 28))

/* Some instance has statistics. */
DECLARE_STATIC_KEY_FALSE(syscall_stat_on);

/*
 * Does a table count the call of a task? What is left of one that began when other tables counted
 * is older than these, of which the first one is the oldest.
 */
static inline bool syscall_stat_counts(const struct syscall_trace_stat *stat)
{
	const struct syscall_stat_table *first;

	guard(rcu)();
	first = list_first_or_null_rcu(&syscall_stat_tables, struct syscall_stat_table, list);

	return first && stat->epoch >= first->born;
}

/*
 * Let a work of the current task, whose part this is, wait until its call has been counted. Returns
 * whether there is such a call.
 */
static inline bool syscall_stat_end_later(struct syscall_trace_task *task)
{
	if (!static_branch_unlikely(&syscall_stat_on) || !syscall_stat_counts(&task->stat))
		return false;
	task->stat.slot |= SYSCALL_STAT_LATER;

	return true;
}

void syscall_stat_update_only(void);
int syscall_stat_update(void);
void syscall_stat_leave(struct syscall_trace_instance *inst);
int syscall_stat_reset(struct syscall_trace_instance *inst);

#endif /* _SYSCALL_STAT_TABLES_H */
