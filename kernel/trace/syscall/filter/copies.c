// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: compares what arguments lead to with the values of a condition. What was
 * not copied may be anything: nobody must be able to hide from a condition by that. Called by
 * eval.c.
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/socket.h>
#include <linux/string.h>

#include "../named_types.h"
#include "filter.h"
#include "member.h"
#include "truth.h"

/**
 * struct place - a piece of memory that was copied, or a part of it
 * @type: what is there
 * @field: the member that it is, or NULL
 * @data: its bytes, not trusted
 * @len: how many
 * @rest: enum syscall_filter_rest: what follows them
 * @several: there may be several of @type in a row
 * @arg: index of the argument
 */
struct place {
	const struct syscall_trace_type		*type;
	const struct syscall_trace_field	*field;
	const u8				*data;
	size_t					len;
	u8					rest;
	bool					several;
	u8					arg;
};

static enum syscall_filter_truth test_place(const struct syscall_filter_test *test,
					    const struct syscall_trace_fmt *fmt,
					    const struct place *place, unsigned int member);

/* What is not among the bytes of a place is not there, or was not copied. */
static enum syscall_filter_truth test_beyond(const struct place *place)
{
	return place->rest ? SYSCALL_FILTER_UNDECIDED : SYSCALL_FILTER_FALSE;
}

static enum syscall_filter_truth test_scalar(const struct syscall_filter_test *test,
					     const struct place *place)
{
	const struct syscall_trace_type *type = place->type;
	bool is_signed = place->field ? place->field->is_signed : type->is_signed;
	u8 text[SYSCALL_FILTER_IPV4_MAX];
	u64 val;

	if (!place->len || place->len > sizeof(val) || place->rest)
		return test_beyond(place);
	val = syscall_trace_get_uint(place->data, place->len);
	if (test->is_text) {
		if (!syscall_filter_is_ipv4(type))
			return SYSCALL_FILTER_FALSE;
		return syscall_filter_match_text(test, text, syscall_filter_print_ipv4(text, val),
						 SYSCALL_FILTER_NO_REST);
	}
	val = syscall_trace_extend(val, place->len, is_signed);

	return truth_of(syscall_filter_match_number(test, syscall_filter_host_order(type, val),
						    place->len, is_signed));
}

static enum syscall_filter_truth test_text(const struct syscall_filter_test *test,
					   const struct place *place)
{
	if (!test->is_text)
		return SYSCALL_FILTER_FALSE;

	return syscall_filter_match_text(test, place->data, place->len, place->rest);
}

/* One of several elements is enough. */
static enum syscall_filter_truth
test_elements(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
	      const struct place *place, const struct syscall_trace_type *type, size_t size,
	      unsigned int member)
{
	enum syscall_filter_truth truth = test_beyond(place);
	struct place one = *place;
	size_t pos;

	one.type = type;
	one.several = false;
	one.len = size;
	one.rest = SYSCALL_FILTER_NO_REST;
	for (pos = 0; size && place->len - pos >= size; pos += size) {
		one.data = place->data + pos;
		truth = truth_either(truth, test_place(test, fmt, &one, member));
		if (truth == SYSCALL_FILTER_TRUE)
			break;
	}

	return truth;
}

/* What is known of what is behind the bytes of a copy. */
static enum syscall_filter_rest rest_of(const struct syscall_trace_blob *blob)
{
	switch (blob->status) {
	case SYSCALL_TRACE_BLOB_TRUNCATED:
		return SYSCALL_FILTER_SOME_REST;
	case SYSCALL_TRACE_BLOB_FAULTED:
		return SYSCALL_FILTER_ANY_REST;
	default:
		return SYSCALL_FILTER_NO_REST;
	}
}

/* What a member leads to has a number, by its place among the members that do. */
static enum syscall_filter_truth
test_pointed(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
	     const struct place *place, const struct syscall_trace_field *field,
	     unsigned int member)
{
	unsigned int layout = syscall_trace_layout(place->type, fmt->abi), part = 1;
	size_t offset = field->offset[layout], size = field->size[layout];
	struct place to = { .type = field->to, .several = field->length, .arg = place->arg };
	const struct syscall_trace_field *before;
	const struct syscall_trace_blob *blob;

	if (offset + size > place->len || size > sizeof(u64))
		return test_beyond(place);
	if (!syscall_trace_get_uint(place->data + offset, size))
		return SYSCALL_FILTER_FALSE;
	for (before = place->type->fields; before < field; before++)
		part += before->name && before->to;
	blob = syscall_trace_find_out(fmt, place->arg, part) ?:
	       syscall_trace_find_in(fmt, place->arg, part);
	if (!blob)
		return SYSCALL_FILTER_UNDECIDED;
	if (blob->status == SYSCALL_TRACE_BLOB_NULL)
		return SYSCALL_FILTER_FALSE;
	to.data = blob->data;
	to.len = blob->len;
	to.rest = rest_of(blob);

	return test_place(test, fmt, &to, member);
}

