// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints structures, their members and arrays by the table. Called for
 * arguments, and by printers for members.
 */
#include <linux/string.h>

#include "format.h"

/* Read an integer; the caller knows that @size bytes are there. */
static u64 read_integer(const u8 *data, unsigned int size, bool is_signed)
{
	u64 val = 0;

	if (!size || size > sizeof(val))
		return 0;
	memcpy(&val, data, size);

	return syscall_trace_extend(val, size, is_signed);
}

static size_t field_end(const struct syscall_trace_field *field, unsigned int layout)
{
	return field->offset[layout] + (size_t)field->size[layout] * (field->nr ?: 1);
}

/* Are all bytes 0? */
bool syscall_trace_is_zero(const u8 *data, size_t len)
{
	while (len && !*data) {
		data++;
		len--;
	}

	return !len;
}

/* Is a reserved member there, and 0? Then it is not shown. */
static bool is_unused(const struct syscall_trace_field *field, unsigned int layout,
		      const u8 *data, size_t len)
{
	return field->type->role == SYSCALL_TRACE_RESERVED &&
	       field_end(field, layout) <= len &&
	       syscall_trace_is_zero(data + field->offset[layout],
				     field_end(field, layout) - field->offset[layout]);
}

/* Print a member or an element; the caller knows that all of it is there. */
static void print_value(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			const u8 *data, size_t size, bool is_signed)
{
	if (type->sort == SYSCALL_TRACE_STRUCT)
		syscall_trace_print_struct(fmt, type, data, size);
	else
		syscall_trace_print_scalar(fmt, type, read_integer(data, size, is_signed));
}

/* A missing member counts as 0. */
static bool when_holds(const struct syscall_trace_type *type, const struct syscall_trace_when *when,
		       unsigned int layout, const u8 *data, size_t len)
{
	const struct syscall_trace_field *field = &type->fields[when->field];
	size_t offset = field->offset[layout], end = field_end(field, layout);

	if (end > len)
		return false;
	if (!when->set)
		return !syscall_trace_is_zero(data + offset, end - offset);

	return syscall_trace_has_const(when->set, read_integer(data + offset, field->size[layout],
							       field->is_signed));
}

/* Do the values of other members let this one be shown? */
bool syscall_trace_field_shown(const struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type,
			       const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	unsigned int i, layout = syscall_trace_layout(type, fmt->abi);

	for (i = 0; i < field->nr_when; i++) {
		if (when_holds(type, &field->when[i], layout, data, len))
			return !field->unless;
	}

	return !field->nr_when || field->unless;
}

/* Print a member that is an array; the caller knows that all of it is there. */
static void print_elements(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_field *field,
			   unsigned int layout, const u8 *data)
{
	syscall_trace_print_structure *print = syscall_trace_struct_printer(field->type);
	size_t size = field->size[layout];
	unsigned int i;

	if (print && field->type->sort == SYSCALL_TRACE_DATA) {
		print(fmt, field->type, data, field->nr);
		return;
	}
	if (field->type->sort == SYSCALL_TRACE_DATA) {
		/* A name. Without a NUL, dots stand for the last byte. */
		i = strnlen(data, field->nr);
		if (i == field->nr)
			syscall_trace_print_path(fmt, data, i - 1, true);
		else
			syscall_trace_print_path(fmt, data, i, false);
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < field->nr && !syscall_trace_full(fmt); i++, data += size) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		print_value(fmt, field->type, data, size, field->is_signed);
	}
	if (i < field->nr)
		trace_seq_puts(fmt->s, i ? ", ..." : "...");
	trace_seq_putc(fmt->s, ']');
}

/* Print what a member leads to; return false if the copy is missing or too short. */
static bool print_pointed(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_field *field, u64 addr)
{
	const struct syscall_trace_blob *blob, *outer = fmt->blob;
	u64 outer_addr = fmt->addr;

	/* What the kernel has written was copied again. */
	++fmt->part;
	blob = syscall_trace_find_out(fmt, fmt->arg, fmt->part) ?:
	       syscall_trace_find_in(fmt, fmt->arg, fmt->part);
	if (!blob || blob->status > SYSCALL_TRACE_BLOB_TRUNCATED ||
	    blob->len < field->to->least)
		return false;

	syscall_trace_print_contents(fmt, field->to, field->length, SIZE_MAX, addr, blob);
	fmt->blob = outer;
	fmt->addr = outer_addr;

	return true;
}

