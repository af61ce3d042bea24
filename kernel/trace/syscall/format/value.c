// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints one argument, or one member of a structure, by its
 * type in the table. Pure: see format.h.
 *
 * What the types cannot say is in kind.c, for integers, and in the files of the families.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* No structure has more than that. */
#define PAGE_BYTES	4096

/* --------------------------------- blobs --------------------------------- */

static const struct syscall_trace_blob *
find_blob(const struct syscall_trace_blobs *blobs, unsigned int arg, unsigned int part)
{
	const struct syscall_trace_blob *blob;
	size_t pos = 0, need;

	while (pos < blobs->size && blobs->size - pos >= sizeof(*blob)) {
		blob = blobs->data + pos;
		need = sizeof(*blob) + blob->len;
		if (need > blobs->size - pos)
			return NULL;
		if (blob->arg == arg && blob->part == part)
			return blob;
		pos += (need + SYSCALL_TRACE_BLOB_ALIGN - 1) &
		       ~(size_t)(SYSCALL_TRACE_BLOB_ALIGN - 1);
	}

	return NULL;
}

/**
 * syscall_trace_find_blob - find what was captured of an argument
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_IN: as it was when the call began, or _OUT: when it ended
 * @part: which piece of nested data, else 0
 *
 * Return: the blob with its @len bytes inside the record, or NULL if there is none.
 */
const struct syscall_trace_blob *
syscall_trace_find_blob(const struct syscall_trace_fmt *fmt, unsigned int arg,
			unsigned int dir, unsigned int part)
{
	const struct syscall_trace_blob *blob;

	if (dir == SYSCALL_TRACE_OUT)
		return find_blob(&fmt->left, arg, part);

	blob = find_blob(&fmt->entered, arg, part);

	return blob ?: find_blob(&fmt->left, arg | SYSCALL_TRACE_AS_ENTERED, part);
}

/* -------------------------------- scalars -------------------------------- */

/**
 * syscall_trace_arg - the value of an argument that is an integer
 * @fmt: the call
 * @arg: index of the argument
 *
 * Return: the word, less what does not belong to the argument's C type, with its
 * sign.
 */
u64 syscall_trace_arg(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_narrow(fmt);

	if (!type || type->sort != SYSCALL_TRACE_SCALAR)
		return syscall_trace_narrow(fmt) ? (u32)fmt->args[arg] : fmt->args[arg];

	return syscall_trace_extend(fmt->args[arg], type->size[layout], type->is_signed);
}

void syscall_trace_print_pointer(struct syscall_trace_fmt *fmt, u64 val)
{
	if (val)
		trace_seq_printf(fmt->s, "0x%llx", val);
	else
		trace_seq_puts(fmt->s, "NULL");
}

static bool is_absent(const struct syscall_trace_blob *blob)
{
	return blob->status == SYSCALL_TRACE_FAULTED && blob->sort & SYSCALL_TRACE_ABSENT;
}

/**
 * syscall_trace_print_where - print where what is there ends
 * @fmt: the call
 * @blob: what was captured, less than there is
 * @addr: the first address that could not be read
 */
void syscall_trace_print_where(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_blob *blob, u64 addr)
{
	trace_seq_printf(fmt->s, is_absent(blob) ? " /* 0x%llx not resident */" :
						   " /* 0x%llx */", addr);
}

/* The same at the end of a list. */
void syscall_trace_print_more(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_blob *blob, u64 addr)
{
	trace_seq_puts(fmt->s, ", ...");
	syscall_trace_print_where(fmt, blob, addr);
}

/**
 * syscall_trace_print_missing - print an address in place of what is there
 * @fmt: the call
 * @addr: the address
 * @blob: what was captured instead, or NULL
 *
 * Says so if what is there could not be had without waiting for somebody.
 */
void syscall_trace_print_missing(struct syscall_trace_fmt *fmt, u64 addr,
				 const struct syscall_trace_blob *blob)
{
	syscall_trace_print_pointer(fmt, addr);
	if (addr && blob && is_absent(blob))
		trace_seq_puts(fmt->s, " /* not resident */");
}

