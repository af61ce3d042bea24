/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the words of lists.
 */
#ifndef _SYSCALL_LIST_WORDS_H
#define _SYSCALL_LIST_WORDS_H

#include <linux/types.h>

#include "list_sort.h"

struct seq_file;

char *syscall_trace_next_word(char **text);
unsigned int syscall_trace_count_words(const char *text);
char *syscall_trace_copy_words(const char *text, size_t len);
int syscall_trace_is_word(const char *text, size_t len, const char *only);
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

#endif /* _SYSCALL_LIST_WORDS_H */