static void print_field(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_field *field,
			unsigned int layout, const u8 *data)
{
	size_t size = field->size[layout];

	trace_seq_puts(fmt->s, field->name);
	trace_seq_putc(fmt->s, '=');
	data += field->offset[layout];
	if (field->to && fmt->leads_on &&
	    print_pointed(fmt, field, read_integer(data, size, false)))
		return;
	if (field->nr)
		print_elements(fmt, field, layout, data);
	else
		print_value(fmt, field->type, data, size, field->is_signed);
}

/**
 * syscall_trace_print_rest - print the bytes behind the known members of a structure
 * @fmt: the call
 * @type: the structure's type
 * @data: the structure, which is the data of @fmt->blob
 * @len: bytes of it that are there
 *
 * If all of them are 0, nothing is printed: older programs pass zeroes there. Dots stand for those
 * that were not copied.
 */
void syscall_trace_print_rest(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type,
			      const u8 *data, size_t len)
{
	size_t known = type->size[syscall_trace_layout(type, fmt->abi)], all = len;
	unsigned int count = syscall_trace_blob_count(fmt->blob);
	bool cut = fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED && count > len;

	if (len < known)
		return;
	if (syscall_trace_is_zero(data + known, len - known)) {
		if (cut && !type->abbreviated)
			trace_seq_puts(fmt->s, ", ...");
		return;
	}
	if (cut)
		all = min_t(size_t, count, SYSCALL_TRACE_STRUCT_MAX);
	trace_seq_printf(fmt->s, ", /* bytes %zu..%zu */ ", known, all - 1);
	syscall_trace_print_hex(fmt, data + known,
				min_t(size_t, len - known, SYSCALL_TRACE_REST_MAX),
				all - known > SYSCALL_TRACE_REST_MAX);
}

/**
 * syscall_trace_print_fields - print some members of a structure, without the brackets
 * @fmt: the call
 * @type: the structure's type
 * @from: index of the first one
 * @to: index of the first one that is not printed any more
 * @data: the bytes of the structure that are there, not trusted
 * @len: how many
 *
 * The caller checks the length of the line.
 *
 * Return: false if a member that is shown is missing.
 */
bool syscall_trace_print_fields(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				unsigned int from, unsigned int to,
				const u8 *data, size_t len)
{
	unsigned int i, layout = syscall_trace_layout(type, fmt->abi);

	for (i = from; i < to; i++) {
		const struct syscall_trace_field *field = &type->fields[i];

		if (!field->name)
			continue;
		if (!syscall_trace_field_shown(fmt, type, field, data, len)) {
			/* It was captured even so. */
			fmt->part += !!field->to;
			continue;
		}
		if (field_end(field, layout) > len)
			return false;
		if (is_unused(field, layout, data, len))
			continue;
		syscall_trace_comma(fmt);
		print_field(fmt, field, layout, data);
	}

	return true;
}

/**
 * syscall_trace_print_struct - print a structure
 * @fmt: the call
 * @type: its type
 * @data: the bytes of it that are there, not trusted
 * @len: how many
 *
 * Dots stand for missing members.
 */
void syscall_trace_print_struct(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				const u8 *data, size_t len)
{
	syscall_trace_print_structure *print = syscall_trace_struct_printer(type);
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	bool whole = true;
	unsigned int i;

	if (print) {
		print(fmt, type, data, len);
		return;
	}

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields && whole; i++)
		whole = (!type->fields[i].name || !syscall_trace_full(fmt)) &&
			syscall_trace_print_fields(fmt, type, i, i + 1, data, len);
	if (!whole || type->abbreviated) {
		syscall_trace_comma(fmt);
		trace_seq_puts(fmt->s, "...");
	}
	if (type->count_by == SYSCALL_TRACE_BYTES && type->size[layout])
		syscall_trace_print_rest(fmt, type, data, len);
	trace_seq_putc(fmt->s, '}');
}

/**
 * syscall_trace_find_field - find a member of a structure
 * @type: the structure's type
 * @name: the member
 *
 * Return: the member, or NULL if none that is shown has that name.
 */
const struct syscall_trace_field *
syscall_trace_find_field(const struct syscall_trace_type *type, const char *name)
{
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		if (type->fields[i].name && !strcmp(type->fields[i].name, name))
			return &type->fields[i];
	}

	return NULL;
}

/**
 * syscall_trace_print_choice - print bytes as a choice of a variant says
 * @fmt: the call
 * @choice: the choice, or NULL
 * @data: the bytes, not trusted
 * @len: how many
 *
 * Return: false if nothing was printed: there is no choice, or it needs more bytes.
 */
