// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: takes lines of syscall_filter apart: which calls they are about, what must be
 * true of them, and perhaps what to do then.
 */
#include <linux/errno.h>
#include <linux/string.h>

#include "line.h"
#include "scan.h"

/* The largest number of times that actions are done. */
#define MOST_TIMES	1000000000

/* The longest text of that number. */
#define NUMBER_MAX	11

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip(struct syscall_filter_word *rest, size_t len)
{
	rest->text += len;
	rest->len -= len;
}

static void trim(struct syscall_filter_word *word)
{
	while (word->len && is_blank(*word->text))
		skip(word, 1);
	while (word->len && is_blank(word->text[word->len - 1]))
		word->len--;
}

/* The length of what is in front of the next @sign that is not in quotes, or of all. */
static size_t length_to(const struct syscall_filter_word *rest, char sign)
{
	char quote = '\0';
	size_t i;

	for (i = 0; i < rest->len; i++) {
		char c = rest->text[i];

		if (quote && c == '\\')
			i++;
		else if (quote)
			quote = c == quote ? '\0' : quote;
		else if (c == '"' || c == '\'')
			quote = c;
		else if (c == sign)
			return i;
	}

	return rest->len;
}

/* Take what is in front of the next colon. @rest begins with the colon, or is empty. */
static struct syscall_filter_word take_part(struct syscall_filter_word *rest)
{
	struct syscall_filter_word part = { rest->text, length_to(rest, ':') };

	skip(rest, part.len);
	trim(&part);

	return part;
}

/**
 * syscall_filter_take_line - take the next line that says anything
 * @pos: where to begin, and then what is behind the line
 * @line: gets it, without the comment that may be behind it
 *
 * Return: false if there is none.
 */
bool syscall_filter_take_line(const char **pos, struct syscall_filter_word *line)
{
	while (**pos) {
		line->text = *pos;
		while (**pos && **pos != '\n')
			++*pos;
		line->len = *pos - line->text;
		*pos += **pos == '\n';
		line->len = length_to(line, '#');
		trim(line);
		if (line->len)
			return true;
	}

	return false;
}

/* ----------------------------------- names -------------------------------- */

/**
 * syscall_filter_take_name - take what is in front of the next |
 * @rest: names, and then what is behind the |; its text becomes NULL if there is none
 *
 * Return: the name, which may be empty.
 */
struct syscall_filter_word syscall_filter_take_name(struct syscall_filter_word *rest)
{
	struct syscall_filter_word name = { rest->text, length_to(rest, '|') };

	rest->len -= name.len;
	rest->text = rest->len ? rest->text + name.len + 1 : NULL;
	rest->len -= !!rest->len;
	trim(&name);

	return name;
}

/**
 * syscall_filter_inner_names - names without the parentheses that they may be in
 * @names: all of them
 *
 * Return: the names.
 */
struct syscall_filter_word syscall_filter_inner_names(struct syscall_filter_word names)
{
	if (names.len >= 2 && *names.text == '(' && names.text[names.len - 1] == ')') {
		names.text++;
		names.len -= 2;
	}

	return names;
}

/**
 * syscall_filter_first_word - take the first word of a text
 * @rest: the text, and then what is behind the word and blanks
 *
 * Return: the word.
 */
struct syscall_filter_word syscall_filter_first_word(struct syscall_filter_word *rest)
{
	struct syscall_filter_word word = { rest->text, 0 };

	while (word.len < rest->len && !is_blank(word.text[word.len]))
		word.len++;
	skip(rest, word.len);
	trim(rest);

	return word;
}

/* May these be names of calls? A condition has operators, or blanks elsewhere than at a |. */
static bool may_be_names(struct syscall_filter_word part)
{
	struct syscall_filter_word rest = syscall_filter_inner_names(part), name;
	size_t i;

	while (rest.text) {
		name = syscall_filter_take_name(&rest);
		for (i = 0; i < name.len; i++) {
			if (strchr("=<>&~\"' \t", name.text[i]))
				return false;
		}
	}

	return true;
}

/* ---------------------------------- actions ------------------------------- */

static int refuse(struct syscall_filter_fault *fault, u8 error, const char *at)
{
	fault->error = error;
	fault->at = at;

	return -EINVAL;
}

/* SYSCALL_TRACE_DO_*, or 0 */
static u8 action_of(const struct syscall_filter_word *word)
{
	if (syscall_filter_is(word, "stop"))
		return SYSCALL_TRACE_DO_STOP;
	if (syscall_filter_is(word, "snapshot"))
		return SYSCALL_TRACE_DO_SNAPSHOT;
	if (syscall_filter_is(word, "stacktrace"))
		return SYSCALL_TRACE_DO_STACKTRACE;

	return 0;
}

