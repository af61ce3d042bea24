/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: statistics. The hooks count calls in tables; nothing is recorded
 * for that. snapshot.c adds them up for stat_file.c and hist_file.c.
 */
#ifndef _SYSCALL_STAT_H
#define _SYSCALL_STAT_H

#include "tables.h"

struct pt_regs;
struct syscall_trace_task;

long syscall_stat_enter(long syscall);
long syscall_stat_only_enter(struct pt_regs *regs, long syscall, u32 run);
void syscall_stat_exit(struct pt_regs *regs);
void syscall_stat_hold(void);
void syscall_stat_pass(int nr);
void syscall_stat_drop(struct syscall_trace_task *task);

/* The current task ends. A call that it is in ends without a result. */
static inline void syscall_stat_end(struct syscall_trace_task *task)
{
	if (static_branch_unlikely(&syscall_stat_on))
		syscall_stat_drop(task);
}

#endif /* _SYSCALL_STAT_H */