bool syscall_trace_print_choice(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_field *choice,
				const u8 *data, size_t len)
{
	const struct syscall_trace_type *type = choice ? choice->type : NULL;
	size_t size;

	if (!type)
		return false;
	size = choice->size[syscall_trace_layout(type, fmt->abi)];
	if (len < (type->least ?: size))
		return false;
	if (type->sort == SYSCALL_TRACE_SCALAR)
		syscall_trace_print_scalar(fmt, type,
					   read_integer(data, size, choice->is_signed));
	else if (type->sort == SYSCALL_TRACE_DATA && !syscall_trace_struct_printer(type))
		syscall_trace_print_string(fmt, data, len, false);
	else
		syscall_trace_print_struct(fmt, type, data, len);

	return true;
}

/**
 * syscall_trace_read_member - read an integer member of a structure
 * @fmt: the call
 * @type: the structure's type
 * @name: the member
 * @data: the structure
 * @len: bytes of it that are there
 * @val: the result
 *
 * Return: false if the structure has no such member, or its bytes are missing.
 */
bool syscall_trace_read_member(const struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, const char *name,
			       const u8 *data, size_t len, u64 *val)
{
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	const struct syscall_trace_field *field = syscall_trace_find_field(type, name);

	if (!field || field_end(field, layout) > len)
		return false;
	*val = read_integer(data + field->offset[layout], field->size[layout],
			    field->is_signed);

	return true;
}

/* Read an integer member of a structure; 0 if it is missing. */
u64 syscall_trace_member(const struct syscall_trace_fmt *fmt,
			 const struct syscall_trace_type *type, const char *name,
			 const u8 *data, size_t len)
{
	u64 val;

	return syscall_trace_read_member(fmt, type, name, data, len, &val) ? val : 0;
}

/**
 * syscall_trace_print_field - print a member of a structure, with its name
 * @fmt: the call
 * @type: the structure's type
 * @name: the member
 * @data: the structure
 * @len: bytes of it that are there
 *
 * For printers that print some members only. Dots stand for a missing member.
 */
void syscall_trace_print_field(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type,
			       const char *name, const u8 *data, size_t len)
{
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	const struct syscall_trace_field *field = syscall_trace_find_field(type, name);

	if (field && field_end(field, layout) <= len)
		print_field(fmt, field, layout, data);
	else
		trace_seq_puts(fmt->s, "...");
}

/**
 * syscall_trace_print_array - print structures or integers in a row
 * @fmt: the call
 * @type: the array's type, or that of each structure
 * @addr: the array's address in user space
 * @blob: its copy
 */
void syscall_trace_print_array(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, u64 addr,
			       const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_type *element = type->element ?: type;
	size_t size = type->size[syscall_trace_layout(type, fmt->abi)];
	unsigned int i, nr = size ? blob->len / size : 0;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && !syscall_trace_full(fmt); i++) {
		const u8 *data = blob->data + i * size;

		if (i)
			trace_seq_puts(fmt->s, ", ");
		print_value(fmt, element, data, size, element->is_signed);
	}
	syscall_trace_end_list(fmt, blob, i, size, addr);
}

/**
 * syscall_trace_print_contents - print what an address leads to
 * @fmt: the call
 * @type: its type
 * @several: the table gives it a length
 * @most: the kernel looks at no more bytes of a string
 * @addr: the address
 * @blob: the copy
 */
void syscall_trace_print_contents(struct syscall_trace_fmt *fmt,
				  const struct syscall_trace_type *type, bool several,
				  size_t most, u64 addr,
				  const struct syscall_trace_blob *blob)
{
	bool truncated = blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;
	size_t len = blob->len;

	fmt->blob = blob;
	fmt->addr = addr;
	switch (type->sort) {
	case SYSCALL_TRACE_STRING:
		/* The kernel found no NUL in as many bytes as it looks at. */
		truncated |= len >= most;
		len = min(len, most);
		if (type->count_by == SYSCALL_TRACE_BYTES)
			syscall_trace_print_string(fmt, blob->data, len, truncated);
		else
			syscall_trace_print_path(fmt, blob->data, len, truncated);
		break;
	case SYSCALL_TRACE_DATA:
		if (syscall_trace_struct_printer(type))
			syscall_trace_struct_printer(type)(fmt, type, blob->data, len);
		else
			syscall_trace_print_string(fmt, blob->data, len, truncated);
		break;
	case SYSCALL_TRACE_ARRAY:
		syscall_trace_print_array(fmt, type, addr, blob);
		break;
	case SYSCALL_TRACE_STRUCT:
		if (several && type->count_by == SYSCALL_TRACE_ELEMENTS)
			syscall_trace_print_array(fmt, type, addr, blob);
		else
			syscall_trace_print_struct(fmt, type, blob->data, len);
		break;
	default:
		syscall_trace_print_pointer(fmt, addr);
	}
}