/* For printers that give up: the address in place of what is there. */
void syscall_trace_print_address(struct syscall_trace_fmt *fmt)
{
	unsigned int arg = fmt->blob->arg & ~SYSCALL_TRACE_AS_ENTERED;

	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

void syscall_trace_print_scalar(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type, u64 val)
{
	syscall_trace_print_integer *print = syscall_trace_integer_printer(type);

	if (print)
		print(fmt, type, val);
	else
		trace_seq_printf(fmt->s, type->is_signed ? "%lld" : "%llu", val);
}

static char escape_letter(u8 c)
{
	switch (c) {
	case '\f': return 'f';
	case '\n': return 'n';
	case '\r': return 'r';
	case '\t': return 't';
	case '\v': return 'v';
	case '"':
	case '\\': return c;
	}

	return 0;
}

static bool is_plain(u8 c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* @next: the byte behind it. An octal escape is as short as that allows. */
static void print_escape(struct trace_seq *s, u8 c, u8 next)
{
	bool all = next >= '0' && next <= '7';
	u8 text[4] = { '\\' };
	unsigned int len = 1;

	if (escape_letter(c)) {
		text[len++] = escape_letter(c);
	} else {
		if (all || c >= 0100)
			text[len++] = '0' + (c >> 6);
		if (all || c >= 010)
			text[len++] = '0' + (c >> 3 & 7);
		text[len++] = '0' + (c & 7);
	}
	trace_seq_putmem(s, text, len);
}

/**
 * syscall_trace_hide - tell that there are contents, if they are not to be shown
 * @fmt: the call
 *
 * A dump ends up in the kernel's log, which others may read than those who may trace.
 * How much there is remains untold, too: it may be the length of a password.
 *
 * Return: whether that is so; nothing else is to be printed of them.
 */
bool syscall_trace_hide(struct syscall_trace_fmt *fmt)
{
	if (!(fmt->flags & SYSCALL_TRACE_NO_DATA))
		return false;
	trace_seq_puts(fmt->s, SYSCALL_TRACE_HIDDEN);

	return true;
}

/**
 * syscall_trace_print_path - print a name as a C string literal
 * @fmt: the call
 * @str: its bytes, not trusted
 * @len: how many
 * @truncated: there were more than @len
 *
 * For names of files, and others that are no secret: a dump shows them. Nothing but
 * printable ASCII comes out.
 */
void syscall_trace_print_path(struct syscall_trace_fmt *fmt, const u8 *str,
			      size_t len, bool truncated)
{
	struct trace_seq *s = fmt->s;
	size_t i, plain, room;

	trace_seq_putc(s, '"');
	for (i = 0; i < len; i += plain) {
		room = syscall_trace_room(fmt);
		if (!room) {
			truncated = true;
			break;
		}
		for (plain = 0; plain < min(room, len - i) && is_plain(str[i + plain]);)
			plain++;
		if (plain) {
			trace_seq_putmem(s, str + i, plain);
		} else {
			print_escape(s, str[i], i + 1 < len ? str[i + 1] : 0);
			plain = 1;
		}
	}
	trace_seq_putc(s, '"');
	if (truncated)
		trace_seq_puts(s, "...");
}

/**
 * syscall_trace_print_string - print contents as a C string literal
 * @fmt: the call
 * @str: the bytes, not trusted
 * @len: how many
 * @truncated: there were more than @len
 *
 * For all bytes and all text but what syscall_trace_print_path() is for.
 */
void syscall_trace_print_string(struct syscall_trace_fmt *fmt, const u8 *str,
				size_t len, bool truncated)
{
	if (!len || !syscall_trace_hide(fmt))
		syscall_trace_print_path(fmt, str, len, truncated);
}

/**
 * syscall_trace_print_ints - print bytes as a list of integers
 * @fmt: the call
 * @data: the bytes
 * @len: how many
 * @is_signed: whether the integers have a sign
 */
void syscall_trace_print_ints(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			      bool is_signed)
{
	size_t i, nr = len / sizeof(u32);
	u32 val;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr; i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		if (i == SYSCALL_TRACE_ELEMENTS_MAX || syscall_trace_full(fmt)) {
			trace_seq_puts(fmt->s, "...");
			break;
		}
		memcpy(&val, data + i * sizeof(val), sizeof(val));
		trace_seq_printf(fmt->s, is_signed ? "%d" : "%u", val);
	}
	trace_seq_putc(fmt->s, ']');
}

/* ---------------------------------- sets --------------------------------- */

static u64 set_value(const struct syscall_trace_set *set, u64 val)
{
	return set->size == sizeof(u32) ? (u32)val : val;
}

static void print_unknown(struct trace_seq *s,
			  const struct syscall_trace_set *set, u64 val)
{
	if (!set->unknown)
		trace_seq_printf(s, "%lld", set->size == sizeof(s32) ? (s32)val : (s64)val);
	else
		trace_seq_printf(s, val ? "0x%llx /* %s??? */" : "%llu /* %s??? */",
				 val, set->unknown);
}

/**
 * syscall_trace_find_const - find the constant of a set that has a value
 * @set: the set
 * @val: the value
 *
 * Return: the first one, or NULL.
 */
const struct syscall_trace_const *
syscall_trace_find_const(const struct syscall_trace_set *set, u64 val)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].value == val)
			return &set->consts[i];
	}

	return NULL;
}

