// SPDX-License-Identifier: GPL-2.0
/*
 * What an option is given goes to its setting, by the kind of the option.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "option.h"
#include "words.h"

/**
 * option_is_listed - does --help have an option?
 * @row: the option
 */
bool option_is_listed(const struct option_row *row)
{
	return !row->is_unlisted && row->kind != OPTION_IGNORED && row->kind != OPTION_REFUSED;
}

/**
 * option_takes - tell whether an option takes an argument
 * @row: the option
 *
 * Returns what struct option has for that.
 */
int option_takes(const struct option_row *row)
{
	if (!row->arg)
		return no_argument;

	return *row->arg == '[' ? optional_argument : required_argument;
}

/* The program ends by what is wrong with the argument. */
static void refuse(const struct option_row *row, const char *text, const char *wrong)
{
	if (row->letter)
		fail("-%c %s: %s", row->letter, text, wrong);
	fail("--%s%c%s: %s", row->name, option_takes(row) == optional_argument ? '=' : ' ', text,
	     wrong);
}

/* --------------------------------- numbers --------------------------------- */

static bool is_within(const struct option_row *row, unsigned long long value)
{
	return value >= row->least && value <= row->most;
}

/**
 * option_number - read a number within the limits of an option
 * @row: the option
 * @text: the number
 *
 * Returns the number. The program ends if it is none, or beyond the limits.
 */
unsigned long long option_number(const struct option_row *row, const char *text)
{
	unsigned long long value;
	char wrong[80], *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || end == text || *end || *text == '-' || !is_within(row, value)) {
		snprintf(wrong, sizeof(wrong), "not a number from %llu to %llu", row->least,
			 row->most);
		refuse(row, text, wrong);
	}

	return value;
}

static size_t size_of(const struct option_row *row, const char *text)
{
	static const char units[] = "KMG";
	unsigned long long value;
	const char *unit;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	unit = *end ? strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
	if (unit) {
		value <<= 10 * (unit - units + 1);
		end++;
	}
	if (errno || end == text || *end || *text == '-' || !is_within(row, value))
		refuse(row, text, "not a size such as 512K or 64M");

	return value;
}

/* ---------------------------------- words ---------------------------------- */

/* Says which words there are: "raw, abbrev and verbose are styles". */
static void refuse_word(const struct option_row *row, const char *text)
{
	const struct option_word *word = row->words->word, *last = NULL;
	char wrong[256];
	int len = 0;

	for (; word->name; word++) {
		if (word->is_unlisted)
			continue;
		if (last)
			len += snprintf(wrong + len, sizeof(wrong) - len, "%s%s", len ? ", " : "",
					last->name);
		last = word;
	}
	snprintf(wrong + len, sizeof(wrong) - len, " %s %s%s", row->words->joint, last->name,
		 row->words->ending);
	refuse(row, text, wrong);
}

/* @len: the length of the word at the beginning of @text */
static unsigned int number_of(const struct option_row *row, const char *text, size_t len)
{
	const struct option_word *word;

	for (word = row->words->word; word->name; word++) {
		if (strlen(word->name) == len && !strncmp(word->name, text, len))
			break;
	}
	if (!word->name)
		refuse_word(row, text);

	return word->number;
}

static unsigned int bits_of(const struct option_row *row, const char *text)
{
	unsigned int bits = 0;

	for (;;) {
		size_t len = strcspn(text, ",");

		bits |= number_of(row, text, len);
		if (!text[len])
			return bits;
		text += len + 1;
	}
}

/* --------------------------------- all of it -------------------------------- */

/**
 * option_apply - do what an option says
 * @row: the option
 * @text: its argument; NULL: there is none
 *
 * The program ends if the argument is wrong. What is more than a setting is left to the caller.
 */
void option_apply(const struct option_row *row, const char *text)
{
	if (!text)
		text = row->value;
	switch (row->kind) {
	case OPTION_FLAG:
		*row->flag = true;
		break;
	case OPTION_TALLY:
		++*row->number;
		break;
	case OPTION_NUMBER:
		*row->number = option_number(row, text);
		break;
	case OPTION_SIZE:
		*row->size = size_of(row, text);
		break;
	case OPTION_TEXT:
		*row->text = text;
		break;
	case OPTION_TEXTS:
		words_add(row->texts, text, strlen(text));
		break;
	case OPTION_WORD:
		*row->number = number_of(row, text, strlen(text));
		break;
	case OPTION_SET:
		*row->number |= bits_of(row, text);
		break;
	case OPTION_PARSE:
		row->parse(row, text);
		break;
	case OPTION_IGNORED:
		if (row->words)
			number_of(row, text, strlen(text));
		break;
	default:
		break;
	}
}
