// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: asks a condition about a call. What is not known yet has no truth: so a
 * condition may be decided when the call begins, or only when it has ended.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "filter.h"
#include "member.h"

/* --------------------------- what arguments lead to ----------------------- */

/**
 * struct place - a piece of memory that was copied, or a part of it
 * @type: what is there
 * @field: the member that it is, or NULL
 * @data: its bytes, not trusted
 * @len: how many
 * @truncated: there were more
 * @several: there may be several of @type in a row
 * @arg: index of the argument
 */
struct place {
	const struct syscall_trace_type		*type;
	const struct syscall_trace_field	*field;
	const u8				*data;
	size_t					len;
	bool					truncated;
	bool					several;
	u8					arg;
};

static bool test_place(const struct syscall_filter_test *test,
		       const struct syscall_trace_fmt *fmt, const struct place *place,
		       unsigned int member);

static bool test_scalar(const struct syscall_filter_test *test, const struct place *place)
{
	const struct syscall_trace_type *type = place->type;
	bool is_signed = place->field ? place->field->is_signed : type->is_signed;
	u8 text[SYSCALL_FILTER_IPV4_MAX];
	u64 val;

	if (!place->len || place->len > sizeof(val))
		return false;
	val = syscall_trace_get_uint(place->data, place->len);
	if (test->is_text)
		return syscall_filter_is_ipv4(type) &&
		       syscall_filter_match_text(test, text, syscall_filter_print_ipv4(text, val),
						 false);
	val = syscall_trace_extend(val, place->len, is_signed);

	return syscall_filter_match_number(test, syscall_filter_host_order(type, val), is_signed);
}

static bool test_text(const struct syscall_filter_test *test, const struct place *place)
{
	return test->is_text &&
	       syscall_filter_match_text(test, place->data, place->len, place->truncated);
}

/* One of several elements is enough. */
static bool test_elements(const struct syscall_filter_test *test,
			  const struct syscall_trace_fmt *fmt, const struct place *place,
			  const struct syscall_trace_type *type, size_t size, unsigned int member)
{
	struct place one = *place;
	size_t pos;

	one.type = type;
	one.several = false;
	one.len = size;
	for (pos = 0; size && place->len - pos >= size; pos += size) {
		one.data = place->data + pos;
		if (test_place(test, fmt, &one, member))
			return true;
	}

	return false;
}

/* What a member leads to has a number, by its place among the members that do. */
static bool test_pointed(const struct syscall_filter_test *test,
			 const struct syscall_trace_fmt *fmt, const struct place *place,
			 const struct syscall_trace_field *field, unsigned int member)
{
	const struct syscall_trace_field *before;
	const struct syscall_trace_blob *blob;
	struct place to = { .type = field->to, .several = field->length, .arg = place->arg };
	unsigned int part = 1;

	for (before = place->type->fields; before < field; before++)
		part += before->name && before->to;
	blob = syscall_trace_find_in(fmt, place->arg, part);
	if (!blob || blob->status > SYSCALL_TRACE_BLOB_TRUNCATED)
		return false;
	to.data = blob->data;
	to.len = blob->len;
	to.truncated = blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;

	return test_place(test, fmt, &to, member);
}

static bool test_member(const struct syscall_filter_test *test,
			const struct syscall_trace_fmt *fmt, const struct place *place,
			const struct syscall_trace_field *field, unsigned int member)
{
	unsigned int layout = syscall_trace_layout(place->type, fmt->abi);
	size_t offset = field->offset[layout], size = field->size[layout];
	struct place to = { .type = field->type, .field = field, .arg = place->arg };

	if (field->to)
		return test_pointed(test, fmt, place, field, member);
	if (!syscall_trace_field_shown(fmt, place->type, field, place->data, place->len) ||
	    offset + size * (field->nr ?: 1) > place->len)
		return false;
	to.data = place->data + offset;
	to.len = size * (field->nr ?: 1);
	if (field->nr && field->type->sort == SYSCALL_TRACE_DATA) {
		/* A name, which may end before. */
		to.len = strnlen(to.data, to.len);
		return test_place(test, fmt, &to, member);
	}

	return field->nr ? test_elements(test, fmt, &to, field->type, size, member) :
			   test_place(test, fmt, &to, member);
}