static enum syscall_filter_truth
test_member(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
	    const struct place *place, const struct syscall_trace_field *field,
	    unsigned int member)
{
	unsigned int layout = syscall_trace_layout(place->type, fmt->abi);
	size_t offset = field->offset[layout], size = field->size[layout];
	struct place to = { .type = field->type, .field = field, .arg = place->arg };

	if (field->to)
		return test_pointed(test, fmt, place, field, member);
	if (!syscall_trace_field_shown(fmt, place->type, field, place->data, place->len) ||
	    offset + size * (field->nr ?: 1) > place->len)
		return test_beyond(place);
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

static enum syscall_filter_truth test_hidden(const struct syscall_filter_test *test,
					     const struct place *place,
					     const struct syscall_filter_hidden *hidden)
{
	struct place to = *place;
	bool is_abstract;
	size_t most;

	if (place->len <= hidden->offset)
		return test_beyond(place);
	most = min_t(size_t, place->len - hidden->offset, hidden->size);
	to.data += hidden->offset;
	is_abstract = hidden->has_abstract && !*to.data && (most > 1 || place->rest);
	to.len = is_abstract ? most : strnlen(to.data, most);
	/* It has ended before the copy does. */
	if (to.len < most || most == hidden->size)
		to.rest = SYSCALL_FILTER_NO_REST;

	return test_text(test, &to);
}

static enum syscall_filter_truth
test_family(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
	    const struct place *place, unsigned int member, u64 family)
{
	const struct syscall_trace_field *choice;
	struct place to = *place;

	choice = syscall_trace_find_choice(&syscall_trace_sockaddrs, family);
	if (!choice)
		return SYSCALL_FILTER_FALSE;
	to.type = choice->type;

	return test_place(test, fmt, &to, member);
}

/*
 * Compare a member of a socket's address. Where a socket of the Internet is told none of the
 * families, the kernel takes the address as one of the socket's family.
 */
static enum syscall_filter_truth
test_address(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
	     const struct place *place, unsigned int member)
{
	u64 family;

	if (place->len < sizeof(u16))
		return test_beyond(place);
	family = syscall_trace_get_uint(place->data, sizeof(u16));
	if (family != AF_UNSPEC)
		return test_family(test, fmt, place, member, family);

	return truth_either(test_family(test, fmt, place, member, AF_INET),
			    test_family(test, fmt, place, member, AF_INET6));
}

static enum syscall_filter_truth test_members(const struct syscall_filter_test *test,
					      const struct syscall_trace_fmt *fmt,
					      const struct place *place, unsigned int member)
{
	const char *name = test->members[member];
	const struct syscall_trace_type *type = place->type;
	const struct syscall_filter_hidden *hidden;
	const struct syscall_trace_field *field;

	if (syscall_filter_is_unseen(type, name))
		return SYSCALL_FILTER_UNDECIDED;
	field = syscall_trace_find_field(type, name);
	if (field)
		return test_member(test, fmt, place, field, member + 1);
	hidden = syscall_filter_find_hidden(type, name);
	if (hidden)
		return test_hidden(test, place, hidden);

	return type == &syscall_trace_sockaddr ? test_address(test, fmt, place, member) :
						 SYSCALL_FILTER_FALSE;
}

/* Compare what is in a place, or in its members from the one with the index @member on. */
static enum syscall_filter_truth test_place(const struct syscall_filter_test *test,
					    const struct syscall_trace_fmt *fmt,
					    const struct place *place, unsigned int member)
{
	const struct syscall_trace_type *type = place->type;
	size_t size = type->size[syscall_trace_layout(type, fmt->abi)];
	bool is_row = type->sort == SYSCALL_TRACE_STRUCT ||
		      syscall_filter_find_pieces(type)->is_row;

	if (type->sort == SYSCALL_TRACE_ARRAY)
		return type->element ?
		       test_elements(test, fmt, place, type->element, size, member) :
		       SYSCALL_FILTER_FALSE;
	if (place->several && is_row && type->count_by == SYSCALL_TRACE_ELEMENTS)
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

	return SYSCALL_FILTER_FALSE;
}

/* --------------------------------- arguments ------------------------------ */

/*
 * Compare one of the pieces of what only a printer can take apart. They are text, but for the
 * first one, unless that is all there is, and for those that are lists of others.
 */
static enum syscall_filter_truth test_piece(const struct syscall_filter_test *test,
					    const struct place *place,
					    const struct syscall_trace_blob *blob,
					    unsigned int part)
{
	enum syscall_filter_truth truth = SYSCALL_FILTER_FALSE;
	bool is_text = blob->sort == SYSCALL_TRACE_DATA || blob->sort == SYSCALL_TRACE_STRING;

	if (part || is_text)
		truth = test_text(test, place);

	return is_text ? truth : truth_either(truth, test_beyond(place));
}

/* Compare a copy of what an argument leads to; @part: which one, of several. */
static enum syscall_filter_truth test_blob(const struct syscall_filter_test *test,
					   const struct syscall_trace_fmt *fmt, unsigned int arg,
					   const struct syscall_trace_blob *blob,
					   unsigned int part)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	enum syscall_filter_truth truth;
	struct place place = {
		.type		= desc->type,
		.data		= blob->data,
		.len		= blob->len,
		.rest		= rest_of(blob),
		.several	= desc->len_by != SYSCALL_TRACE_LEN_NONE,
		.arg		= arg,
	};

	if (blob->status == SYSCALL_TRACE_BLOB_NULL)
		return SYSCALL_FILTER_FALSE;
	if (desc->type->sort == SYSCALL_TRACE_NESTED && !test->nr_members)
		truth = test_piece(test, &place, blob, part);
	else if (part >= syscall_filter_find_pieces(desc->type)->first)
		truth = test_place(test, fmt, &place, 0);
	else
		truth = test_beyond(&place);
	/* There are more pieces than could be copied. */
	if (truth == SYSCALL_FILTER_FALSE && blob->status <= SYSCALL_TRACE_BLOB_TRUNCATED &&
	    blob->absent)
		truth = SYSCALL_FILTER_UNDECIDED;

	return truth;
}

