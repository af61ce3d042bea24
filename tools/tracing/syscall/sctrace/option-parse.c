// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of options that have a syntax of their own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "option.h"
#include "settings.h"
#include "words.h"

static void add_pid(pid_t pid)
{
	settings.pids = reallocarray(settings.pids, settings.nr_pids + 1, sizeof(*settings.pids));
	if (!settings.pids)
		fail("not enough memory");
	settings.pids[settings.nr_pids++] = pid;
}

/**
 * parse_pids - take numbers of processes
 * @row: the option
 * @text: they, with commas or, as pidof prints them, with blanks
 */
void parse_pids(const struct option_row *row, const char *text)
{
	char *copy = strdup(text), *rest = copy, *word;

	if (!copy)
		fail("not enough memory");
	while ((word = strsep(&rest, ", \t\n"))) {
		if (*word)
			add_pid(option_number(row, word));
	}
	free(copy);
}

/**
 * parse_calls - take calls as strace names them
 * @row: the option, or NULL: it does not matter
 * @text: their names, with commas; the last such list counts
 */
void parse_calls(const struct option_row *row, const char *text)
{
	const char *end;

	words_clear(&settings.trace);
	/* A regular expression may have commas. */
	if (text[strspn(text, "!?")] == '/') {
		words_add(&settings.trace, text, strlen(text));
		return;
	}
	for (;; text = end + 1) {
		end = strchrnul(text, ',');
		words_add(&settings.trace, text, end - text);
		if (!*end)
			break;
	}
}

/**
 * parse_stamp - take what time is at the start of a line
 * @row: the option
 * @text: a format, a precision or both
 */
void parse_stamp(const struct option_row *row, const char *text)
{
	enum stamp whole = STAMP_SECONDS, precise = STAMP_MICROSECONDS;
	char copy[64], *rest = copy, *word;
	bool is_precise = false;

	snprintf(copy, sizeof(copy), "%s", text);
	while ((word = strsep(&rest, ","))) {
		if (!strncmp(word, "format:", 7))
			word += 7;
		if (!strncmp(word, "precision:", 10))
			word += 10;
		if (!strcmp(word, "unix")) {
			whole = STAMP_EPOCH;
			precise = STAMP_EPOCH_MICROSECONDS;
		} else if (!strcmp(word, "time")) {
			whole = STAMP_SECONDS;
			precise = STAMP_MICROSECONDS;
		} else if (!strcmp(word, "none")) {
			whole = STAMP_NONE;
			precise = STAMP_NONE;
		} else if (!strcmp(word, "us") || !strcmp(word, "ms") || !strcmp(word, "ns")) {
			is_precise = true;
		} else if (!strcmp(word, "s")) {
			is_precise = false;
		} else if (*word) {
			fail("--%s=%s: time, unix and none are formats, s and us precisions",
			     row->name, text);
		}
	}
	settings.stamp = is_precise ? precise : whole;
}

/**
 * parse_picture - take the file or folder of a picture
 * @row: the option, which tells the kind of picture
 * @text: the name
 */
void parse_picture(const struct option_row *row, const char *text)
{
	if (given.picture && row != given.picture)
		fail("--%s or --%s: only one of them at a time", given.picture->name, row->name);
	given.picture = row;
	settings.picture = text;
	settings.picture_kind = row->picture;
}
