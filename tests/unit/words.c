// SPDX-License-Identifier: GPL-2.0
/*
 * Takes apart the lines of text files: words, numbers and bytes.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

struct words_place words_place;

/**
 * words_die - say what is wrong with a line, and end the program
 * @what: what it is
 * @text: the part of the line that is wrong, or nothing
 */
void words_die(const char *what, const char *text)
{
	fprintf(stderr, "%s:%u: %s: %s\n", words_place.file, words_place.line, what, text);
	exit(2);
}

/**
 * words_number - a word as a number, by C's rules; dies if it is none
 * @text: the word
 */
u64 words_number(const char *text)
{
	u64 val;
	char *end;

	errno = 0;
	val = *text == '-' ? (u64)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	if (errno || end == text || *end)
		words_die("not a number", text);

	return val;
}

/**
 * words_next - the next word
 * @pos: the rest of the line, and then what is behind the word
 *
 * Returns NULL if there is none.
 */
char *words_next(char **pos)
{
	char *start;

	*pos += strspn(*pos, " \t");
	if (!**pos)
		return NULL;
	start = *pos;
	*pos += strcspn(*pos, " \t");
	if (**pos)
		*(*pos)++ = '\0';

	return start;
}

/* A string with octal escapes; @text is behind the opening quote. */
static size_t read_string(u8 *data, char **text)
{
	size_t len = 0;

	while (**text && **text != '"') {
		if (**text == '\\' && isdigit((unsigned char)(*text)[1])) {
			++*text;
			data[len] = 0;
			for (int i = 0; i < 3 && isdigit((unsigned char)**text); i++)
				data[len] = data[len] * 8 + *(*text)++ - '0';
			len++;
			continue;
		}
		if (**text == '\\')
			++*text;
		data[len++] = *(*text)++;
	}
	if (**text != '"')
		words_die("no closing quote", "");
	++*text;

	return len;
}

/**
 * words_bytes - the rest of a line as bytes
 * @data: gets them, and has room for twice U16_MAX
 * @pos: the rest of the line, and then its end
 *
 * Returns how many there are, at most U16_MAX.
 */
size_t words_bytes(u8 *data, char **pos)
{
	size_t len = 0, one;
	unsigned long times;
	char *text, *end;
	u64 val;

	for (;;) {
		*pos += strspn(*pos, " \t");
		if (!**pos)
			return len;

		times = strtoul(*pos, &end, 10);
		if (end != *pos && *end == '*')
			*pos = end + 1;
		else
			times = 1;
		if (**pos == '"') {
			++*pos;
			one = read_string(data + len, pos);
		} else {
			text = words_next(pos);
			end = strchr(text, ':');
			if (*text != 'u' || !end)
				words_die("not bytes", text);
			*end++ = '\0';
			one = words_number(text + 1) / 8;
			if (one > sizeof(val))
				words_die("not a size", text);
			val = words_number(end);
			memcpy(data + len, &val, one);
		}
		if (len + times * one > U16_MAX)
			words_die("too long", "");
		for (end = (char *)data + len; times > 1; times--, len += one)
			memcpy(data + len + one, end, one);
		len += times ? one : 0;
	}
}
