/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the call that a task is in when somebody begins to want it.
 */
#ifndef _SYSCALL_LATE_H
#define _SYSCALL_LATE_H

#include <linux/syscall_trace_table.h>

struct syscall_trace_store;

/**
 * struct syscall_trace_late - the call that a task is in, to be recorded late
 * @list: links those for which something has to be copied
 * @task: the task
 * @to: the instances that have begun to want it, a bit for each
 * @may_copy: nothing has been recorded yet, and what is to be copied can be
 * @switches: how often the task had been switched from
 * @nr: the number of the call
 * @abi: the index of its ABI
 * @call: the table's entry for it, or NULL
 * @args: its argument words
 * @copy: what these lead to, or NULL
 */
struct syscall_trace_late {
	struct list_head		list;
	struct task_struct		*task;
	u64				to;
	bool				may_copy;
	unsigned long			switches;
	int				nr;
	u8				abi;
	const struct syscall_trace_call	*call;
	unsigned long			args[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_store	*copy;
};

void syscall_trace_write_unseen(void);
bool syscall_trace_write_held(struct syscall_trace_late *late);

#endif /* _SYSCALL_LATE_H */