static bool test_hidden(const struct syscall_filter_test *test, const struct place *place,
			const struct syscall_filter_hidden *hidden)
{
	struct place to = *place;

	if (place->len <= hidden->offset)
		return false;
	to.data += hidden->offset;
	to.len = strnlen(to.data, min_t(size_t, place->len - hidden->offset, hidden->size));

	return test_text(test, &to);
}

static bool test_members(const struct syscall_filter_test *test,
			 const struct syscall_trace_fmt *fmt, const struct place *place,
			 unsigned int member)
{
	const char *name = test->members[member];
	const struct syscall_trace_type *type = place->type;
	const struct syscall_filter_hidden *hidden;
	const struct syscall_trace_field *field;
	struct place of_family = *place;

	field = syscall_trace_find_field(type, name);
	if (field)
		return test_member(test, fmt, place, field, member + 1);
	hidden = syscall_filter_find_hidden(type, name);
	if (hidden)
		return test_hidden(test, place, hidden);
	if (type != &syscall_trace_sockaddr || place->len < sizeof(u16))
		return false;
	field = syscall_trace_find_choice(&syscall_trace_sockaddrs,
					  syscall_trace_get_uint(place->data, sizeof(u16)));
	if (!field)
		return false;
	of_family.type = field->type;

	return test_place(test, fmt, &of_family, member);
}

/* Compare what is in a place, or in its members from the one with the index @member on. */
static bool test_place(const struct syscall_filter_test *test,
		       const struct syscall_trace_fmt *fmt, const struct place *place,
		       unsigned int member)
{
	const struct syscall_trace_type *type = place->type;
	size_t size = type->size[syscall_trace_layout(type, fmt->abi)];

	if (type->sort == SYSCALL_TRACE_ARRAY)
		return type->element &&
		       test_elements(test, fmt, place, type->element, size, member);
	if (place->several && type->sort == SYSCALL_TRACE_STRUCT &&
	    type->count_by == SYSCALL_TRACE_ELEMENTS)
		return test_elements(test, fmt, place, type, size, member);
	if (member < test->nr_members)
		return test_members(test, fmt, place, member);

	switch (type->sort) {
	case SYSCALL_TRACE_SCALAR:
		return test_scalar(test, place);
	case SYSCALL_TRACE_STRING:
	case SYSCALL_TRACE_DATA:
	case SYSCALL_TRACE_NESTED:
		return test_text(test, place);
	}

	return false;
}

/* --------------------------------- arguments ------------------------------ */

/* Compare a copy of what an argument leads to; @part: which one, of several. */
static bool test_blob(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
		      unsigned int arg, const struct syscall_trace_blob *blob, unsigned int part)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	struct place place = {
		.type		= desc->type,
		.data		= blob->data,
		.len		= blob->len,
		.truncated	= blob->status == SYSCALL_TRACE_BLOB_TRUNCATED,
		.several	= desc->len_by != SYSCALL_TRACE_LEN_NONE,
		.arg		= arg,
	};

	if (blob->status > SYSCALL_TRACE_BLOB_TRUNCATED)
		return false;
	/* Pieces of what only a printer can take apart are text. */
	if (desc->type->sort == SYSCALL_TRACE_NESTED && !test->nr_members)
		return part && test_text(test, &place);

	return test_place(test, fmt, &place, 0);
}

/* The same with all copies that were made at one end of the call. */
static bool test_copies(const struct syscall_filter_test *test,
			const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir)
{
	const struct syscall_trace_blob *blob;
	unsigned int part, most = 1;

	if (fmt->call->args[arg].type->sort == SYSCALL_TRACE_NESTED && !test->nr_members)
		most = SYSCALL_MSGS_MAX * SYSCALL_MSG_PARTS;
	for (part = 0; part < most; part++) {
		blob = syscall_trace_find_blob(fmt, arg, dir, part);
		if (blob && test_blob(test, fmt, arg, blob, part))
			return true;
	}

	return false;
}

/* Does the comparison look at the word itself, be it a number or an address? */
static bool is_of_word(const struct syscall_filter_test *test,
		       const struct syscall_trace_type *type)
{
	if (!type || type->sort == SYSCALL_TRACE_SCALAR)
		return true;
	if (test->is_text || test->nr_members)
		return false;

	return type->sort != SYSCALL_TRACE_ARRAY || test->is_null;
}

