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
				   void *data, char *text, const char **where);

char *syscall_trace_next_word(char **text);
unsigned int syscall_trace_count_words(const char *text);
int syscall_trace_refuse_word(struct syscall_trace_fault *fault, u8 error, const char *word);

/**
 * struct syscall_trace_words - a list that is kept as it was written
 * @nr: number of @word
 * @word: the words
 */
struct syscall_trace_words {
	unsigned int	nr;
	char		*word[];
};

int syscall_trace_add_words(struct syscall_trace_words **words,
			    const struct syscall_trace_words *old, char *text,
			    int (*check)(const char *word, struct syscall_trace_fault *fault),
			    struct syscall_trace_fault *fault);
void syscall_trace_free_words(struct syscall_trace_words *words);
void syscall_trace_print_words(struct seq_file *m, const struct syscall_trace_words *words);

#endif /* _SYSCALL_LIST_FILE_H */
