// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints integers by the printer of their kind or as decimal numbers, and
 * the names of constants. Called by all printers.
 */
#include "format.h"
#include "printers.h"

static u64 set_value(const struct syscall_trace_set *set, u64 val)
{
	return set->size == sizeof(u32) ? (u32)val : val;
}

static void print_unknown(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_set *set, u64 val)
{
	if (!set->unknown) {
		syscall_trace_print_signed(fmt, set->size == sizeof(s32) ? (s32)val : (s64)val);
		return;
	}
	syscall_trace_print_in_hex(fmt, val);
	trace_seq_printf(fmt->s, " /* %s??? */", set->unknown);
}

/* Find the first constant with a value, or NULL. */
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

/* Print the name of the constant with a value; return false if there is none. */
bool syscall_trace_print_const(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(set, val);

	if (c)
		trace_seq_puts(fmt->s, c->name);

	return c;
}

/* If the line is full, the number has the flags that were not printed by name. */
static void print_flags(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_set *set, u64 val)
{
	const struct syscall_trace_const *c;
	struct trace_seq *s = fmt->s;
	const char *sep = "";
	u64 done = 0;
	unsigned int i;

	if (!val) {
		if (!syscall_trace_print_const(fmt, set, 0))
			trace_seq_putc(s, '0');
		return;
	}

	for (i = 0; i < set->nr; i++) {
		c = &set->consts[i];
		/* Each bit is printed once, by the first name that has it. */
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
	if (*sep || syscall_trace_full(fmt)) {
		trace_seq_puts(s, sep);
		syscall_trace_print_in_hex(fmt, val);
	} else {
		print_unknown(fmt, set, val);
	}
}

static void print_names(struct syscall_trace_fmt *fmt, const struct syscall_trace_set *set,
			u64 val)
{
	if (set->flags)
		print_flags(fmt, set, val);
	else if (!syscall_trace_print_const(fmt, set, val))
		print_unknown(fmt, set, val);
}

static bool has_name(const struct syscall_trace_set *set, u64 val)
{
	return set->flags && val ? syscall_trace_has_const(set, val) :
				   !!syscall_trace_find_const(set, val);
}

/* Flags and small numbers in hex, and numbers like AT_FDCWD with their sign. */
static void print_number(struct syscall_trace_fmt *fmt, const struct syscall_trace_set *set,
			 u64 val)
{
	s64 number = set->size == sizeof(s32) ? (s32)val : (s64)val;

	if (!set->flags && number < 0 && number > -4096)
		syscall_trace_print_signed(fmt, number);
	else
		syscall_trace_print_in_hex(fmt, val);
}

/**
 * syscall_trace_print_set - print a value by the names of its constants
 * @fmt: the call
 * @set: the constants
 * @val: the value; bits above the set's size are ignored
 *
 * Bits and values without a name are printed in hex.
 */
void syscall_trace_print_set(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 val)
{
	val = set_value(set, val);
	if (fmt->flags & SYSCALL_TRACE_SHOW_NUMBERS) {
		print_number(fmt, set, val);
	} else if ((fmt->flags & SYSCALL_TRACE_SHOW_BOTH) && has_name(set, val)) {
		print_number(fmt, set, val);
		trace_seq_puts(fmt->s, " /* ");
		print_names(fmt, set, val);
		trace_seq_puts(fmt->s, " */");
	} else {
		print_names(fmt, set, val);
	}
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

void syscall_trace_print_scalar(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type, u64 val)
{
	syscall_trace_print_integer *print = syscall_trace_integer_printer(type);
	const struct syscall_trace_set *set = type->set;
	unsigned int flags = fmt->flags;

	/* A printer may show a value as several constants, but it is one number. */
	if (unlikely(flags & (SYSCALL_TRACE_SHOW_NUMBERS | SYSCALL_TRACE_SHOW_BOTH)) && set &&
	    print && has_name(set, val)) {
		print_number(fmt, set, set_value(set, val));
		if (flags & SYSCALL_TRACE_SHOW_NUMBERS)
			return;
		fmt->flags &= ~SYSCALL_TRACE_SHOW_BOTH;
		trace_seq_puts(fmt->s, " /* ");
		print(fmt, type, val);
		trace_seq_puts(fmt->s, " */");
		fmt->flags = flags;
	} else if (print) {
		print(fmt, type, val);
	} else if (type->is_signed) {
		syscall_trace_print_signed(fmt, val);
	} else {
		syscall_trace_print_unsigned(fmt, val);
	}
}
