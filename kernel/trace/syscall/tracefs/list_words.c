// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the words of lists.
 */
#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "list_words.h"

/**
 * syscall_trace_next_word - take the next word from a list
 * @text: where to look; moves behind the word. Comments, from # to the end of a line, are
 *	  passed over
 *
 * Return: the word, with a NUL behind it; NULL: there is none any more.
 */
char *syscall_trace_next_word(char **text)
{
	char *word = skip_spaces(*text), *end;

	while (*word == '#')
		word = skip_spaces(word + strcspn(word, "\n"));
	for (end = word; *end && !isspace(*end); end++)
		;
	*text = *end ? end + 1 : end;
	*end = '\0';

	return *word ? word : NULL;
}

/**
 * syscall_trace_count_words - how many words may a list have?
 * @text: the list
 *
 * Return: how many it has, counting those of comments.
 */
unsigned int syscall_trace_count_words(const char *text)
{
	unsigned int nr = 0;

	for (; *text; text++)
		nr += !isspace(*text) && (!text[1] || isspace(text[1]));

	return nr;
}

/**
 * syscall_trace_copy_words - copy a part of a list, such that words can be taken from it
 * @text: the part
 * @len: bytes of it
 *
 * Context: task context, may sleep.
 * Return: the copy, to be given to kvfree(), or NULL.
 */
char *syscall_trace_copy_words(const char *text, size_t len)
{
	char *copy = kvmalloc(len + 1, GFP_KERNEL);

	if (copy) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}

	return copy;
}

/**
 * syscall_trace_is_word - does a part of a list have one word, and no other one?
 * @text: the part
 * @len: bytes of it
 * @only: the word; NULL: no word is it
 *
 * Context: task context, may sleep.
 * Return: 1 or 0, or an error.
 */
int syscall_trace_is_word(const char *text, size_t len, const char *only)
{
	char *words __free(kvfree) = only ? syscall_trace_copy_words(text, len) : NULL;
	char *rest = words, *word;

	if (!only)
		return 0;
	if (!words)
		return -ENOMEM;
	word = syscall_trace_next_word(&rest);

	return word && !strcmp(word, only) && !syscall_trace_next_word(&rest);
}

/**
 * syscall_trace_refuse_word - refuse a list
 * @fault: what the list file's @set got
 * @error: index of the message
 * @word: the wrong word
 *
 * Return: -EINVAL
 */
int syscall_trace_refuse_word(struct syscall_trace_fault *fault, u8 error, const char *word)
{
	fault->error = error;
	fault->word = word;

	return -EINVAL;
}

static int add_word(struct syscall_trace_words *words, const char *word)
{
	unsigned int i;
	char *copy;

	/* What was said before is said anew: of contradictory words, the last one counts. */
	for (i = 0; i < words->nr; i++) {
		if (!strcmp(words->word[i], word)) {
			copy = words->word[i];
			memmove(&words->word[i], &words->word[i + 1],
				(words->nr - i - 1) * sizeof(copy));
			words->word[words->nr - 1] = copy;
			return 0;
		}
	}
	copy = kstrdup(word, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	words->word[words->nr++] = copy;

	return 0;
}

/**
 * syscall_trace_free_words - free a list
 * @words: the list, or NULL
 */
void syscall_trace_free_words(struct syscall_trace_words *words)
{
	unsigned int i;

	for (i = 0; words && i < words->nr; i++)
		kfree(words->word[i]);
	kvfree(words);
}

DEFINE_FREE(words, struct syscall_trace_words *, syscall_trace_free_words(_T))

/**
 * syscall_trace_add_words - make a list of words
 * @words: gets the list; NULL: it would be empty
 * @old: the list to which the words are added, or NULL
 * @text: the words
 * @check: refuses wrong ones with syscall_trace_refuse_word()
 * @fault: what the list file's @set got
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_add_words(struct syscall_trace_words **words,
			    const struct syscall_trace_words *old, char *text,
			    int (*check)(const char *word, struct syscall_trace_fault *fault),
			    struct syscall_trace_fault *fault)
{
	unsigned int i, nr = (old ? old->nr : 0) + syscall_trace_count_words(text);
	struct syscall_trace_words *new __free(words) = NULL;
	char *word;
	int ret = 0;

	*words = NULL;
	if (!nr)
		return 0;
	new = kvzalloc(struct_size(new, word, nr), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	for (i = 0; !ret && old && i < old->nr; i++)
		ret = add_word(new, old->word[i]);
	while (!ret && (word = syscall_trace_next_word(&text)))
		ret = check(word, fault) ?: add_word(new, word);
	if (!ret && new->nr)
		*words = no_free_ptr(new);

	return ret;
}

/**
 * syscall_trace_print_words - print a list
 * @m: the file
 * @words: the list
 */
void syscall_trace_print_words(struct seq_file *m, const struct syscall_trace_words *words)
{
	unsigned int i;

	for (i = 0; i < words->nr; i++)
		seq_printf(m, "%s\n", words->word[i]);
}