/* Where the line must end, what has not been told by name is in the number. */
static void print_flags(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c;
	struct trace_seq *s = fmt->s;
	const char *sep = "";
	u64 done = 0;
	unsigned int i;

	if (!val) {
		c = syscall_trace_find_const(set, 0);
		trace_seq_puts(s, c ? c->name : "0");
		return;
	}

	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		/* A bit that one name accounts for is not told twice. */
		if (!c->mask || (c->mask & done) || (val & c->mask) != c->value)
			continue;
		if (syscall_trace_full(fmt))
			break;
		trace_seq_puts(s, sep);
		trace_seq_puts(s, c->name);
		done |= c->mask;
		sep = "|";
	}

	val &= ~done;
	if (!val)
		return;
	if (*sep || syscall_trace_full(fmt))
		trace_seq_printf(s, "%s0x%llx", sep, val);
	else
		print_unknown(s, set, val);
}

/**
 * syscall_trace_print_set - print a value by the names of its constants
 * @fmt: the call
 * @set: the constants
 * @val: the value; bits above the set's size are ignored
 *
 * Bits and values without a name stay visible in hex.
 */
void syscall_trace_print_set(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c;

	val = set_value(set, val);
	if (set->flags) {
		print_flags(fmt, set, val);
		return;
	}

	c = syscall_trace_find_const(set, val);
	if (c)
		trace_seq_puts(fmt->s, c->name);
	else
		print_unknown(fmt->s, set, val);
}

/* Does @val contain one of the constants of @set? */
bool syscall_trace_has_const(const struct syscall_trace_set *set, u64 val)
{
	unsigned int i;

	val = set_value(set, val);
	for (i = 0; i < set->nr; i++) {
		if ((val & set->consts[i].mask) == set->consts[i].value)
			return true;
	}

	return false;
}

/* ------------------------------- structures ------------------------------ */

/* Read an integer of a structure; the caller knows that it is there. */
static u64 read_integer(const u8 *data, unsigned int size, bool is_signed)
{
	u64 val = 0;

	if (!size || size > sizeof(val))
		return 0;
	memcpy(&val, data, size);

	return syscall_trace_extend(val, size, is_signed);
}

/* Print an array within a structure; all of it is there. */
static void print_elements(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_field *field,
			   unsigned int layout, const u8 *data)
{
	size_t size = field->size[layout];
	unsigned int i;

	if (field->type->sort == SYSCALL_TRACE_DATA) {
		/* The name of something. One that has no end lost it. */
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
		if (field->type->sort == SYSCALL_TRACE_STRUCT)
			syscall_trace_print_struct(fmt, field->type, data, size);
		else
			syscall_trace_print_scalar(fmt, field->type,
						   read_integer(data, size, field->is_signed));
	}
	trace_seq_putc(fmt->s, ']');
}

