/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: sorts of files in tracefs that hold lists.
 */
#ifndef _SYSCALL_LIST_SORT_H
#define _SYSCALL_LIST_SORT_H

#include <linux/fs.h>
#include <linux/types.h>

struct mutex;
struct seq_file;
struct syscall_trace_kept_pids;

/**
 * struct syscall_trace_fault - why a list was refused
 * @error: index of the message in syscall_trace_list_file.errors
 * @word: the wrong word, in the text that was to be set
 */
struct syscall_trace_fault {
	u8		error;
	const char	*word;
};

/**
 * struct syscall_trace_list_pids - a list of pids, which what tasks do changes, too: so no text can
 *				    say what it was before
 * @keep: keeps the list as it is, and as tasks change it, or returns NULL if there is no memory
 * @unlist: takes out a pid that is not meant, and what has come by it, unless one of the words of a
 *	    text means it, or it is in a kept list to which @append adds. Returns 0 or an error
 * @tell: lets the lists that others have kept of the same have a text, too, which has been set
 * @restore: sets what was kept again. Returns 0 or an error
 * @drop: frees what was kept
 *
 * They are called with the lock of the list held.
 */
struct syscall_trace_list_pids {
	struct syscall_trace_kept_pids	*(*keep)(void *data);
	int				(*unlist)(struct syscall_trace_kept_pids *kept,
						  unsigned int pid, char *words, bool append);
	void				(*tell)(struct syscall_trace_kept_pids *kept,
						const char *text, bool append);
	int				(*restore)(struct syscall_trace_kept_pids *kept);
	void				(*drop)(struct syscall_trace_kept_pids *kept);
};

/**
 * struct syscall_trace_list_file - a sort of list file
 * @fops: its operations; an open file leads to the structure around these
 * @name: its name
 * @errors: messages for error_log, which keeps the pointers
 * @lines: it is a list of lines, not of words
 * @single: it is a list of one word
 * @none: what stands for an empty list if it is written alone, or NULL. Not for lists of pids
 * @lock: guards the list; NULL: trace_types_lock
 * @pids: what can be done with it, if it is a list of pids
 * @set: replaces the list, or adds to it if @append is true. The words of @text are found by
 *	 syscall_trace_next_word(). @data is what the file was created with, and leads to the
 *	 instance, see file.h. Returns 0 or an error; -EINVAL: @fault says why. Then the list is
 *	 as it was before. Called with the lock held
 * @show: prints the list, such that it can be written again. Lines with # are comments
 */
struct syscall_trace_list_file {
	const struct file_operations fops;
	const char		*name;
	const char		**errors;
	bool			lines;
	bool			single;
	const char		*none;
	struct mutex		*lock;
	const struct syscall_trace_list_pids *pids;
	int			(*set)(void *data, char *text, bool append,
				       struct syscall_trace_fault *fault);
	void			(*show)(struct seq_file *m, void *data);
};

#endif /* _SYSCALL_LIST_SORT_H */
