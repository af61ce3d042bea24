// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: compares numbers and text with the values of a condition. Called by
 * eval.c.
 */
#include <linux/string.h>

#include "filter.h"

/* ----------------------------------- text --------------------------------- */

/*
 * Does a character match the set behind [? @pat moves behind the set. One that does not end
 * is no set: false, and @pat is where it was.
 */
static bool match_set(const u8 **pat, const u8 *end, u8 c, bool *matches)
{
	const u8 *pos = *pat;
	bool inverted = pos < end && *pos == '!', found = false;
	u8 first, last;

	pos += inverted;
	do {
		if (pos == end)
			return false;
		first = *pos++;
		last = first;
		if (end - pos >= 2 && pos[0] == '-' && pos[1] != ']') {
			last = pos[1];
			pos += 2;
		}
		found = found || (first <= c && c <= last);
	} while (pos < end && *pos != ']');
	if (pos == end)
		return false;
	*pat = pos + 1;
	*matches = found != inverted;

	return true;
}

/* Does one character match the next one of a pattern? @pat moves behind that. */
static bool match_one(const u8 **pat, const u8 *end, u8 c)
{
	u8 next = *(*pat)++;
	bool matches;

	switch (next) {
	case '?':
		return true;
	case '[':
		if (match_set(pat, end, c, &matches))
			return matches;
		break;
	case '\\':
		if (*pat < end)
			next = *(*pat)++;
		break;
	}

	return next == c;
}

/*
 * glob_match() for bytes that have a length and no NUL, or several. @open: there may be more of
 * them, so that only a * can match the end.
 */
static bool match_glob(const u8 *pat, const u8 *pat_end, const u8 *str, const u8 *str_end,
		       bool open)
{
	const u8 *again = NULL, *from = NULL;

	for (;;) {
		if (pat < pat_end && *pat == '*') {
			again = ++pat;
			from = str;
			if (pat == pat_end)
				return true;
		} else if (str == str_end) {
			return pat == pat_end && !open;
		} else if (pat == pat_end || !match_one(&pat, pat_end, *str)) {
			/* Let the last * match one character more. */
			if (!again)
				return false;
			pat = again;
			str = ++from;
		} else {
			str++;
		}
	}
}

/*
 * Can a pattern match a text of which only the beginning is known? It is enough that it can be
 * followed up to its first *, or to the end of what is known.
 */
static bool can_match_glob(const u8 *pat, const u8 *pat_end, const u8 *str, const u8 *str_end,
			   enum syscall_filter_rest rest)
{
	for (; str < str_end; str++) {
		if (pat == pat_end)
			return false;
		if (*pat == '*')
			return true;
		if (!match_one(&pat, pat_end, *str))
			return false;
	}

	return pat < pat_end || rest == SYSCALL_FILTER_ANY_REST;
}

static enum syscall_filter_truth ask_glob(const struct syscall_filter_test *test,
					  const u8 *data, size_t len,
					  enum syscall_filter_rest rest)
{
	const u8 *pat = (const u8 *)test->text, *pat_end = pat + test->text_len;

	if (match_glob(pat, pat_end, data, data + len, rest))
		return SYSCALL_FILTER_TRUE;
	if (rest && can_match_glob(pat, pat_end, data, data + len, rest))
		return SYSCALL_FILTER_UNDECIDED;

	return SYSCALL_FILTER_FALSE;
}

/**
 * syscall_filter_match_text - compare text
 * @test: with the value of this
 * @data: the text, not trusted
 * @len: its bytes
 * @rest: what follows them
 *
 * Return: whether the comparison is true.
 */
enum syscall_filter_truth syscall_filter_match_text(const struct syscall_filter_test *test,
						    const u8 *data, size_t len,
						    enum syscall_filter_rest rest)
{
	bool same;

	if (test->op == SYSCALL_FILTER_LIKE)
		return ask_glob(test, data, len, rest);

	same = len <= test->text_len && !memcmp(data, test->text, len);
	if (same && rest && (len < test->text_len || rest == SYSCALL_FILTER_ANY_REST))
		return SYSCALL_FILTER_UNDECIDED;
	same = same && !rest && len == test->text_len;

	return same == (test->op == SYSCALL_FILTER_EQ) ? SYSCALL_FILTER_TRUE :
							 SYSCALL_FILTER_FALSE;
}

/**
 * syscall_filter_text_need - how many bytes of text does a comparison look at?
 * @test: the comparison
 * @most: the most that can be copied
 *
 * Return: that number, at most @most.
 */
unsigned int syscall_filter_text_need(const struct syscall_filter_test *test, unsigned int most)
{
	unsigned int len = test->text_len;

	/* What begins with some text is known by its beginning. */
	if (test->op == SYSCALL_FILTER_LIKE) {
		if (!len || memchr(test->text, '*', len) != test->text + len - 1)
			return most;
		return clamp(len - 1, 1U, most);
	}

	return min(len + 1, most);
}

/* --------------------------------- numbers -------------------------------- */

/*
 * -1: less, 0: equal, 1: greater. A number without a sign may exceed all that have one. It is
 * equal to a negative one that has the same bits, as in C.
 */
static int compare(u64 a, size_t size, bool a_signed, u64 b, bool b_negative)
{
	bool a_negative = a_signed && (s64)a < 0;

	if (b_negative && !a_signed && (a == b || (size == sizeof(u32) && a == (u32)b)))
		return 0;
	if (a_negative != b_negative)
		return a_negative ? -1 : 1;

	return a < b ? -1 : a > b;
}

/**
 * syscall_filter_match_number - compare a number
 * @test: with the values of this
 * @val: the number
 * @size: its bytes in memory or in a register
 * @is_signed: it has a sign
 *
 * Return: whether the comparison is true.
 */
bool syscall_filter_match_number(const struct syscall_filter_test *test, u64 val, size_t size,
				 bool is_signed)
{
	const struct syscall_filter_value *value = test->values;
	unsigned int i;
	int order;

	if (test->op == SYSCALL_FILTER_SET)
		return val;
	if (test->op == SYSCALL_FILTER_HAS) {
		for (i = 0; i < test->nr_values; i++, value++) {
			if (value->mask ? (val & value->mask) == value->value : val & value->value)
				return true;
		}
		return false;
	}

	order = compare(val, size, is_signed, value->value, test->is_negative);
	switch (test->op) {
	case SYSCALL_FILTER_EQ:
		return !order;
	case SYSCALL_FILTER_NE:
		return order;
	case SYSCALL_FILTER_LT:
		return order < 0;
	case SYSCALL_FILTER_LE:
		return order <= 0;
	case SYSCALL_FILTER_GT:
		return order > 0;
	default:
		return order >= 0;
	}
}