/* Is this how often actions are done? As with triggers of events, a number says so, too. */
static bool take_count(struct syscall_filter_word *word)
{
	if (word->len && is_digit(*word->text))
		return true;
	if (word->len <= 5 || memcmp(word->text, "count", 5) ||
	    !(is_blank(word->text[5]) || word->text[5] == '='))
		return false;
	skip(word, 5);

	return true;
}

static unsigned int digit_of(char c)
{
	if (is_digit(c))
		return c - '0';
	c |= 0x20;

	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* A number as C writes it, and perhaps with a + in front; 0: it is none, or too large. */
static u32 number_of(struct syscall_filter_word word)
{
	unsigned int base = 10;
	u64 val = 0;

	if (word.len > NUMBER_MAX)
		return 0;
	if (word.len && *word.text == '+')
		skip(&word, 1);
	if (word.len > 2 && word.text[0] == '0' && (word.text[1] | 0x20) == 'x') {
		base = 16;
		skip(&word, 2);
	} else if (word.len && *word.text == '0') {
		base = 8;
	}
	for (; word.len; skip(&word, 1)) {
		if (digit_of(*word.text) >= base)
			return 0;
		val = val * base + digit_of(*word.text);
	}

	return val <= MOST_TIMES ? val : 0;
}

static int set_count(struct syscall_filter_actions *actions, struct syscall_filter_word number,
		     struct syscall_filter_fault *fault)
{
	trim(&number);
	if (number.len && *number.text == '=') {
		skip(&number, 1);
		trim(&number);
	}
	if (!actions->what)
		return refuse(fault, SYSCALL_FILTER_COUNTS_NOTHING, number.text);
	actions->most = number_of(number);
	if (!actions->most)
		return refuse(fault, SYSCALL_FILTER_WRONG_COUNT, number.text);

	return 0;
}

static int add_action(struct syscall_filter_actions *actions,
		      const struct syscall_filter_word *word, u8 able,
		      struct syscall_filter_fault *fault)
{
	u8 action = action_of(word);

	if (!action)
		return refuse(fault, SYSCALL_FILTER_WRONG_ACTION, word->text);
	if (!(action & able) && action == SYSCALL_TRACE_DO_SNAPSHOT)
		return refuse(fault, SYSCALL_FILTER_NO_SNAPSHOT, word->text);
	if (!(action & able))
		return refuse(fault, SYSCALL_FILTER_NO_STACKTRACE, word->text);
	actions->what |= action;

	return 0;
}

/**
 * syscall_filter_parse_actions - read the actions of a line
 * @actions: gets them
 * @text: their text; each begins with a colon
 * @able: SYSCALL_TRACE_DO_* that can be done, SYSCALL_TRACE_DO_STOP among them
 * @fault: gets what is wrong
 *
 * Return: 0, or -EINVAL if they are refused.
 */
int syscall_filter_parse_actions(struct syscall_filter_actions *actions,
				 struct syscall_filter_word text, u8 able,
				 struct syscall_filter_fault *fault)
{
	struct syscall_filter_word word;
	int ret = 0;

	*actions = (struct syscall_filter_actions) { };
	while (!ret && text.len) {
		skip(&text, 1);
		word = take_part(&text);
		ret = take_count(&word) ? set_count(actions, word, fault) :
					  add_action(actions, &word, able, fault);
	}

	return ret;
}

/* ----------------------------------- lines -------------------------------- */

/* Does a line begin with names of calls? An action right behind the colon has a condition. */
static bool has_names(struct syscall_filter_word line)
{
	struct syscall_filter_word names = take_part(&line), next;

	if (!line.len || !may_be_names(names))
		return false;
	skip(&line, 1);
	if (!line.len || is_blank(*line.text))
		return true;
	next = take_part(&line);

	return !action_of(&next) && !take_count(&next);
}

/**
 * syscall_filter_split_line - find the parts of a line
 * @line: gets them
 * @text: the line, as syscall_filter_take_line() finds it
 */
void syscall_filter_split_line(struct syscall_filter_line *line, struct syscall_filter_word text)
{
	*line = (struct syscall_filter_line) { .has_names = has_names(text) };
	if (line->has_names) {
		line->names = take_part(&text);
		skip(&text, 1);
	}
	line->condition = take_part(&text);
	line->actions = text;
}
