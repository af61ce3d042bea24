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
struct syscall_trace_list_file;

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
 * struct syscall_trace_list_layers - a list whose words mean what there is when they are written:
 *				      so no text can say later what it was. What was written at
 *				      once is a layer of it
 * @place: of a list of pids: which one it is, as an offset in struct syscall_trace_tasks
 * @keep: makes a layer of the list that is in use
 * @make: makes one of what a text means. Its words are found by syscall_trace_next_word();
 *	  -EINVAL: @fault says why it is refused
 * @unite: makes one of what another one has together with one that was there before, or with NULL
 * @use: lets the instance use what a layer has, which gets what was used. Returns 0 or an error,
 *	 and then nothing has changed
 * @drop: frees a layer, or what it has become by @use
 *
 * They are called with the lock of the list held. Those that make a layer return it, or an error.
 */
struct syscall_trace_list_layers {
	size_t	place;
	void	*(*keep)(const struct syscall_trace_list_file *which, void *data);
	void	*(*make)(const struct syscall_trace_list_file *which, char *text,
			 struct syscall_trace_fault *fault);
	void	*(*unite)(const void *layer, const void *other);
	int	(*use)(void *data, void **layer);
	void	(*drop)(void *layer);
};

/**
 * struct syscall_trace_list_file - a sort of list file
 * @fops: its operations; an open file leads to the structure around these
 * @name: its name
 * @errors: messages for error_log, which keeps the pointers
 * @lines: it is a list of lines, not of words
 * @single: it is a list of one word
 * @none: what stands for an empty list if it is written alone, or NULL. Not with @layers
 * @lock: guards the list; NULL: trace_types_lock
 * @layers: what it is made of; NULL: of text, for @set
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
	const struct syscall_trace_list_layers *layers;
	int			(*set)(void *data, char *text, bool append,
				       struct syscall_trace_fault *fault);
	void			(*show)(struct seq_file *m, void *data);
};

#endif /* _SYSCALL_LIST_SORT_H */
