// SPDX-License-Identifier: GPL-2.0
/*
 * Formats and the binary arguments for them: is a format fit for its arguments, and what is
 * their text? printk()'s rules apply, but for what is said in Documentation/trace/ktrace.rst.
 */
#include "format.h"

#ifdef __KERNEL__
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>
#else
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#endif

/* A width or precision that the format does not have, and one that is an argument. */
#define SPEC_NONE	-1
#define SPEC_STAR	-2

/* printk() knows no larger precision. */
#define SPEC_MAX	32767

/* More than that, nobody wants of a number; strings may be wider. */
#define NUMBER_MAX	255

/* A conversion, from '%' on. */
struct spec {
	char	flags[8];
	int	width;
	int	precision;
	char	qualifier;	/* 'H' is hh, 'L' is ll */
	char	conversion;
	char	extension;	/* of %p */
};

/* Digits, or '*'. */
static const char *parse_number(const char *format, int *number)
{
	if (*format == '*') {
		*number = SPEC_STAR;
		return format + 1;
	}
	for (; isdigit(*format); format++) {
		*number = (*number < 0 ? 0 : *number) * 10 + *format - '0';
		if (*number > SPEC_MAX)
			*number = SPEC_MAX;
	}

	return format;
}

/* @format is behind a '%'. Returns what is behind the conversion. */
static const char *parse_spec(const char *format, struct spec *spec)
{
	size_t flags = 0;

	*spec = (struct spec) { .width = SPEC_NONE, .precision = SPEC_NONE };
	for (; *format && strchr("-+ #0", *format); format++) {
		if (!strchr(spec->flags, *format) && flags < sizeof(spec->flags) - 1)
			spec->flags[flags++] = *format;
	}
	format = parse_number(format, &spec->width);
	if (*format == '.') {
		spec->precision = 0;
		format = parse_number(format + 1, &spec->precision);
	}
	if (*format && strchr("hlLqzt", *format)) {
		spec->qualifier = *format == 'q' ? 'L' : *format;
		format++;
		if (format[-1] == *format && (*format == 'h' || *format == 'l')) {
			spec->qualifier = *format == 'h' ? 'H' : 'L';
			format++;
		}
	}
	spec->conversion = *format;
	if (*format)
		format++;
	if (spec->conversion == 'p' && isalnum(*format))
		spec->extension = *format++;

	return format;
}

static bool is_number(u8 kind)
{
	return !(kind & (KTRACE_KIND_PTR | KTRACE_KIND_STR));
}

/* What is wrong with an argument for this conversion, or NULL. */
static const char *check_conversion(const struct spec *spec, u8 kind)
{
	switch (spec->conversion) {
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		return is_number(kind) ? NULL : "a number is printed that is none";
	case 'c':
		if (spec->qualifier)
			return "there are no wide characters";
		return is_number(kind) ? NULL : "a character is printed that is none";
	case 's':
		if (spec->qualifier)
			return "there are no wide strings";
		return kind & KTRACE_KIND_STR ? NULL : "%s takes a char *: cast it";
	case 'p':
		if (spec->extension && spec->extension != 'x')
			return "of %p, only %p and %px can be stored";
		return kind & KTRACE_KIND_PTR ? NULL :
			"%p would store what a char * points to: cast it to void *";
	case '\0':
		return "it ends in a conversion";
	default:
		return "it has a conversion that printk() does not know";
	}
}

/**
 * ktrace_check_args - is a format fit for its arguments?
 * @format: the format
 * @kinds: what its arguments are
 * @nr: how many they are
 * @stars: gets bits of the strings whose precision is the argument before
 * @limits: gets how many bytes of each string the format can show
 *
 * For what gcc does not see: it takes %pS for %p, and a char * as fit for both %s and %p.
 *
 * Return: NULL, or what is wrong.
 */
const char *ktrace_check_args(const char *format, const u8 *kinds, unsigned int nr,
			      u16 *stars, u16 *limits)
{
	const char *problem;
	unsigned int arg = 0, i;
	struct spec spec;

	*stars = 0;
	while ((format = strchr(format, '%'))) {
		format = parse_spec(format + 1, &spec);
		if (spec.conversion == '%')
			continue;
		for (i = (spec.width == SPEC_STAR) + (spec.precision == SPEC_STAR); i; i--, arg++) {
			if (arg >= nr || !is_number(kinds[arg]))
				return "a '*' is not a number";
		}
		if (arg >= nr)
			return "it has more conversions than arguments";
		problem = check_conversion(&spec, kinds[arg]);
		if (problem)
			return problem;
		if (spec.precision == SPEC_STAR)
			*stars |= 1U << arg;
		limits[arg++] = spec.precision >= 0 ? spec.precision : (u16)~0;
	}

	return arg < nr ? "it has fewer conversions than arguments" : NULL;
}

