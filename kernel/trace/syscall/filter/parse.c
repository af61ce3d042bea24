// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: makes a condition of text. The grammar is that of the kernel's filters of
 * events: comparisons, joined by && and ||, turned round by !, in parentheses as needed.
 */
#include <linux/errno.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "scan.h"

/* By enum syscall_filter_error; error_log keeps the pointers. */
const char *syscall_filter_errors[] = {
	[SYSCALL_FILTER_NOT_AN_OPERAND] =
		"Not an argument, ret, errno, failed, duration or abi",
	[SYSCALL_FILTER_NOT_AN_OPERATOR] =
		"Not an operator: ==, !=, <, <=, >, >=, & or ~",
	[SYSCALL_FILTER_NOT_A_VALUE] =
		"Not a number, constant or text in quotes",
	[SYSCALL_FILTER_NOT_AN_END] =
		"Neither && nor || nor the end of the condition",
	[SYSCALL_FILTER_NO_PARENTHESIS] =
		"No closing parenthesis",
	[SYSCALL_FILTER_NO_QUOTE] =
		"No closing quote",
	[SYSCALL_FILTER_BAD_ESCAPE] =
		"Not an escape: \\n, \\t, \\r, \\0, \\xHH, or \\ before any other sign",
	[SYSCALL_FILTER_TOO_LARGE] =
		"A number of more than 64 bits",
	[SYSCALL_FILTER_TOO_DEEP] =
		"More than 16 parentheses and ! within each other",
	[SYSCALL_FILTER_TOO_MANY] =
		"More than 64 comparisons in a condition, or 16 constants in one",
	[SYSCALL_FILTER_TOO_LONG] =
		"A text of more than 4000 bytes",
	[SYSCALL_FILTER_NO_SUCH_ARGUMENT] =
		"None of these calls has such an argument",
	[SYSCALL_FILTER_NO_SUCH_MEMBER] =
		"No such member of what the argument leads to",
	[SYSCALL_FILTER_NO_SUCH_CONSTANT] =
		"No such constant",
	[SYSCALL_FILTER_AMBIGUOUS] =
		"This constant has several values: name the calls that are meant",
	[SYSCALL_FILTER_NO_SUCH_ABI] =
		"No such ABI of this kernel; available_syscalls lists them",
	[SYSCALL_FILTER_NO_SUCH_ERROR] =
		"No such error",
	[SYSCALL_FILTER_NEEDS_UNIT] =
		"A time needs a unit: ns, us, ms or s",
	[SYSCALL_FILTER_NEEDS_NUMBER] =
		"Needs a number or a constant, not text",
	[SYSCALL_FILTER_NEEDS_TEXT] =
		"Needs text in quotes",
	[SYSCALL_FILTER_NEEDS_QUOTES] =
		"Is text, which is to stand in quotes",
	[SYSCALL_FILTER_NEEDS_COMPARISON] =
		"Cannot be compared in this way",
	[SYSCALL_FILTER_IS_WHOLE] =
		"Has members: name the one that is meant",
	[SYSCALL_FILTER_NOT_COPIED] =
		"Leads to no text that is copied",
	[SYSCALL_FILTER_WRONG_ACTION] =
		"Not an action: stop, snapshot or stacktrace, then perhaps count N",
	[SYSCALL_FILTER_WRONG_COUNT] =
		"Not a number from 1 to 1000000000",
	[SYSCALL_FILTER_COUNTS_NOTHING] =
		"Counts actions, of which there is none",
	[SYSCALL_FILTER_NO_CONDITION] =
		"Neither names of calls nor a condition",
	[SYSCALL_FILTER_NO_COLON] =
		"No colon behind the names of calls",
	[SYSCALL_FILTER_NO_SNAPSHOT] =
		"No snapshots: the kernel lacks them, the buffer is mapped, or the tracer is a module: try stop",
	[SYSCALL_FILTER_NO_STACKTRACE] =
		"No stacks: they take a kernel with CONFIG_STACKTRACE that has the tracer built in",
};

/* -------------------------------- comparisons ----------------------------- */

