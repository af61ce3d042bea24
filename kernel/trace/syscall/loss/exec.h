/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: threads that get another pid when they execute a program.
 */
#ifndef _SYSCALL_EXEC_H
#define _SYSCALL_EXEC_H

#include <linux/types.h>

struct task_struct;

int syscall_trace_watch_exec(bool on);
int syscall_trace_watch_renames(void (*note)(struct task_struct *task));

#endif /* _SYSCALL_EXEC_H */