static size_t field_end(const struct syscall_trace_field *field, unsigned int layout)
{
	return field->offset[layout] + (size_t)field->size[layout] * (field->nr ?: 1);
}

static void print_field(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_field *field,
			unsigned int layout, const u8 *data)
{
	size_t size = field->size[layout];

	trace_seq_puts(fmt->s, field->name);
	trace_seq_putc(fmt->s, '=');
	data += field->offset[layout];
	if (field->nr)
		print_elements(fmt, field, layout, data);
	else if (field->type->sort == SYSCALL_TRACE_STRUCT)
		syscall_trace_print_struct(fmt, field->type, data, size);
	else
		syscall_trace_print_scalar(fmt, field->type,
					   read_integer(data, size, field->is_signed));
}

/* Is there nothing but zeroes? */
bool syscall_trace_is_zero(const u8 *data, size_t len)
{
	while (len && !*data) {
		data++;
		len--;
	}

	return !len;
}

/**
 * syscall_trace_is_unused - tell whether a member is reserved and zero, so not shown
 * @field: the member
 * @layout: the structure's layout
 * @data: the structure
 * @len: bytes of it that are there
 *
 * Return: whether it is, and is there.
 */
bool syscall_trace_is_unused(const struct syscall_trace_field *field, unsigned int layout,
			     const u8 *data, size_t len)
{
	return syscall_trace_integer_printer(field->type) == syscall_kind_reserved &&
	       field_end(field, layout) <= len &&
	       syscall_trace_is_zero(data + field->offset[layout],
				     field_end(field, layout) - field->offset[layout]);
}

/**
 * syscall_trace_print_hex - print bytes as a C string literal of nothing but escapes
 * @fmt: the call
 * @data: the bytes
 * @len: how many
 * @truncated: there were more than @len
 */
void syscall_trace_print_hex(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			     bool truncated)
{
	size_t i;

	if (len && syscall_trace_hide(fmt))
		return;
	trace_seq_putc(fmt->s, '"');
	for (i = 0; i < len && !syscall_trace_full(fmt); i++)
		trace_seq_printf(fmt->s, "\\x%02x", data[i]);
	trace_seq_puts(fmt->s, i < len || truncated ? "\"..." : "\"");
}

/**
 * syscall_trace_print_rest - print what is behind the known part of a structure
 * @fmt: the call
 * @type: the structure's type
 * @data: the structure, which is what the current blob holds
 * @len: bytes of it that are there
 *
 * Zeroes are what those pass who do not know of more members either.
 */
void syscall_trace_print_rest(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type,
			      const u8 *data, size_t len)
{
	size_t known = type->size[syscall_trace_layout(type, fmt->abi)], all = len;

	if (len <= known || syscall_trace_is_zero(data + known, len - known))
		return;
	if (fmt->blob->status == SYSCALL_TRACE_TRUNCATED && fmt->blob->count > len)
		all = min_t(size_t, fmt->blob->count, PAGE_BYTES);
	trace_seq_printf(fmt->s, ", /* bytes %zu..%zu */ ", known, all - 1);
	syscall_trace_print_hex(fmt, data + known,
				min_t(size_t, len - known, SYSCALL_TRACE_REST_MAX),
				all - known > SYSCALL_TRACE_REST_MAX);
}

/**
 * syscall_trace_print_struct - print a structure
 * @fmt: the call
 * @type: its type
 * @data: the bytes of it that are there, not trusted
 * @len: how many
 *
 * Ends with dots where there is less than the type says.
 */
void syscall_trace_print_struct(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				const u8 *data, size_t len)
{
	syscall_trace_print_structure *print = syscall_trace_struct_printer(type);
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	bool dots = type->abbreviated;
	const char *sep = "";
	unsigned int i;

	if (print) {
		print(fmt, type, data, len);
		return;
	}

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];

		if (!field->name)
			continue;
		if (field_end(field, layout) > len || syscall_trace_full(fmt)) {
			dots = true;
			break;
		}
		if (syscall_trace_is_unused(field, layout, data, len))
			continue;
		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		print_field(fmt, field, layout, data);
	}
	if (dots)
		trace_seq_printf(fmt->s, "%s...", sep);
	if (type->count_by == SYSCALL_TRACE_BYTES && type->size[layout])
		syscall_trace_print_rest(fmt, type, data, len);
	trace_seq_putc(fmt->s, '}');
}