/* The longer ones first. */
static const struct {
	const char	*sign;
	u8		op;
} operators[] = {
	{ "==", SYSCALL_FILTER_EQ },
	{ "!=", SYSCALL_FILTER_NE },
	{ "<=", SYSCALL_FILTER_LE },
	{ ">=", SYSCALL_FILTER_GE },
	{ "<", SYSCALL_FILTER_LT },
	{ ">", SYSCALL_FILTER_GT },
	{ "~", SYSCALL_FILTER_LIKE },
	{ "&", SYSCALL_FILTER_HAS },
};

static const struct {
	const char	*name;
	u8		subject;
} subjects[] = {
	{ "ret", SYSCALL_FILTER_RET },
	{ "errno", SYSCALL_FILTER_ERRNO },
	{ "failed", SYSCALL_FILTER_FAILED },
	{ "duration", SYSCALL_FILTER_DURATION },
	{ "abi", SYSCALL_FILTER_ABI },
};

static u8 find_subject(const struct syscall_filter_word *word)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(subjects); i++) {
		if (syscall_filter_is(word, subjects[i].name))
			return subjects[i].subject;
	}

	return SYSCALL_FILTER_ARG;
}

static void take_operator(struct syscall_filter_parser *p, struct syscall_filter_test *test)
{
	unsigned int i;

	test->op = SYSCALL_FILTER_SET;
	syscall_filter_skip_blanks(p);
	/* This one joins comparisons. */
	if (look(p, 0) == '&' && look(p, 1) == '&')
		return;
	for (i = 0; i < ARRAY_SIZE(operators); i++) {
		if (syscall_filter_take(p, operators[i].sign)) {
			test->op = operators[i].op;
			return;
		}
	}
}

/* Take the name of an ABI, or a part of it: see abi_matches() in calls.c. */
static int take_abi(struct syscall_filter_parser *p, struct syscall_filter_test *test)
{
	struct syscall_filter_word word;
	const char *name, *part;
	unsigned int i;
	char quote;

	if (test->op != SYSCALL_FILTER_EQ && test->op != SYSCALL_FILTER_NE)
		return syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_COMPARISON, p->pos);
	syscall_filter_skip_blanks(p);
	quote = look(p, 0) == '"' || look(p, 0) == '\'' ? *p->pos++ : '\0';
	word.text = p->pos;
	while (is_letter(look(p, 0)) || is_digit(look(p, 0)))
		p->pos++;
	word.len = p->pos - word.text;
	if (quote && (p->pos == p->end || *p->pos++ != quote))
		return syscall_filter_refuse(p, SYSCALL_FILTER_NO_QUOTE, word.text - 1);

	for (i = 0; i < syscall_trace_nr_abis; i++) {
		name = syscall_trace_abis[i].name;
		part = strrchr(name, '_');
		if (syscall_filter_is(&word, name) ||
		    (part && syscall_filter_is(&word, part + 1)))
			test->values[0].value |= BIT(i);
	}
	test->nr_values = 1;

	return test->values[0].value ? 0 :
		syscall_filter_refuse(p, SYSCALL_FILTER_NO_SUCH_ABI, word.text);
}

/*
 * Take numbers and constants, joined by |. Constants are looked up when all is known of the
 * comparison: @constants gets the words, each for the value with the same index.
 */
static int take_values(struct syscall_filter_parser *p, struct syscall_filter_test *test,
		       struct syscall_filter_word *constants)
{
	bool is_time = test->subject == SYSCALL_FILTER_DURATION, negative;
	const char *start;
	u64 *val;
	int ret;

	do {
		if (test->nr_values == SYSCALL_FILTER_VALUES_MAX)
			return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_MANY, p->pos);
		val = &test->values[test->nr_values].value;
		negative = syscall_filter_take(p, "-");
		syscall_filter_skip_blanks(p);
		start = p->pos;
		if (is_digit(look(p, 0))) {
			ret = syscall_filter_take_number(p, is_time ? syscall_filter_times :
							 syscall_filter_sizes, is_time, val);
			if (ret)
				return ret;
			if (negative && *val > 1ULL << 63)
				return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_LARGE, start);
		} else if (!is_time && syscall_filter_take_word(p, &constants[test->nr_values])) {
			*val = 0;
		} else {
			return syscall_filter_refuse(p, SYSCALL_FILTER_NOT_A_VALUE, p->pos);
		}
		if (negative) {
			/* Of a constant, the number is not known yet. */
			test->is_negative = true;
			*val = -*val;
		}
		test->nr_values++;
		syscall_filter_skip_blanks(p);
	} while (look(p, 1) != '|' && syscall_filter_take(p, "|"));

	return 0;
}

