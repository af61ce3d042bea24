// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints pointers, strings and bytes in printable ASCII. Called by all
 * printers.
 */
#include "format.h"
#include "printers.h"

void syscall_trace_print_pointer(struct syscall_trace_fmt *fmt, u64 val)
{
	if (val)
		syscall_trace_print_in_hex(fmt, val);
	else
		trace_seq_puts(fmt->s, "NULL");
}

/**
 * syscall_trace_comma - print a comma unless the last character is an opening bracket
 * @fmt: the call
 */
void syscall_trace_comma(struct syscall_trace_fmt *fmt)
{
	size_t used = trace_seq_used(fmt->s);
	char last = used ? fmt->s->buffer[used - 1] : 0;

	if (last != '[' && last != '{')
		trace_seq_puts(fmt->s, ", ");
}

static bool is_absent(const struct syscall_trace_blob *blob)
{
	return blob->status == SYSCALL_TRACE_BLOB_FAULTED &&
	       blob->absent;
}

/**
 * syscall_trace_print_fault - print, as a comment, where readable memory ends
 * @fmt: the call
 * @blob: the copy, which ends there
 * @addr: the first address that could not be read
 */
void syscall_trace_print_fault(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_blob *blob, u64 addr)
{
	trace_seq_printf(fmt->s, is_absent(blob) ? " /* 0x%llx not resident */" :
						   " /* 0x%llx */", addr);
}

/* Print dots for the unreadable rest of a list, and where it begins. */
void syscall_trace_print_list_fault(struct syscall_trace_fmt *fmt,
				    const struct syscall_trace_blob *blob, u64 addr)
{
	trace_seq_puts(fmt->s, ", ...");
	syscall_trace_print_fault(fmt, blob, addr);
}

/**
 * syscall_trace_end_list - end a list, with dots for elements that are missing
 * @fmt: the call
 * @blob: the copy of the list
 * @shown: how many of its elements were printed
 * @size: bytes of an element; 0: there are none
 * @addr: address of the first one in user space
 */
void syscall_trace_end_list(struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_blob *blob, unsigned int shown,
			    size_t size, u64 addr)
{
	size_t nr = size ? blob->len / size : 0;

	if (blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_list_fault(fmt, blob, addr + nr * size);
	else if (blob->status == SYSCALL_TRACE_BLOB_TRUNCATED || shown < nr)
		trace_seq_puts(fmt->s, shown ? ", ..." : "...");
	trace_seq_putc(fmt->s, ']');
}

/**
 * syscall_trace_print_missing - print an address in place of a copy
 * @fmt: the call
 * @addr: the address
 * @blob: the copy that is of no use, or NULL
 *
 * A comment says if the memory was not resident: the tracer does not wait for it.
 */
void syscall_trace_print_missing(struct syscall_trace_fmt *fmt, u64 addr,
				 const struct syscall_trace_blob *blob)
{
	syscall_trace_print_pointer(fmt, addr);
	if (addr && blob && is_absent(blob))
		trace_seq_puts(fmt->s, " /* not resident */");
}

/* Print the address of the current blob, for printers that give up. */
void syscall_trace_print_address(struct syscall_trace_fmt *fmt)
{
	syscall_trace_print_pointer(fmt, fmt->addr);
}

static bool is_plain(u8 c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
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

/* The longest form of a byte. */
#define ESCAPE_MAX	4

/*
 * Write a byte to @to, or its escape; return where that ends. An octal escape has 3 digits if
 * @next, the byte behind it, is a digit, else as few as will do.
 */
static u8 *escape(u8 *to, u8 c, u8 next)
{
	bool all = next >= '0' && next <= '7';
	char letter;

	if (is_plain(c)) {
		*to++ = c;
		return to;
	}
	*to++ = '\\';
	letter = escape_letter(c);
	if (letter) {
		*to++ = letter;
		return to;
	}
	if (all || c >= 010) {
		if (all || c >= 0100)
			*to++ = '0' + (c >> 6);
		*to++ = '0' + (c >> 3 & 7);
	}
	*to++ = '0' + (c & 7);

	return to;
}

/* Print a C string literal of hexadecimal escapes. */
static void print_in_hex(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			 bool truncated)
{
	static const char digits[] = "0123456789abcdef";
	char text[] = { '\\', 'x', 0, 0 };
	size_t i;

	trace_seq_putc(fmt->s, '"');
	for (i = 0; i < len && !syscall_trace_full(fmt); i++) {
		text[2] = digits[data[i] >> 4];
		text[3] = digits[data[i] & 0xf];
		trace_seq_putmem(fmt->s, text, sizeof(text));
	}
	trace_seq_puts(fmt->s, i < len || truncated ? "\"..." : "\"");
}

/* Is text to be printed in hex, because that is so for all, or because it is no ASCII text? */
static bool wants_hex(const struct syscall_trace_fmt *fmt, const u8 *str, size_t len)
{
	size_t i;

	if (fmt->flags & SYSCALL_TRACE_SHOW_HEX)
		return true;
	if (!(fmt->flags & SYSCALL_TRACE_SHOW_BINARY_HEX))
		return false;
	for (i = 0; i < len; i++) {
		if (!is_plain(str[i]) && !escape_letter(str[i]))
			return true;
	}

	return false;
}

/**
 * syscall_trace_print_path - print a name as a C string literal
 * @fmt: the call
 * @str: its bytes, not trusted
 * @len: how many
 * @truncated: there were more than @len
 *
 * For names of files, and other text that is no secret: a dump shows it. Nothing but
 * printable ASCII comes out.
 */
void syscall_trace_print_path(struct syscall_trace_fmt *fmt, const u8 *str,
			      size_t len, bool truncated)
{
	struct trace_seq *s = fmt->s;
	size_t i = 0;
	/* The line gets the text in pieces: to add bytes one by one takes much longer. */
	u8 text[64];

	if (wants_hex(fmt, str, len)) {
		print_in_hex(fmt, str, len, truncated);
		return;
	}
	trace_seq_putc(s, '"');
	while (i < len && !syscall_trace_full(fmt)) {
		u8 *end = text + min(sizeof(text) - ESCAPE_MAX, syscall_trace_room(fmt));
		u8 *to = text;

		for (; i < len && to < end; i++)
			to = escape(to, str[i], i + 1 < len ? str[i + 1] : 0);
		trace_seq_putmem(s, text, to - text);
	}
	truncated |= i < len;
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
 * For all text that may be secret: a dump hides it.
 */
void syscall_trace_print_string(struct syscall_trace_fmt *fmt, const u8 *str,
				size_t len, bool truncated)
{
	if (!len || !syscall_trace_hide(fmt))
		syscall_trace_print_path(fmt, str, len, truncated);
}

/**
 * syscall_trace_print_hex - print contents as a C string literal of hexadecimal escapes
 * @fmt: the call
 * @data: the bytes
 * @len: how many
 * @truncated: there were more than @len
 */
void syscall_trace_print_hex(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			     bool truncated)
{
	if (!len || !syscall_trace_hide(fmt))
		print_in_hex(fmt, data, len, truncated);
}

/* Bytes that are no text. */
SYSCALL_STRUCT(xbytes)
{
	syscall_trace_print_hex(fmt, data, len,
				fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}