/* The arguments of a record. */
struct args {
	const u8	*data;
	const u8	*end;
	const u8	*kind;
	const u8	*last;
};

/* Nothing is aligned. All is in the byte order of the machine. */
static bool take(struct args *args, void *to, size_t size)
{
	if ((size_t)(args->end - args->data) < size)
		return false;
	memcpy(to, args->data, size);
	args->data += size;

	return true;
}

static bool take_number(struct args *args, u64 *number)
{
	unsigned int size;
	bool is_signed;
	union {
		u8 u8;
		u16 u16;
		u32 u32;
		u64 u64;
	} value;

	if (args->kind == args->last || *args->kind & KTRACE_KIND_STR)
		return false;
	size = *args->kind & KTRACE_KIND_SIZE;
	is_signed = *args->kind++ & KTRACE_KIND_SIGNED;
	if (size > sizeof(value) || !take(args, &value, size))
		return false;
	switch (size) {
	case 1:
		*number = is_signed ? (u64)(s8)value.u8 : value.u8;
		return true;
	case 2:
		*number = is_signed ? (u64)(s16)value.u16 : value.u16;
		return true;
	case 4:
		*number = is_signed ? (u64)(s32)value.u32 : value.u32;
		return true;
	case 8:
		*number = value.u64;
		return true;
	default:
		return false;
	}
}

static void put_many(struct ktrace_out *out, char c, int times)
{
	while (times-- > 0)
		out->put(out, &c, 1);
}

/* Whatever is in a string, it cannot control a terminal, and stays on its line. */
static void put_escaped(struct ktrace_out *out, const u8 *text, size_t length)
{
	char octal[5];
	size_t plain;

	while (length) {
		for (plain = 0; plain < length; plain++) {
			if (text[plain] < ' ' || text[plain] > '~')
				break;
		}
		out->put(out, (const char *)text, plain);
		text += plain;
		length -= plain;
		if (!length)
			break;
		snprintf(octal, sizeof(octal), "\\%03o", *text);
		out->put(out, octal, 4);
		text++;
		length--;
	}
}

static void put_padded(struct ktrace_out *out, const struct spec *spec, const u8 *text,
		       size_t length, bool cut)
{
	int pad = spec->width > (int)length ? spec->width - (int)length : 0;
	bool left = strchr(spec->flags, '-');

	if (!left)
		put_many(out, ' ', pad);
	put_escaped(out, text, length);
	if (cut)
		out->put(out, "...", 3);
	if (left)
		put_many(out, ' ', pad);
}

static bool put_string(struct ktrace_out *out, const struct spec *spec, struct args *args)
{
	const u8 *text = args->data + sizeof(u16);
	bool cut = false, whole = true;
	size_t length, room;
	u16 head;

	if (args->kind == args->last || !(*args->kind++ & KTRACE_KIND_STR) ||
	    !take(args, &head, sizeof(head)))
		return false;
	if (head >= KTRACE_STR_BAD) {
		text = (const u8 *)(head == KTRACE_STR_NULL ? "(null)" : "(efault)");
		length = head == KTRACE_STR_NULL ? 6 : 8;
	} else {
		length = head & KTRACE_STR_LEN;
		cut = head & KTRACE_STR_CUT;
		room = args->end - args->data;
		if (length > room) {
			length = room;
			whole = false;
		}
		args->data += length;
	}
	if (spec->precision >= 0 && (size_t)spec->precision < length) {
		length = spec->precision;
		cut = false;
	}
	put_padded(out, spec, text, length, cut);

	return whole;
}

/* Bytes of what va_arg() would take. */
static int size_of_number(const struct spec *spec, int long_size)
{
	switch (spec->qualifier) {
	case 'H':
		return 1;
	case 'h':
		return 2;
	case 'L':
		return 8;
	case 'l':
	case 'z':
	case 't':
		return long_size;
	default:
		return 4;
	}
}