static enum syscall_filter_truth of_bool(bool is_true)
{
	return is_true ? SYSCALL_FILTER_TRUE : SYSCALL_FILTER_FALSE;
}

static enum syscall_filter_truth ask_argument(const struct syscall_filter_test *test,
					      const struct syscall_filter_call *call,
					      unsigned int arg)
{
	const struct syscall_trace_fmt *fmt = &call->fmt;
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	u8 dir = fmt->call->args[arg].dir;

	if (is_of_word(test, type))
		return of_bool(!test->is_text &&
			       syscall_filter_match_number(test, syscall_trace_arg(fmt, arg),
							   type && type->is_signed));

	if (call->stage < SYSCALL_FILTER_COPIED)
		return SYSCALL_FILTER_UNKNOWN;
	if (test_copies(test, fmt, arg, SYSCALL_TRACE_DIR_IN))
		return SYSCALL_FILTER_TRUE;
	if (!(dir & ~SYSCALL_TRACE_DIR_IN))
		return SYSCALL_FILTER_FALSE;
	if (call->stage < SYSCALL_FILTER_ENDED)
		return SYSCALL_FILTER_UNKNOWN;

	return of_bool(test_copies(test, fmt, arg, SYSCALL_TRACE_DIR_OUT));
}

/* The index of the argument that a comparison means, + 1; 0: it is about other calls. */
static unsigned int find_arg(const struct syscall_filter_test *test,
			     const struct syscall_filter_call *call)
{
	const struct syscall_trace_call *found = call->fmt.call;
	int index = call->index;
	unsigned int arg;

	/* One call may stand for another, which has arguments of its own. */
	if (found >= syscall_trace_calls && found < syscall_trace_calls + syscall_trace_nr_calls)
		index = found - syscall_trace_calls;
	arg = index < 0 ? 0 : test->arg[index];

	return arg <= call->fmt.nr_args ? arg : 0;
}

/* ------------------------------- the whole call --------------------------- */

static enum syscall_filter_truth ask_duration(const struct syscall_filter_test *test,
					      const struct syscall_filter_call *call)
{
	bool is_true = syscall_filter_match_number(test, call->duration, false);
	u64 limit = test->values[0].value;

	if (call->stage == SYSCALL_FILTER_ENDED)
		return of_bool(is_true);

	/* It only grows. */
	switch (test->op) {
	case SYSCALL_FILTER_LT:
	case SYSCALL_FILTER_LE:
		return is_true ? SYSCALL_FILTER_UNKNOWN : SYSCALL_FILTER_FALSE;
	case SYSCALL_FILTER_GT:
	case SYSCALL_FILTER_GE:
		return is_true ? SYSCALL_FILTER_TRUE : SYSCALL_FILTER_UNKNOWN;
	}
	if (call->duration <= limit)
		return SYSCALL_FILTER_UNKNOWN;

	return of_bool(test->op == SYSCALL_FILTER_NE);
}

static enum syscall_filter_truth ask_result(const struct syscall_filter_test *test,
					    const struct syscall_filter_call *call)
{
	const struct syscall_trace_fmt *fmt = &call->fmt;
	bool failed = syscall_trace_failed(fmt);
	/* What does not look like an error is an address, or a number without a sign. */
	u64 ret = syscall_trace_is_narrow(fmt) && !failed ? (u32)fmt->ret : fmt->ret;

	if (call->stage < SYSCALL_FILTER_ENDED)
		return SYSCALL_FILTER_UNKNOWN;
	/* It was turned down, or has not returned. */
	if (!fmt->at_exit)
		return SYSCALL_FILTER_FALSE;

	switch (test->subject) {
	case SYSCALL_FILTER_FAILED:
		return of_bool(failed);
	case SYSCALL_FILTER_ERRNO:
		return of_bool(syscall_filter_match_number(test, failed ? -ret : 0, true));
	}
	if (test->is_limited && (call->index < 0 || !test->arg[call->index]))
		return SYSCALL_FILTER_FALSE;

	return of_bool(syscall_filter_match_number(test, ret, true));
}