static bool is_restart(s64 ret)
{
	return ret == -ERESTARTSYS || ret == -ERESTARTNOINTR || ret == -ERESTARTNOHAND ||
	       ret == -ERESTART_RESTARTBLOCK;
}

/* Was what an argument leads to written when the call had ended? */
static bool is_written(const struct syscall_trace_fmt *fmt, unsigned int dir)
{
	if (!fmt->at_exit)
		return false;
	if (dir & SYSCALL_TRACE_DIR_REST)
		return is_restart(fmt->ret);
	if (dir & SYSCALL_TRACE_DIR_FOUND && fmt->ret <= 0)
		return false;

	return !syscall_trace_failed(fmt) || dir & SYSCALL_TRACE_DIR_TRIED;
}

/* Should there be a copy of what an argument leads to, made at that end of the call? */
static bool is_copied(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
		      unsigned int arg, unsigned int dir)
{
	const struct syscall_filter_pieces *pieces;
	u32 captures = fmt->call->captures, in;

	in = SYSCALL_TRACE_STR_MASK(captures) | SYSCALL_TRACE_IN_MASK(captures);
	if (dir == SYSCALL_TRACE_DIR_IN)
		return in & BIT(arg);

	pieces = syscall_filter_find_pieces(fmt->call->args[arg].type);
	if (test->nr_members && (pieces->at_entry || (pieces->if_found && fmt->ret <= 0)))
		return false;

	return SYSCALL_TRACE_OUT_MASK(captures) & BIT(arg) &&
	       is_written(fmt, fmt->call->args[arg].dir);
}

/* Does a piece tell of the members of the structures that an argument leads to? */
static bool has_members(const struct syscall_trace_type *type, unsigned int part)
{
	const struct syscall_filter_pieces *pieces = syscall_filter_find_pieces(type);

	/* The first one also knows whether others are missing. */
	if (!part || part == pieces->first)
		return true;

	return pieces->every && part > pieces->first && part <= pieces->last &&
	       !((part - pieces->first) % pieces->every);
}

/**
 * syscall_filter_ask_copies - compare what was copied of an argument
 * @test: the comparison
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_DIR_IN: when the call began, or _OUT: when it had ended
 *
 * Return: whether the comparison is true of one of the copies.
 */
enum syscall_filter_truth syscall_filter_ask_copies(const struct syscall_filter_test *test,
						    const struct syscall_trace_fmt *fmt,
						    unsigned int arg, unsigned int dir)
{
	enum syscall_filter_truth truth = SYSCALL_FILTER_FALSE;
	const struct syscall_trace_type *type;
	const struct syscall_trace_blob *blob;
	bool all, found = false;
	unsigned int part;
	size_t pos = 0;

	if (!is_copied(test, fmt, arg, dir))
		return truth;
	type = fmt->call->args[arg].type;
	all = type->sort == SYSCALL_TRACE_NESTED && !test->nr_members;
	while (truth != SYSCALL_FILTER_TRUE &&
	       (blob = syscall_trace_next_blob(fmt, arg, dir, &pos))) {
		part = syscall_trace_blob_nr(blob);
		if (!all && !has_members(type, part))
			continue;
		truth = truth_either(truth, test_blob(test, fmt, arg, blob, part));
		found = true;
	}
	/* If the tracer had no memory, the address may be lost, too. */
	if (!found && (fmt->uncopied || syscall_trace_arg(fmt, arg)))
		return SYSCALL_FILTER_UNDECIDED;

	return truth;
}
