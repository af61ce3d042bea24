// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: looks up the names in a condition: arguments and their members, and
 * constants. Called by parse.c.
 *
 * A comparison is about the calls that have the argument. If it names a constant, and some of
 * them have that in the set of the argument, it is about these only: so "flags & MAP_SHARED"
 * means mmap(), though openat() has flags, too, and other ones with the same bits.
 */
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "../format/ioctl.h"
#include "../named_types.h"
#include "filter.h"
#include "member.h"
#include "siblings.h"

/**
 * struct constant - what is known of a constant
 * @value: its value and mask
 * @size: of the set that it is in
 * @found: these are valid
 * @ambiguous: another constant of that name has other ones
 */
struct constant {
	struct syscall_filter_value	value;
	u8				size;
	bool				found;
	bool				ambiguous;
};

/**
 * struct search - what is being looked for in the types that a comparison may meet
 * @test: the comparison
 * @names: its names
 * @own: its constants, from the sets of these types
 * @nr_own: how many constants were found in one type
 * @has_member: some type has the member
 * @has_text: it is, or leads to, text
 * @has_number: it is a number
 * @has_members: it is a structure
 * @has_textless: only a printer knows what it is, and no text of it is copied
 * @has_data: with @has_text, it has the limit of data
 * @has_strings: or that of strings
 */
struct search {
	const struct syscall_filter_test	*test;
	const struct syscall_filter_names	*names;
	struct constant				own[SYSCALL_FILTER_VALUES_MAX];
	unsigned int				nr_own;
	bool					has_member;
	bool					has_text;
	bool					has_number;
	bool					has_members;
	bool					has_textless;
	bool					has_data;
	bool					has_strings;
};

/* ---------------------------------- constants ----------------------------- */

static const struct syscall_trace_const *find_const(const struct syscall_trace_set *set,
						    const struct syscall_filter_word *word)
{
	unsigned int i;

	for (i = 0; set && i < set->nr; i++) {
		if (syscall_filter_is(word, set->consts[i].name))
			return &set->consts[i];
	}

	return NULL;
}

/* Note the value of a constant; a second one must be the same. */
static void note_value(struct constant *constant, u64 value, u64 mask, unsigned int size)
{
	if (constant->found &&
	    (constant->value.value != value || constant->value.mask != mask))
		constant->ambiguous = true;
	constant->value.value = value;
	constant->value.mask = mask;
	constant->size = size;
	constant->found = true;
}

static bool note_in_set(struct constant *constant, const struct syscall_trace_set *set,
			const struct syscall_filter_word *word)
{
	const struct syscall_trace_const *c = find_const(set, word);

	if (c)
		note_value(constant, c->value, c->mask, set->size);

	return c;
}

/* Names that the table prints without having them in a set. */
static const struct {
	const char	*name;
	s64		value;
} known[] = {
	{ "NULL", 0 },
	{ "AT_FDCWD", -100 },
};

/* Look for a constant wherever there may be some. */
static void find_anywhere(struct constant *constant, const struct syscall_filter_word *word)
{
	const struct syscall_trace_type *type;
	unsigned int i, k;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (syscall_filter_is(word, known[i].name)) {
			note_value(constant, known[i].value, ~0ULL, sizeof(u64));
			return;
		}
	}
	if (note_in_set(constant, &syscall_trace_errnos, word))
		return;
	for (i = 0; i < syscall_trace_nr_types; i++) {
		type = syscall_trace_types[i];
		note_in_set(constant, type->set, word);
		for (k = 0; k < type->nr_fields; k++) {
			if (type->fields[k].type)
				note_in_set(constant, type->fields[k].type->set, word);
		}
	}
	for (i = 0; i < syscall_trace_nr_ioctls; i++) {
		if (syscall_filter_is(word, syscall_trace_ioctls[i].name))
			note_value(constant, syscall_trace_ioctls[i].cmd, U32_MAX, sizeof(u32));
	}
}

/* ------------------------------------ types ------------------------------- */

/* Note what the type is of that a comparison looks at. @field: the member that it is. */
static void see(struct search *search, const struct syscall_trace_type *type,
		const struct syscall_trace_field *field)
{
	unsigned int i;

	search->has_member = true;
	switch (type->sort) {
	case SYSCALL_TRACE_SCALAR:
		if (syscall_filter_is_ipv4(type))
			search->has_text = true;
		search->has_number = true;
		break;
	case SYSCALL_TRACE_STRING:
		search->has_text = true;
		if (type->count_by == SYSCALL_TRACE_BYTES)
			search->has_data = true;
		else
			search->has_strings = true;
		break;
	case SYSCALL_TRACE_DATA:
		search->has_text = true;
		if (!field)
			search->has_data = true;
		break;
	case SYSCALL_TRACE_NESTED:
		if (!syscall_filter_leads_to_text(type)) {
			if (type->nr_fields && !syscall_filter_is_unseen(type, ""))
				search->has_members = true;
			else
				search->has_textless = true;
			break;
		}
		/* Its pieces may be of any sort. */
		search->has_text = true;
		search->has_data = true;
		search->has_strings = true;
		break;
	case SYSCALL_TRACE_STRUCT:
		search->has_members = true;
		break;
	}
	for (i = 0; i < search->test->nr_values; i++) {
		const struct syscall_filter_word *word = &search->names->constants[i];

		if (word->len && note_in_set(&search->own[i], type->set, word))
			search->nr_own++;
	}
}

