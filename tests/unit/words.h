/* SPDX-License-Identifier: GPL-2.0 */
/* Words, numbers and bytes in the lines of text files. */
#ifndef _TESTS_UNIT_WORDS_H
#define _TESTS_UNIT_WORDS_H

#include <linux/types.h>

/**
 * struct words_place - where the words are, for messages
 * @file: the name of the file
 * @line: the number of the line, from 1
 */
struct words_place {
	const char	*file;
	unsigned int	line;
};

extern struct words_place words_place;

void words_die(const char *what, const char *text);
u64 words_number(const char *text);
char *words_next(char **pos);
size_t words_bytes(u8 *data, char **pos);

#endif /* _TESTS_UNIT_WORDS_H */