/**
 * syscall_trace_find_field - find a member of a structure
 * @type: the structure's type
 * @name: the member
 *
 * Return: the member, or NULL if there is none of that name that is shown.
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
 * syscall_trace_field - read an integer member of a structure
 * @fmt: the call
 * @type: the structure's type
 * @name: the member
 * @data: the structure
 * @len: bytes of it that are there
 * @val: the result
 *
 * Return: whether the structure has the member, and it is there.
 */
bool syscall_trace_field(const struct syscall_trace_fmt *fmt,
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

/**
 * syscall_trace_print_field - print a member of a structure, with its name
 * @fmt: the call
 * @type: the structure's type
 * @name: the member
 * @data: the structure
 * @len: bytes of it that are there
 *
 * For printers that print some members only. Dots if it is not there.
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

/* -------------------------------- arguments ------------------------------ */

/**
 * syscall_trace_print_array - print several structures, or integers, in a row
 * @fmt: the call
 * @type: the array's type, or that of each structure
 * @addr: where they are in user space
 * @blob: those that were captured
 */
void syscall_trace_print_array(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, u64 addr,
			       const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_type *element = type->element ?: type;
	size_t size = type->size[syscall_trace_layout(type, fmt->abi)];
	bool is_struct = element->sort != SYSCALL_TRACE_SCALAR;
	unsigned int i, nr = size ? blob->len / size : 0;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && !syscall_trace_full(fmt); i++) {
		const u8 *data = blob->data + i * size;

		if (i)
			trace_seq_puts(fmt->s, ", ");
		if (is_struct)
			syscall_trace_print_struct(fmt, element, data, size);
		else
			syscall_trace_print_scalar(fmt, element,
						   read_integer(data, size, element->is_signed));
	}
	if (blob->status == SYSCALL_TRACE_FAULTED)
		syscall_trace_print_more(fmt, blob, addr + i * size);
	else if (blob->status == SYSCALL_TRACE_TRUNCATED || i < nr)
		trace_seq_puts(fmt->s, i ? ", ..." : "...");
	trace_seq_putc(fmt->s, ']');
}

/* Is what was captured of an argument worth more than the address? */
static bool is_printable(const struct syscall_trace_fmt *fmt,
			 const struct syscall_trace_arg *desc,
			 const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_type *type = desc->type;

	if (blob->status >= SYSCALL_TRACE_NULL)
		return false;
	if (type->sort == SYSCALL_TRACE_STRUCT && type->count_by == SYSCALL_TRACE_BYTES &&
	    blob->len < type->least)
		return false;
	if (blob->status != SYSCALL_TRACE_FAULTED)
		return true;

	/* Only of a list of some length, what is there may be of use by itself. */
	switch (type->sort) {
	case SYSCALL_TRACE_DATA:
		/* Messages, which are more than text. */
		return blob->sort == SYSCALL_TRACE_NESTED;
	case SYSCALL_TRACE_ARRAY:
	case SYSCALL_TRACE_STRUCT:
		if (type->count_by == SYSCALL_TRACE_BYTES)
			return type->least;
		return desc->len_by != SYSCALL_TRACE_LEN_NONE &&
		       desc->len_by != SYSCALL_TRACE_LEN_CONST &&
		       blob->len >= type->size[syscall_trace_layout(type, fmt->abi)] &&
		       blob->len;
	}

	return false;
}

/**
 * syscall_trace_print_blob - print what an argument leads to
 * @fmt: the call
 * @arg: index of the argument
 * @blob: what was captured of it, or NULL
 *
 * What could not be captured shows as the pointer that was passed, as does
 * everything while capturing is off.
 */
