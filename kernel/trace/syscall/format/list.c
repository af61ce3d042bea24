// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what printers of lists and structures share: short lists, members by
 * name, and what to print if a copy is missing. Called by the files of the families.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/**
 * syscall_trace_next_of_few - begin an element of a list, or end a long list with dots
 * @fmt: the call
 * @i: the number of elements before it
 *
 * Return: false if the list ends here.
 */
bool syscall_trace_next_of_few(struct syscall_trace_fmt *fmt, size_t i)
{
	syscall_trace_comma(fmt);
	if (i < SYSCALL_TRACE_ELEMENTS_MAX && !syscall_trace_full(fmt))
		return true;
	trace_seq_puts(fmt->s, "...");

	return false;
}

/* The type of a member, or NULL if @type is NULL or has no such member. */
const struct syscall_trace_type *
syscall_trace_member_type(const struct syscall_trace_type *type, const char *name)
{
	const struct syscall_trace_field *field = NULL;

	if (type && name)
		field = syscall_trace_find_field(type, name);

	return field ? field->type : NULL;
}

/* Print the members with these names, in their order; NULL ends the names. */
void syscall_trace_print_named(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, const u8 *data,
			       size_t len, const char * const *names)
{
	for (; *names; names++) {
		syscall_trace_comma(fmt);
		syscall_trace_print_field(fmt, type, *names, data, len);
	}
}

/* Print all members that are shown, and dots for each that was not captured. */
void syscall_trace_print_all(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_type *type, const u8 *data, size_t len)
{
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		if (!syscall_trace_print_fields(fmt, type, i, i + 1, data, len)) {
			syscall_trace_comma(fmt);
			trace_seq_puts(fmt->s, "...");
		}
	}
}

/* Print an integer member unless it is 0 or missing. */
void syscall_trace_print_nonzero(struct syscall_trace_fmt *fmt,
				 const struct syscall_trace_type *type, const char *name,
				 const u8 *data, size_t len)
{
	if (syscall_trace_member(fmt, type, name, data, len))
		syscall_trace_print_members(fmt, type, data, len, name);
}

/**
 * syscall_trace_need_bytes - find the copy of an argument, or print its address
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_DIR_IN or _OUT
 * @least: bytes that must be there
 *
 * Return: the copy, or NULL: the address is printed.
 */
const struct syscall_trace_blob *
syscall_trace_need_bytes(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir,
			 size_t least)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg, dir, 0);

	if (blob && blob->len >= least)
		return blob;
	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));

	return NULL;
}

/* The copy of an argument's structure; NULL: a part of it or all is missing. */
const struct syscall_trace_blob *
syscall_trace_whole_blob(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg, dir, 0);

	return blob && blob->len >= syscall_trace_fmt_size(fmt, type) ? blob : NULL;
}

/* The same of one that the task passes; on NULL, its address is printed. */
const struct syscall_trace_blob *
syscall_trace_need_whole(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_IN,
					syscall_trace_fmt_size(fmt, fmt->call->args[arg].type));
}

/* Was a list captured? It may be empty, but if it faulted it needs an element of @each bytes. */
bool syscall_trace_has_list(const struct syscall_trace_blob *list, size_t each)
{
	return list && list->status < SYSCALL_TRACE_BLOB_NULL &&
	       (list->status != SYSCALL_TRACE_BLOB_FAULTED || list->len >= each);
}

/**
 * syscall_trace_need_list - find the copy of a list, or print its address
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_DIR_IN or _OUT
 * @each: bytes of an element
 *
 * Return: the copy, or NULL: the address is printed.
 */
const struct syscall_trace_blob *
syscall_trace_need_list(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir,
			size_t each)
{
	const struct syscall_trace_blob *list = syscall_trace_find_blob(fmt, arg, dir, 0);

	if (syscall_trace_has_list(list, each))
		return list;
	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));

	return NULL;
}

/* Print a copy as a C string literal. */
void syscall_trace_print_text(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_blob *blob)
{
	syscall_trace_print_string(fmt, blob->data, blob->len,
				   blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* Print bytes as a list of integers of 32 bits. */
void syscall_trace_print_ints(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			      bool is_signed)
{
	size_t i, nr = len / sizeof(u32);

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && syscall_trace_next_of_few(fmt, i); i++) {
		u32 val = syscall_trace_get_uint(data + i * sizeof(val), sizeof(val));

		if (is_signed)
			syscall_trace_print_signed(fmt, (s32)val);
		else
			syscall_trace_print_unsigned(fmt, val);
	}
	trace_seq_putc(fmt->s, ']');
}

/* Print the numbers of the set bits; @more: dots stand for bits behind the first @nr. */
void syscall_trace_print_bits(struct syscall_trace_fmt *fmt, const u8 *data, size_t nr,
			      bool more)
{
	const char *sep = "";
	size_t bit;

	trace_seq_putc(fmt->s, '[');
	for (bit = 0; bit < nr && !syscall_trace_full(fmt); bit++) {
		if (!(data[bit / 8] >> bit % 8 & 1))
			continue;
		trace_seq_printf(fmt->s, "%s%zu", sep, bit);
		sep = " ";
	}
	if (more || bit < nr)
		trace_seq_printf(fmt->s, "%s...", sep);
	trace_seq_putc(fmt->s, ']');
}

/*
 * Print a length in a structure `len`, before and after the call: `[128 => 16]`; only the first
 * number if the call failed or changed nothing.
 */
void syscall_trace_print_length(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0);
	u64 before, after;

	if (!in || !syscall_trace_read_member(fmt, type, "len", in->data, in->len, &before)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_printf(fmt->s, "[%d", (s32)before);
	if (out && syscall_trace_read_member(fmt, type, "len", out->data, out->len, &after) &&
	    after != before)
		trace_seq_printf(fmt->s, " => %d", (s32)after);
	trace_seq_putc(fmt->s, ']');
}

/* The members that the task passes and, if the call succeeded, those that the kernel answers. */
SYSCALL_NESTED(answered)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *answer, *asked;
	size_t size = syscall_trace_fmt_size(fmt, type);

	asked = syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_IN, size);
	if (!asked)
		return;

	answer = syscall_trace_fmt_dir(fmt, arg) == SYSCALL_TRACE_DIR_IN ? asked :
		 syscall_trace_find_out(fmt, arg, 0);
	trace_seq_putc(fmt->s, '{');
	fmt->leads_on = type->leads_on;
	syscall_trace_print_fields(fmt, type, 0, type->nr_inputs, asked->data, asked->len);
	fmt->leads_on = false;
	if (answer && answer->len >= size)
		syscall_trace_print_fields(fmt, type, type->nr_inputs, type->nr_fields,
					   answer->data, answer->len);
	trace_seq_putc(fmt->s, '}');
}