/* Follow the members of a comparison, from the one with the index @member on. */
static void visit(struct search *search, const struct syscall_trace_type *type,
		  const struct syscall_trace_field *field, unsigned int member)
{
	const struct syscall_filter_test *test = search->test;
	unsigned int i;

	if (!type)
		return;
	if (type->sort == SYSCALL_TRACE_ARRAY && type->element) {
		visit(search, type->element, NULL, member);
		return;
	}
	if (member == test->nr_members) {
		see(search, type, field);
		return;
	}
	if (syscall_filter_is_unseen(type, test->members[member]))
		return;
	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *one = &type->fields[i];

		/* A socket's address has the members of each family. */
		if (type == &syscall_trace_sockaddrs)
			visit(search, one->type, NULL, member);
		else if (type->sort != SYSCALL_TRACE_VARIANT && one->name &&
			 !strcmp(one->name, test->members[member]))
			visit(search, one->to ?: one->type, one->to ? NULL : one, member + 1);
	}
	if (type == &syscall_trace_sockaddr)
		visit(search, &syscall_trace_sockaddrs, NULL, member);
	if (syscall_filter_find_hidden(type, test->members[member]) &&
	    member + 1 == test->nr_members) {
		search->has_member = true;
		search->has_text = true;
	}
}

/* Look at an argument of a call and of all of its cases; @arg: 1 + its index, if there is one. */
static void visit_call(struct search *search, const struct syscall_trace_call *call,
		       unsigned int arg)
{
	unsigned int i;

	if (search->test->subject == SYSCALL_FILTER_RET)
		visit(search, call->ret, NULL, 0);
	else if (arg <= call->nr_args)
		visit(search, call->args[arg - 1].type, NULL, 0);
	for (i = 0; call->cases && i < call->cases->nr; i++)
		visit_call(search, call->cases->cases[i].call, arg);
}

/* ---------------------------------- binding ------------------------------- */

static int refuse(struct syscall_filter_fault *fault, u8 error,
		  const struct syscall_filter_word *word)
{
	fault->error = error;
	fault->at = word->text;

	return -EINVAL;
}

/* All values but those of & are one number. */
static void join_values(struct syscall_filter_test *test)
{
	u64 value = 0;
	unsigned int i;

	if (test->op == SYSCALL_FILTER_HAS || !test->nr_values)
		return;
	for (i = 0; i < test->nr_values; i++)
		value |= test->values[i].value;
	test->values[0].value = value;
	test->nr_values = 1;
	test->is_negative = test->is_negative && (s64)value < 0;
}

/* Take over the value of a constant. @negative: there was a minus before it. */
static void take_constant(struct syscall_filter_test *test, unsigned int i,
			  const struct constant *constant, bool negative)
{
	struct syscall_filter_value *value = &test->values[i];

	*value = constant->value;
	if (test->op == SYSCALL_FILTER_HAS) {
		/* A flag without bits is there if no others are. */
		if (!value->value && !value->mask)
			value->mask = constant->size == sizeof(u32) ? U32_MAX : U64_MAX;
		return;
	}
	/* Sets do not tell numbers with a sign from others. */
	if (constant->size == sizeof(u32))
		value->value = (s64)(s32)value->value;
	if (negative)
		value->value = -value->value;
	if ((s64)value->value < 0)
		test->is_negative = true;
}

static int bind_errors(struct syscall_filter_test *test,
		       const struct syscall_filter_names *names,
		       struct syscall_filter_fault *fault)
{
	bool negative = test->is_negative;
	struct constant constant;
	unsigned int i;

	for (i = 0; i < test->nr_values; i++) {
		if (!names->constants[i].len)
			continue;
		constant = (struct constant) { };
		if (!note_in_set(&constant, &syscall_trace_errnos, &names->constants[i]))
			return refuse(fault, SYSCALL_FILTER_NO_SUCH_ERROR, &names->constants[i]);
		take_constant(test, i, &constant, negative);
	}
	join_values(test);

	return 0;
}

/* Find the values of the constants, in the types that were seen or anywhere. */
static int bind_constants(struct search *search, struct syscall_filter_test *test,
			  const struct syscall_filter_names *names,
			  struct syscall_filter_fault *fault)
{
	bool negative = test->is_negative;
	unsigned int i;

	for (i = 0; i < test->nr_values; i++) {
		const struct syscall_filter_word *word = &names->constants[i];
		struct constant *constant = &search->own[i];

		if (!word->len)
			continue;
		if (syscall_filter_is(word, "NULL"))
			test->is_null = true;
		if (!constant->found)
			find_anywhere(constant, word);
		if (!constant->found)
			return refuse(fault, search->has_text && !search->has_number ?
				      SYSCALL_FILTER_NEEDS_QUOTES :
				      SYSCALL_FILTER_NO_SUCH_CONSTANT, word);
		if (constant->ambiguous)
			return refuse(fault, SYSCALL_FILTER_AMBIGUOUS, word);
		take_constant(test, i, constant, negative);
	}
	join_values(test);

