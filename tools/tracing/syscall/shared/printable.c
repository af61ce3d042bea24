// SPDX-License-Identifier: GPL-2.0
/*
 * Text of others, who may want to control a terminal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"

/* How many bytes a character has that can be shown; 0: there is none. */
static size_t length_of(const unsigned char *text)
{
	size_t len, i;

	if (*text < 0x80)
		return *text >= ' ' && *text != 0x7f;
	if (*text < 0xc2 || *text > 0xf4)
		return 0;
	len = *text < 0xe0 ? 2 : *text < 0xf0 ? 3 : 4;
	for (i = 1; i < len; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Terminals obey U+0080 to U+009f, and some obey a character that is longer than it need be. */
	if ((*text == 0xc2 && text[1] < 0xa0) || (*text == 0xe0 && text[1] < 0xa0) ||
	    (*text == 0xf0 && text[1] < 0x90))
		return 0;

	return len;
}

char *printable_copy(const char *text, const char *but)
{
	char *copy = malloc(4 * strlen(text) + 1), *to = copy;
	size_t len;

	for (; copy && *text; text += len) {
		len = strchr(but, *text) ? 1 : length_of((const unsigned char *)text);
		if (len) {
			to = mempcpy(to, text, len);
		} else {
			to += sprintf(to, "\\%03o", (unsigned char)*text);
			len = 1;
		}
	}
	if (copy)
		*to = '\0';

	return copy;
}
