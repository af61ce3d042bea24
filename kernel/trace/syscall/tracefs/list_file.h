/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: files in tracefs that hold lists of words, one file of each sort in the
 * directory of each instance.
 */
#ifndef _SYSCALL_LIST_FILE_H
#define _SYSCALL_LIST_FILE_H

#include <linux/export.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/types.h>

#include "list_sort.h"
#include "list_words.h"

struct dentry;

int syscall_trace_list_open(struct inode *inode, struct file *file);
ssize_t syscall_trace_list_write(struct file *file, const char __user *buf, size_t count,
				 loff_t *ppos);
int syscall_trace_list_release(struct inode *inode, struct file *file);

#define SYSCALL_TRACE_LIST_FOPS {			\
	.owner		= THIS_MODULE,			\
	.open		= syscall_trace_list_open,	\
	.read		= seq_read,			\
	.write		= syscall_trace_list_write,	\
	.llseek		= seq_lseek,			\
	.release	= syscall_trace_list_release,	\
}

const char *syscall_trace_set_list(const struct syscall_trace_list_file *which,
				   void *data, const char *text, const char **where);

#endif /* _SYSCALL_LIST_FILE_H */