static bool put_number(struct ktrace_out *out, const struct spec *spec, struct args *args)
{
	int unused = 64 - 8 * size_of_number(spec, out->long_size);
	char format[sizeof(spec->flags) + 16], text[2 * NUMBER_MAX];
	int precision = spec->precision < NUMBER_MAX ? spec->precision : NUMBER_MAX;
	int width = spec->width < NUMBER_MAX ? spec->width : NUMBER_MAX;
	bool is_signed = spec->conversion == 'd' || spec->conversion == 'i';
	u64 number;

	if (!take_number(args, &number))
		return false;
	number <<= unused;
	number = is_signed ? (u64)((s64)number >> unused) : number >> unused;
	if (precision >= 0)
		snprintf(format, sizeof(format), "%%%s*.*ll%c", spec->flags, spec->conversion);
	else
		snprintf(format, sizeof(format), "%%%s*ll%c", spec->flags, spec->conversion);
	if (width < 0)
		width = 0;
	if (precision >= 0)
		ktrace_snprintf(text, sizeof(text), format, width, precision, number);
	else
		ktrace_snprintf(text, sizeof(text), format, width, number);
	out->put(out, text, strlen(text));

	return true;
}

static bool put_pointer(struct ktrace_out *out, const struct spec *spec, struct args *args)
{
	char text[32];
	u64 number;

	if (!take_number(args, &number))
		return false;
	ktrace_print_pointer(text, sizeof(text), number, out->long_size);
	put_padded(out, spec, (const u8 *)text, strlen(text), false);

	return true;
}

static bool put_char(struct ktrace_out *out, const struct spec *spec, struct args *args)
{
	u64 number;
	u8 c;

	if (!take_number(args, &number))
		return false;
	c = number;
	put_padded(out, spec, &c, 1, false);

	return true;
}

/* Put what a '*' stands for in its place. */
static bool take_star(struct args *args, int *number)
{
	u64 value;

	if (*number != SPEC_STAR)
		return true;
	if (!take_number(args, &value))
		return false;
	*number = (s32)value;
	if (*number > SPEC_MAX)
		*number = SPEC_MAX;
	if (*number < -SPEC_MAX)
		*number = -SPEC_MAX;

	return true;
}

static bool put_conversion(struct ktrace_out *out, struct spec *spec, struct args *args)
{
	bool precision_is_star = spec->precision == SPEC_STAR;

	if (!take_star(args, &spec->width) || !take_star(args, &spec->precision))
		return false;
	/* A negative width is a flag; printk() takes a negative precision for 0. */
	if (precision_is_star && spec->precision < 0)
		spec->precision = 0;
	if (spec->width < SPEC_NONE) {
		spec->width = -spec->width;
		if (!strchr(spec->flags, '-'))
			spec->flags[strlen(spec->flags)] = '-';
	}
	switch (spec->conversion) {
	case 's':
		return put_string(out, spec, args);
	case 'c':
		return put_char(out, spec, args);
	case 'p':
		return put_pointer(out, spec, args);
	default:
		return put_number(out, spec, args);
	}
}

/**
 * ktrace_print - the text of a record
 * @out: gets it
 * @format: the format, which ktrace_check_args() has found good
 * @kinds: what its arguments are
 * @nr: how many they are
 * @data: the arguments
 * @size: their bytes. If some are missing, the text ends in "..." there.
 *
 * A newline at the end of the format is left out. Of strings and characters, all that is not
 * printable ASCII becomes an octal escape. Any context.
 */
void ktrace_print(struct ktrace_out *out, const char *format, const u8 *kinds, unsigned int nr,
		  const void *data, size_t size)
{
	struct args args = {
		.data = data, .end = (const u8 *)data + size, .kind = kinds, .last = kinds + nr,
	};
	struct spec spec;
	size_t plain;

	while (*format) {
		plain = strcspn(format, "%");
		if (plain) {
			if (!format[plain] && format[plain - 1] == '\n')
				out->put(out, format, plain - 1);
			else
				out->put(out, format, plain);
			format += plain;
			continue;
		}
		format = parse_spec(format + 1, &spec);
		if (spec.conversion == '%') {
			out->put(out, "%", 1);
		} else if (!put_conversion(out, &spec, &args)) {
			out->put(out, "...", 3);
			return;
		}
	}
}
