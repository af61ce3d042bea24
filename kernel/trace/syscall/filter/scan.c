// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: reads the signs, words, numbers and texts of a condition.
 */
#include <linux/errno.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "scan.h"

#define TEXT_MAX	4000

/**
 * syscall_filter_refuse - tell what is wrong with a condition
 * @p: the condition
 * @error: enum syscall_filter_error
 * @at: where
 *
 * Return: -EINVAL.
 */
int syscall_filter_refuse(struct syscall_filter_parser *p, u8 error, const char *at)
{
	p->fault->error = error;
	p->fault->at = at;

	return -EINVAL;
}

/* ----------------------------------- signs -------------------------------- */

/**
 * syscall_filter_skip_blanks - go on to the next sign that is no blank, nor in a comment
 * @p: the condition
 */
void syscall_filter_skip_blanks(struct syscall_filter_parser *p)
{
	while (p->pos < p->end && (*p->pos == ' ' || *p->pos == '\t'))
		p->pos++;
}

/**
 * syscall_filter_take - take a sign, which may consist of two, if it is the next one
 * @p: the condition
 * @sign: the sign
 *
 * Return: true if it was there.
 */
bool syscall_filter_take(struct syscall_filter_parser *p, const char *sign)
{
	size_t len = strlen(sign);

	syscall_filter_skip_blanks(p);
	if (p->end - p->pos < len || memcmp(p->pos, sign, len))
		return false;
	p->pos += len;

	return true;
}

/**
 * syscall_filter_take_word - take a word of letters and digits that begins with a letter
 * @p: the condition
 * @word: gets it
 *
 * Return: false if none is next.
 */
bool syscall_filter_take_word(struct syscall_filter_parser *p, struct syscall_filter_word *word)
{
	syscall_filter_skip_blanks(p);
	word->text = p->pos;
	if (!is_letter(look(p, 0)))
		return false;
	while (is_letter(look(p, 0)) || is_digit(look(p, 0)))
		p->pos++;
	word->len = p->pos - word->text;

	return true;
}

/**
 * syscall_filter_copy_word - copy a word
 * @word: the word
 *
 * Context: task context, may sleep.
 * Return: the copy, or NULL.
 */
char *syscall_filter_copy_word(const struct syscall_filter_word *word)
{
	return kmemdup_nul(word->text, word->len, GFP_KERNEL);
}

/* ---------------------------------- numbers ------------------------------- */

static int digit_of(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;

	return 16;
}

static bool multiply(u64 *val, u64 by)
{
	return !check_mul_overflow(*val, by, val);
}

/* Take a number as in C, without its sign and its unit. */
static int take_digits(struct syscall_filter_parser *p, u64 *val)
{
	const char *start = p->pos;
	unsigned int base = 10;

	if (look(p, 0) == '0' && (look(p, 1) == 'x' || look(p, 1) == 'X')) {
		base = 16;
		p->pos += 2;
	} else if (look(p, 0) == '0') {
		base = 8;
	}
	if (digit_of(look(p, 0)) >= base)
		return syscall_filter_refuse(p, SYSCALL_FILTER_NOT_A_VALUE, start);
	for (*val = 0; digit_of(look(p, 0)) < base; p->pos++) {
		if (!multiply(val, base) ||
		    check_add_overflow(*val, (u64)digit_of(*p->pos), val))
			return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_LARGE, start);
	}

	return 0;
}

const struct syscall_filter_unit syscall_filter_times[] = {
	{ "ns", 1 },
	{ "us", NSEC_PER_USEC },
	{ "ms", NSEC_PER_USEC * 1000ULL },
	{ "s", NSEC_PER_USEC * USEC_PER_SEC },
	{ }
};

const struct syscall_filter_unit syscall_filter_sizes[] = {
	{ "k", 1ULL << 10 },
	{ "K", 1ULL << 10 },
	{ "M", 1ULL << 20 },
	{ "G", 1ULL << 30 },
	{ }
};

/**
 * syscall_filter_take_number - take a number and its unit
 * @p: the condition
 * @units: the units that it may have
 * @needed: it must have one, unless it is 0
 * @val: gets the number
 *
 * Return: 0 or an error.
 */
int syscall_filter_take_number(struct syscall_filter_parser *p,
			       const struct syscall_filter_unit *units, bool needed, u64 *val)
{
	const char *start = p->pos;
	struct syscall_filter_word unit;
	int ret = take_digits(p, val);

	if (ret)
		return ret;
	if (!is_letter(look(p, 0)) && !is_digit(look(p, 0)))
		return !needed || !*val ? 0 :
		       syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_UNIT, start);
	unit.text = p->pos;
	while (is_letter(look(p, 0)) || is_digit(look(p, 0)))
		p->pos++;
	unit.len = p->pos - unit.text;
	for (; units->name; units++) {
		if (!syscall_filter_is(&unit, units->name))
			continue;
		return multiply(val, units->factor) ? 0 :
			syscall_filter_refuse(p, SYSCALL_FILTER_TOO_LARGE, start);
	}

	return syscall_filter_refuse(p, needed ? SYSCALL_FILTER_NEEDS_UNIT :
					SYSCALL_FILTER_NOT_A_VALUE, start);
}

/* ----------------------------------- text --------------------------------- */

/* Take what follows a backslash. In a pattern, it may be one of the pattern's own. */
static int take_escape(struct syscall_filter_parser *p, struct syscall_filter_test *test)
{
	const char *start = p->pos - 1;
	int high, low;
	char c;

	if (p->pos == p->end)
		return syscall_filter_refuse(p, SYSCALL_FILTER_BAD_ESCAPE, start);
	c = *p->pos++;
	switch (c) {
	case 'n':
		c = '\n';
		break;
	case 't':
		c = '\t';
		break;
	case 'r':
		c = '\r';
		break;
	case '0':
		c = '\0';
		break;
	case 'x':
		high = digit_of(look(p, 0));
		low = digit_of(look(p, 1));
		if (high > 15 || low > 15)
			return syscall_filter_refuse(p, SYSCALL_FILTER_BAD_ESCAPE, start);
		c = high << 4 | low;
		p->pos += 2;
		/* A sign by its number stands for itself. */
		if (test->op == SYSCALL_FILTER_LIKE && strchr("*?[\\", c) && c)
			test->text[test->text_len++] = '\\';
		break;
	default:
		if (is_letter(c) || is_digit(c))
			return syscall_filter_refuse(p, SYSCALL_FILTER_BAD_ESCAPE, start);
		if (test->op == SYSCALL_FILTER_LIKE)
			test->text[test->text_len++] = '\\';
	}
	test->text[test->text_len++] = c;

	return 0;
}

/**
 * syscall_filter_take_text - take text in quotes
 * @p: the condition
 * @test: gets it
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int syscall_filter_take_text(struct syscall_filter_parser *p, struct syscall_filter_test *test)
{
	const char *start = p->pos, quote = *p->pos++;
	int ret;

	/* It has no more bytes than what is left. */
	test->text = kzalloc(p->end - p->pos + 1, GFP_KERNEL);
	if (!test->text)
		return -ENOMEM;
	test->is_text = true;
	while (p->pos < p->end && *p->pos != quote) {
		if (*p->pos == '\\') {
			p->pos++;
			ret = take_escape(p, test);
			if (ret)
				return ret;
		} else {
			test->text[test->text_len++] = *p->pos++;
		}
	}
	if (p->pos == p->end)
		return syscall_filter_refuse(p, SYSCALL_FILTER_NO_QUOTE, start);
	p->pos++;
	if (test->text_len > TEXT_MAX)
		return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_LONG, start);

	return 0;
}
