/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the tables of statistics of instances.
 */
#ifndef _SYSCALL_STAT_TABLES_H
#define _SYSCALL_STAT_TABLES_H

struct syscall_trace_instance;

void syscall_stat_update_only(void);
int syscall_stat_update(void);
void syscall_stat_leave(struct syscall_trace_instance *inst);
int syscall_stat_reset(struct syscall_trace_instance *inst);

#endif /* _SYSCALL_STAT_TABLES_H */
