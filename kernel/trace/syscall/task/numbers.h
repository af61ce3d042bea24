/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the numbers that tasks have in the pid namespace of a reader.
 */
#ifndef _SYSCALL_NUMBERS_H
#define _SYSCALL_NUMBERS_H

#include <linux/fs.h>

/* The file syscall_pids. Without CONFIG_PID_NS, there is none. */
extern const struct file_operations syscall_trace_pids_fops;

#endif /* _SYSCALL_NUMBERS_H */
