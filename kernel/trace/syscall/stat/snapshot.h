/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the files of statistics have in common.
 */
#ifndef _SYSCALL_SNAPSHOT_H
#define _SYSCALL_SNAPSHOT_H

#include <linux/err.h>

#include "tables.h"

struct dentry;
struct file;
struct inode;
struct seq_file;
struct syscall_trace_instance;

#define SYSCALL_STAT_MAX_OUTCOME	(MAX_ERRNO + 1)

/**
 * struct syscall_stat_sum - what all CPUs have counted of one call
 * @calls: how many have ended
 * @errors: how many of these failed
 * @timed: how many have a duration
 * @times: durations
 * @outcomes: by errno, or SYSCALL_STAT_OTHER_ERRNO; the last one is SYSCALL_STAT_NO_RESULT
 * @not_it: the same: how many of SYSCALL_STAT_OTHER_ERRNO were none, as their CPU tells it apart
 */
struct syscall_stat_sum {
	u64				calls;
	u64				errors;
	u64				timed;
	struct syscall_stat_times	times;
	u64				outcomes[SYSCALL_STAT_MAX_OUTCOME + 1];
	u64				not_it[SYSCALL_STAT_MAX_OUTCOME + 1];
};

/**
 * struct syscall_stat_cursor - goes through the calls that were made
 * @table: what was counted, or NULL
 * @wanted: calls of that name only, see syscall_stat_is_wanted()
 * @abi: index of the ABI of the call
 * @nr: the number of the call; at first, that before all others
 */
struct syscall_stat_cursor {
	const struct syscall_stat_table	*table;
	const char			*wanted;
	unsigned int			abi;
	unsigned int			nr;
};

#define SYSCALL_STAT_CURSOR(counted, name)	\
	{ .table = (counted), .wanted = (name), .nr = UINT_MAX }

/* snapshot.c */
const char *syscall_stat_slot_name(unsigned int abi, unsigned int nr);
void syscall_stat_add_up(struct syscall_stat_sum *sum, const struct syscall_stat_table *table,
			 unsigned int abi, unsigned int nr);
bool syscall_stat_is_wanted(const char *wanted, unsigned int abi, unsigned int nr);
bool syscall_stat_next_call(struct syscall_stat_cursor *at);
u64 syscall_stat_bucket_bounds(unsigned int i, u64 *end);
void syscall_stat_put_call(struct seq_file *m, const char *type, unsigned int abi,
			   unsigned int nr);
struct syscall_trace_instance *syscall_stat_instance_of(const struct file *file);
int syscall_stat_open(struct inode *inode, struct file *file,
		      int (*show)(struct seq_file *m, void *v),
		      void *(*take)(const struct syscall_trace_instance *inst));
int syscall_stat_release(struct inode *inode, struct file *file);

/* hist_file.c */
void syscall_stat_init_hist(void *data, struct dentry *dir);

#endif /* _SYSCALL_SNAPSHOT_H */
