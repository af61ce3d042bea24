/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: threads that get another pid when they execute a program.
 */
#ifndef _SYSCALL_EXEC_H
#define _SYSCALL_EXEC_H

#include <linux/types.h>

int syscall_trace_watch_exec(bool on);

#endif /* _SYSCALL_EXEC_H */
