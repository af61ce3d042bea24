/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: files in tracefs that hold a number, one file of each sort in the
 * directory of each instance.
 */
#ifndef _SYSCALL_NUMBER_FILE_H
#define _SYSCALL_NUMBER_FILE_H

#include <linux/fs.h>

#include "../../trace.h"

/**
 * struct syscall_trace_number_file - a sort of number file
 * @fops: its operations; an open file leads to the structure around these
 * @name: its name
 * @errors: the message in error_log for a bad value. The log keeps the pointer
 * @field: offset of the number, an unsigned int, in struct syscall_trace_instance
 * @max: the largest value
 * @update: called with trace_types_lock held when the number has changed. If it returns an
 *	    error, the number is set back, and it is called again
 */
struct syscall_trace_number_file {
	const struct file_operations fops;
	const char		*name;
	const char		**errors;
	size_t			field;
	unsigned int		max;
	int			(*update)(struct trace_array *tr);
};

ssize_t syscall_trace_number_read(struct file *file, char __user *buf, size_t count,
				  loff_t *ppos);
ssize_t syscall_trace_number_write(struct file *file, const char __user *buf, size_t count,
				   loff_t *ppos);

#define SYSCALL_TRACE_NUMBER_FOPS {			\
	.open		= tracing_open_generic_tr,	\
	.read		= syscall_trace_number_read,	\
	.write		= syscall_trace_number_write,	\
	.llseek		= generic_file_llseek,		\
	.release	= tracing_release_generic_tr,	\
}

#endif /* _SYSCALL_NUMBER_FILE_H */