void syscall_trace_print_blob(struct syscall_trace_fmt *fmt, unsigned int arg,
			      const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	const struct syscall_trace_type *type = desc->type;
	unsigned int len;
	bool truncated;

	if (!blob || !is_printable(fmt, desc, blob)) {
		syscall_trace_print_missing(fmt, syscall_trace_arg(fmt, arg), blob);
		return;
	}

	fmt->blob = blob;
	len = blob->len;
	truncated = blob->status == SYSCALL_TRACE_TRUNCATED;
	switch (type->sort) {
	case SYSCALL_TRACE_STRING:
		/* So far as the kernel looks, it does not end. */
		if (desc->len_by == SYSCALL_TRACE_LEN_CONST && len >= desc->len) {
			len = desc->len;
			truncated = true;
		}
		if (type->count_by == SYSCALL_TRACE_BYTES)
			syscall_trace_print_string(fmt, blob->data, len, truncated);
		else
			syscall_trace_print_path(fmt, blob->data, len, truncated);
		break;
	case SYSCALL_TRACE_DATA:
		/* A printer says itself whether there is more. */
		if (syscall_trace_struct_printer(type))
			syscall_trace_struct_printer(type)(fmt, type, blob->data, len);
		else
			syscall_trace_print_string(fmt, blob->data, len, truncated);
		break;
	case SYSCALL_TRACE_ARRAY:
		syscall_trace_print_array(fmt, type, syscall_trace_arg(fmt, arg), blob);
		break;
	case SYSCALL_TRACE_STRUCT:
		if (desc->len_by != SYSCALL_TRACE_LEN_NONE &&
		    type->count_by == SYSCALL_TRACE_ELEMENTS)
			syscall_trace_print_array(fmt, type, syscall_trace_arg(fmt, arg), blob);
		else
			syscall_trace_print_struct(fmt, type, blob->data, blob->len);
		break;
	default:
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	}
}

static bool same_bytes(const struct syscall_trace_blob *a,
		       const struct syscall_trace_blob *b)
{
	return a->len == b->len && !memcmp(a->data, b->data, a->len);
}

/* Print an argument of which nothing was copied for a reason that is to be told. */
static bool print_uncopied(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	unsigned int dir = desc->dir & SYSCALL_TRACE_IN ? SYSCALL_TRACE_IN : SYSCALL_TRACE_OUT;
	const struct syscall_trace_blob *blob;
	u64 addr = syscall_trace_arg(fmt, arg);

	if (desc->type->sort == SYSCALL_TRACE_UNKNOWN || !desc->dir || !addr)
		return false;
	if (fmt->uncopied) {
		syscall_trace_print_pointer(fmt, addr);
		trace_seq_puts(fmt->s, " /* not copied */");
		return true;
	}
	if (desc->type->sort != SYSCALL_TRACE_NESTED)
		return false;

	blob = syscall_trace_find_blob(fmt, arg, dir, 0);
	if (!blob || blob->len || !(blob->sort & SYSCALL_TRACE_ABSENT))
		return false;
	syscall_trace_print_missing(fmt, addr, blob);

	return true;
}

/**
 * syscall_trace_print_arg - print an argument
 * @fmt: the call
 * @arg: its index
 *
 * One that the kernel reads and writes is printed twice if it has changed.
 */
void syscall_trace_print_arg(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	const struct syscall_trace_type *type = desc->type;
	syscall_trace_print_nested *nested = syscall_trace_nested_printer(type);
	const struct syscall_trace_blob *in = NULL, *out = NULL;

	if (type->sort == SYSCALL_TRACE_SCALAR) {
		syscall_trace_print_scalar(fmt, type, syscall_trace_arg(fmt, arg));
		return;
	}
	if (print_uncopied(fmt, arg))
		return;
	if (nested) {
		nested(fmt, arg);
		return;
	}

	if (desc->dir & SYSCALL_TRACE_IN)
		in = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if ((desc->dir & SYSCALL_TRACE_OUT) && !(desc->dir & SYSCALL_TRACE_EARLY))
		out = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);

	syscall_trace_print_blob(fmt, arg, in ?: out);
	if (in && out && out->status != SYSCALL_TRACE_NULL && !same_bytes(in, out)) {
		trace_seq_puts(fmt->s, " => ");
		syscall_trace_print_blob(fmt, arg, out);
	}
}