static enum syscall_filter_truth ask_test(const struct syscall_filter_test *test,
					  const struct syscall_filter_call *call)
{
	unsigned int arg;
	bool is_one;

	if (call->is_brief && test->is_limited)
		return SYSCALL_FILTER_UNKNOWN;

	switch (test->subject) {
	case SYSCALL_FILTER_ARG:
		if (!call->has_args || !call->fmt.call)
			return SYSCALL_FILTER_FALSE;
		/* Its arguments are in memory. */
		if (call->fmt.call->target && call->stage < SYSCALL_FILTER_COPIED)
			return SYSCALL_FILTER_UNKNOWN;
		arg = find_arg(test, call);
		return arg ? ask_argument(test, call, arg - 1) : SYSCALL_FILTER_FALSE;
	case SYSCALL_FILTER_DURATION:
		return ask_duration(test, call);
	case SYSCALL_FILTER_ABI:
		is_one = test->values[0].value >> call->fmt.abi & 1;
		return of_bool(is_one == (test->op == SYSCALL_FILTER_EQ));
	}

	return ask_result(test, call);
}

static enum syscall_filter_truth not(enum syscall_filter_truth a)
{
	if (a == SYSCALL_FILTER_UNKNOWN)
		return a;

	return a == SYSCALL_FILTER_TRUE ? SYSCALL_FILTER_FALSE : SYSCALL_FILTER_TRUE;
}

/* @decides: the truth that is enough if one of the two has it. */
static enum syscall_filter_truth join(enum syscall_filter_truth a, enum syscall_filter_truth b,
				      enum syscall_filter_truth decides)
{
	if (a == decides || b == decides)
		return decides;

	return a == SYSCALL_FILTER_UNKNOWN ? a : b;
}

/**
 * syscall_filter_ask - ask a condition about a call
 * @filter: the condition
 * @call: what is known of the call
 *
 * Context: any.
 * Return: whether the condition is true, as far as that is known.
 */
enum syscall_filter_truth syscall_filter_ask(const struct syscall_filter *filter,
					     const struct syscall_filter_call *call)
{
	u8 stack[SYSCALL_FILTER_STACK_MAX] __uninitialized;
	unsigned int i = 0, top = 0;

	while (i < filter->nr_steps) {
		unsigned int to = filter->steps[i].to;

		switch (filter->steps[i++].what) {
		case SYSCALL_FILTER_TEST:
			stack[top++] = ask_test(filter->tests[to], call);
			break;
		case SYSCALL_FILTER_NOT:
			stack[top - 1] = not(stack[top - 1]);
			break;
		case SYSCALL_FILTER_AND:
			top--;
			stack[top - 1] = join(stack[top - 1], stack[top], SYSCALL_FILTER_FALSE);
			break;
		case SYSCALL_FILTER_OR:
			top--;
			stack[top - 1] = join(stack[top - 1], stack[top], SYSCALL_FILTER_TRUE);
			break;
		case SYSCALL_FILTER_SKIP_FALSE:
			if (stack[top - 1] == SYSCALL_FILTER_FALSE)
				i = to;
			break;
		case SYSCALL_FILTER_SKIP_TRUE:
			if (stack[top - 1] == SYSCALL_FILTER_TRUE)
				i = to;
			break;
		}
	}

	return stack[0];
}

/**
 * syscall_filter_is_limited - does a condition ask for more than is known at once?
 * @filter: the condition
 *
 * See syscall_filter_call.is_brief.
 */
bool syscall_filter_is_limited(const struct syscall_filter *filter)
{
	unsigned int i;

	for (i = 0; i < filter->nr_tests; i++) {
		if (filter->tests[i]->is_limited)
			return true;
	}

	return false;
}

/**
 * syscall_filter_next_time - when may a condition come true though the call has not ended?
 * @filter: the condition
 * @duration: how long the call has taken up to now
 *
 * Return: how long it will have taken then, more than @duration; U64_MAX: never.
 */
u64 syscall_filter_next_time(const struct syscall_filter *filter, u64 duration)
{
	u64 next = U64_MAX, time;
	unsigned int i;

	for (i = 0; i < filter->nr_tests; i++) {
		const struct syscall_filter_test *test = filter->tests[i];

		if (test->subject != SYSCALL_FILTER_DURATION)
			continue;
		time = test->values[0].value;
		/* From here on it is more. */
		if (test->op != SYSCALL_FILTER_GE && test->op != SYSCALL_FILTER_LT)
			time++;
		if (time > duration)
			next = min(next, time);
	}

	return next;
}
