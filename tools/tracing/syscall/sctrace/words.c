// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of texts.
 */
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "words.h"

/**
 * words_add - add a copy of a text
 * @words: the list
 * @text: the text
 * @len: its length
 */
void words_add(struct words *words, const char *text, size_t len)
{
	words->word = reallocarray(words->word, words->nr + 1, sizeof(*words->word));
	if (words->word)
		words->word[words->nr] = strndup(text, len);
	if (!words->word || !words->word[words->nr])
		fail("not enough memory");
	words->nr++;
}

/**
 * words_have - is a text in a list?
 * @words: the list
 * @text: the text
 */
bool words_have(const struct words *words, const char *text)
{
	size_t i;

	for (i = 0; i < words->nr; i++) {
		if (!strcmp(words->word[i], text))
			return true;
	}

	return false;
}

/**
 * words_clear - make a list empty
 * @words: the list
 */
void words_clear(struct words *words)
{
	size_t i;

	for (i = 0; i < words->nr; i++)
		free(words->word[i]);
	free(words->word);
	*words = (struct words) { };
}