static int take_value(struct syscall_filter_parser *p, struct syscall_filter_test *test,
		      struct syscall_filter_word *constants)
{
	bool parenthesis;
	int ret;

	if (test->subject == SYSCALL_FILTER_ABI)
		return take_abi(p, test);
	syscall_filter_skip_blanks(p);
	if (look(p, 0) == '"' || look(p, 0) == '\'') {
		if (test->subject != SYSCALL_FILTER_ARG)
			return syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_NUMBER, p->pos);
		if (test->op != SYSCALL_FILTER_EQ && test->op != SYSCALL_FILTER_NE &&
		    test->op != SYSCALL_FILTER_LIKE)
			return syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_NUMBER, p->pos);
		return syscall_filter_take_text(p, test);
	}
	if (test->op == SYSCALL_FILTER_LIKE)
		return syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_TEXT, p->pos);
	parenthesis = syscall_filter_take(p, "(");
	ret = take_values(p, test, constants);
	if (ret)
		return ret;
	if (parenthesis && !syscall_filter_take(p, ")"))
		return syscall_filter_refuse(p, SYSCALL_FILTER_NO_PARENTHESIS, p->pos);

	return 0;
}

static int take_members(struct syscall_filter_parser *p, struct syscall_filter_test *test,
			struct syscall_filter_names *names)
{
	struct syscall_filter_word *word;
	char *name;

	while (syscall_filter_take(p, ".")) {
		if (test->subject != SYSCALL_FILTER_ARG ||
		    test->nr_members == SYSCALL_FILTER_MEMBERS_MAX)
			return syscall_filter_refuse(p, SYSCALL_FILTER_NO_SUCH_MEMBER, p->pos);
		word = &names->members[test->nr_members];
		if (!syscall_filter_take_word(p, word))
			return syscall_filter_refuse(p, SYSCALL_FILTER_NO_SUCH_MEMBER, p->pos);
		name = syscall_filter_copy_word(word);
		if (!name)
			return -ENOMEM;
		test->members[test->nr_members++] = name;
	}

	return 0;
}

static int take_test(struct syscall_filter_parser *p, struct syscall_filter_test *test)
{
	struct syscall_filter_names names = { };
	const char *start;
	int ret;

	if (!syscall_filter_take_word(p, &names.subject))
		return syscall_filter_refuse(p, SYSCALL_FILTER_NOT_AN_OPERAND, p->pos);
	test->subject = find_subject(&names.subject);
	test->name = syscall_filter_copy_word(&names.subject);
	if (!test->name)
		return -ENOMEM;
	ret = take_members(p, test, &names);
	if (ret)
		return ret;

	syscall_filter_skip_blanks(p);
	start = p->pos;
	take_operator(p, test);
	if (test->op == SYSCALL_FILTER_SET) {
		if (test->subject != SYSCALL_FILTER_FAILED)
			return syscall_filter_refuse(p, SYSCALL_FILTER_NOT_AN_OPERATOR, start);
		return 0;
	}
	if (test->subject == SYSCALL_FILTER_FAILED)
		return syscall_filter_refuse(p, SYSCALL_FILTER_NEEDS_COMPARISON, start);
	ret = take_value(p, test, names.constants);
	if (ret)
		return ret;

	return syscall_filter_bind(test, p->calls, &names, p->fault);
}

/* ---------------------------------- grammar ------------------------------- */

static int add_step(struct syscall_filter_parser *p, u8 what, u16 to)
{
	struct syscall_filter *filter = p->filter;

	if (filter->nr_steps == SYSCALL_FILTER_STEPS_MAX)
		return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_MANY, p->pos);
	filter->steps[filter->nr_steps].what = what;
	filter->steps[filter->nr_steps].to = to;
	filter->nr_steps++;

	return 0;
}

