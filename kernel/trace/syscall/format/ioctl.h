/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the table of ioctl commands, which scripts/syscall_table/ioctls.py
 * makes from the headers of user space's interface.
 */
#ifndef _SYSCALL_FORMAT_IOCTL_H
#define _SYSCALL_FORMAT_IOCTL_H

#include <linux/types.h>

/**
 * struct syscall_trace_ioctl - a name of an ioctl command
 * @cmd: its number, which holds the size of a structure and so depends on the ABI
 * @abis: a bit for each ABI in which it has this number
 * @name: the name
 */
struct syscall_trace_ioctl {
	u32		cmd;
	u32		abis;
	const char	*name;
};

/* Sorted by number, then by name: drivers share numbers. */
extern const struct syscall_trace_ioctl syscall_trace_ioctls[];
extern const unsigned int syscall_trace_nr_ioctls;

#endif /* _SYSCALL_FORMAT_IOCTL_H */