	return 0;
}

/* Does what was seen go with the operator and the value? */
static int check_types(const struct search *search, const struct syscall_filter_test *test,
		       const struct syscall_filter_names *names,
		       struct syscall_filter_fault *fault)
{
	const struct syscall_filter_word *word = &names->subject;

	if (test->nr_members) {
		word = &names->members[test->nr_members - 1];
		if (!search->has_member)
			return refuse(fault, SYSCALL_FILTER_NO_SUCH_MEMBER, word);
	}
	if (test->is_text && !search->has_text)
		return refuse(fault, search->has_members  ? SYSCALL_FILTER_IS_WHOLE :
				     search->has_textless ? SYSCALL_FILTER_NOT_COPIED :
							    SYSCALL_FILTER_NEEDS_NUMBER, word);
	if (!test->is_text && test->nr_members && !search->has_number)
		return refuse(fault, search->has_members ? SYSCALL_FILTER_IS_WHOLE :
							   SYSCALL_FILTER_NEEDS_TEXT, word);

	return 0;
}

/* Find the calls that a comparison is about, and their arguments. */
static int bind_arguments(struct search *search, struct syscall_filter_test *test,
			  const unsigned long *calls, const struct syscall_filter_names *names,
			  struct syscall_filter_fault *fault)
{
	bool found = false, own = false;
	unsigned int i, nr_own, arg;

	test->is_limited = test->subject == SYSCALL_FILTER_ARG;
	if (test->is_limited)
		syscall_filter_bind_siblings(test, calls, true);

	for (i = 0; i < syscall_trace_nr_calls; i++) {
		const struct syscall_trace_call *call = &syscall_trace_calls[i];

		if (!syscall_filter_is_chosen(calls, i))
			continue;
		arg = 1;
		if (test->subject == SYSCALL_FILTER_ARG)
			arg = syscall_filter_find_arg(call, test->name) ?: test->arg[i];
		test->arg[i] = 0;
		if (!arg)
			continue;
		nr_own = search->nr_own;
		visit_call(search, call, arg);
		found = true;
		if (search->nr_own > nr_own && !own) {
			/* From here on, only those count that have a constant of their own. */
			own = true;
			test->is_limited = true;
			memset(test->arg, 0, i);
		}
		if (search->nr_own > nr_own || !own)
			test->arg[i] = arg;
	}

	if (test->subject == SYSCALL_FILTER_ARG)
		syscall_filter_bind_siblings(test, calls, false);

	return found ? 0 : refuse(fault, SYSCALL_FILTER_NO_SUCH_ARGUMENT, &names->subject);
}

/**
 * syscall_filter_bind - look up the names in a comparison
 * @test: the comparison, gets what they mean
 * @calls: the calls that the condition is about, a bit for each of syscall_trace_calls[]
 * @names: its names
 * @fault: tells why it was refused
 *
 * Return: 0 or -EINVAL.
 */
int syscall_filter_bind(struct syscall_filter_test *test, const unsigned long *calls,
			const struct syscall_filter_names *names,
			struct syscall_filter_fault *fault)
{
	struct search search = { .test = test, .names = names };
	int ret;

	switch (test->subject) {
	case SYSCALL_FILTER_ERRNO:
		return bind_errors(test, names, fault);
	case SYSCALL_FILTER_DURATION:
		if (test->op == SYSCALL_FILTER_HAS)
			return refuse(fault, SYSCALL_FILTER_NEEDS_COMPARISON, &names->subject);
		join_values(test);
		return 0;
	case SYSCALL_FILTER_ABI:
		return 0;
	}

	ret = bind_arguments(&search, test, calls, names, fault);
	if (!ret && test->subject == SYSCALL_FILTER_ARG)
		ret = check_types(&search, test, names, fault);
	if (!ret)
		ret = bind_constants(&search, test, names, fault);
	test->has_data = search.has_data;
	test->has_strings = search.has_strings;

	return ret;
}

/**
 * syscall_filter_add_needs - find what has to be copied for a condition
 * @needs: what others need; gets what this one needs, too
 * @filter: the condition
 */
void syscall_filter_add_needs(struct syscall_filter_needs *needs,
			      const struct syscall_filter *filter)
{
	unsigned int i, most;

	for (i = 0; i < filter->nr_tests; i++) {
		const struct syscall_filter_test *test = filter->tests[i];

		if (test->subject != SYSCALL_FILTER_ARG)
			continue;
		needs->structs = true;
		if (!test->is_text)
			continue;
		most = syscall_filter_text_need(test, SYSCALL_FILTER_TEXT_MAX);
		if (test->has_strings)
			needs->strlen = max(needs->strlen, most);
		if (test->has_data)
			needs->datalen = max(needs->datalen, most);
	}
}