static int add_test(struct syscall_filter_parser *p)
{
	struct syscall_filter *filter = p->filter;
	struct syscall_filter_test *test;
	int ret;

	if (filter->nr_tests == SYSCALL_FILTER_TESTS_MAX)
		return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_MANY, p->pos);
	test = kzalloc(sizeof(*test) + syscall_trace_nr_calls, GFP_KERNEL);
	if (!test)
		return -ENOMEM;
	filter->tests[filter->nr_tests++] = test;
	ret = take_test(p, test);

	return ret ?: add_step(p, SYSCALL_FILTER_TEST, filter->nr_tests - 1);
}

static int parse_any(struct syscall_filter_parser *p);

/* A comparison, a condition in parentheses, or either of them turned round. */
static int parse_one(struct syscall_filter_parser *p)
{
	const char *start;
	int ret;

	syscall_filter_skip_blanks(p);
	start = p->pos;
	if (p->depth > SYSCALL_FILTER_DEPTH_MAX)
		return syscall_filter_refuse(p, SYSCALL_FILTER_TOO_DEEP, start);
	p->depth++;
	if (syscall_filter_take(p, "!")) {
		ret = parse_one(p) ?: add_step(p, SYSCALL_FILTER_NOT, 0);
	} else if (syscall_filter_take(p, "(")) {
		ret = parse_any(p);
		if (!ret && !syscall_filter_take(p, ")"))
			ret = syscall_filter_refuse(p, p->pos == p->end ?
						    SYSCALL_FILTER_NO_PARENTHESIS :
						    SYSCALL_FILTER_NOT_AN_END, p->pos);
	} else {
		ret = add_test(p);
	}
	p->depth--;

	return ret;
}

/* Several, joined by an operator. The rest is skipped once the truth is known. */
static int parse_joined(struct syscall_filter_parser *p, const char *sign, u8 join, u8 skip,
			int (*parse)(struct syscall_filter_parser *p))
{
	u16 from;
	int ret;

	ret = parse(p);
	while (!ret && syscall_filter_take(p, sign)) {
		from = p->filter->nr_steps;
		ret = add_step(p, skip, 0) ?: parse(p) ?: add_step(p, join, 0);
		if (!ret)
			p->filter->steps[from].to = p->filter->nr_steps;
	}

	return ret;
}

static int parse_all(struct syscall_filter_parser *p)
{
	return parse_joined(p, "&&", SYSCALL_FILTER_AND, SYSCALL_FILTER_SKIP_FALSE, parse_one);
}

static int parse_any(struct syscall_filter_parser *p)
{
	return parse_joined(p, "||", SYSCALL_FILTER_OR, SYSCALL_FILTER_SKIP_TRUE, parse_all);
}

/**
 * syscall_filter_free - free a condition
 * @filter: the condition, or NULL
 */
void syscall_filter_free(struct syscall_filter *filter)
{
	unsigned int i, k;

	for (i = 0; filter && i < filter->nr_tests; i++) {
		struct syscall_filter_test *test = filter->tests[i];

		for (k = 0; k < test->nr_members; k++)
			kfree(test->members[k]);
		kfree(test->text);
		kfree(test->name);
		kfree(test);
	}
	kfree(filter);
}

/**
 * syscall_filter_parse - make a condition of text
 * @filter: gets the condition, to be freed by syscall_filter_free()
 * @text: the text, any bytes
 * @len: how many
 * @calls: the calls that it is about, a bit for each of syscall_trace_calls[]
 * @fault: tells why the text was refused
 *
 * Context: task context, may sleep.
 * Return: 0 or an error; -EINVAL: the text was refused.
 */
int syscall_filter_parse(struct syscall_filter **filter, const char *text, size_t len,
			 const unsigned long *calls, struct syscall_filter_fault *fault)
{
	struct syscall_filter_parser p = {
		.pos	= text,
		.end	= text + len,
		.calls	= calls,
		.fault	= fault,
	};
	int ret;

	*filter = NULL;
	p.filter = kzalloc(sizeof(*p.filter), GFP_KERNEL);
	if (!p.filter)
		return -ENOMEM;
	ret = parse_any(&p);
	syscall_filter_skip_blanks(&p);
	if (!ret && p.pos != p.end)
		ret = syscall_filter_refuse(&p, SYSCALL_FILTER_NOT_AN_END, p.pos);
	if (ret)
		syscall_filter_free(p.filter);
	else
		*filter = p.filter;

	return ret;
}
