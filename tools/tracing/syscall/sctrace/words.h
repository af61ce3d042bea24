/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of texts.
 */
#ifndef _SCTRACE_WORDS_H
#define _SCTRACE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A list of texts. */
struct words {
	char	**word;
	size_t	nr;
};

void words_add(struct words *words, const char *text, size_t len);
bool words_have(const struct words *words, const char *text);
void words_clear(struct words *words);

#endif /* _SCTRACE_WORDS_H */
