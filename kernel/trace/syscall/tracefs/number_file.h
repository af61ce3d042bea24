/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: files in tracefs that hold a number, one file of each sort in the
 * directory of each instance.
 */
#ifndef _SYSCALL_NUMBER_FILE_H
#define _SYSCALL_NUMBER_FILE_H

#include <linux/export.h>
#include <linux/fs.h>

struct syscall_trace_instance;

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
	int			(*update)(struct syscall_trace_instance *inst);
};

int syscall_trace_number_open(struct inode *inode, struct file *file);
int syscall_trace_number_release(struct inode *inode, struct file *file);
ssize_t syscall_trace_number_read(struct file *file, char __user *buf, size_t count,
				  loff_t *ppos);
ssize_t syscall_trace_number_write(struct file *file, const char __user *buf, size_t count,
				   loff_t *ppos);

#define SYSCALL_TRACE_NUMBER_FOPS {			\
	.owner		= THIS_MODULE,			\
	.open		= syscall_trace_number_open,	\
	.read		= syscall_trace_number_read,	\
	.write		= syscall_trace_number_write,	\
	.llseek		= generic_file_llseek,		\
	.release	= syscall_trace_number_release,	\
}

#endif /* _SYSCALL_NUMBER_FILE_H */
