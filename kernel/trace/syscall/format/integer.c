// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints integers that are not simply decimal, of the kinds and sets
 * that several families of calls have.
 */
#include <linux/fcntl.h>
#include <linux/stat.h>

#include "format.h"
#include "printers.h"

SYSCALL_KIND(set)
{
	syscall_trace_print_set(fmt, type->set, val);
}

/* The name of a value, if it has one. */
SYSCALL_KIND(named)
{
	if (!syscall_trace_print_const(fmt, type->set, val))
		syscall_trace_print_in_hex(fmt, val);
}

/* The number, with its names as a comment. */
SYSCALL_KIND(annotated)
{
	const struct syscall_trace_set *set = type->set;
	bool known = set->flags ? val && syscall_trace_has_const(set, val) :
				  !!syscall_trace_find_const(set, val);

	if (!known) {
		syscall_trace_print_set(fmt, set, val);
		return;
	}
	syscall_trace_print_in_hex(fmt, val);
	trace_seq_puts(fmt->s, " /* ");
	syscall_trace_print_set(fmt, set, val);
	trace_seq_puts(fmt->s, " */");
}

SYSCALL_KIND(zhex)
{
	trace_seq_printf(fmt->s, val ? "0x%06x" : "%08x", (u32)val);
}

SYSCALL_KIND(hex)
{
	syscall_trace_print_in_hex(fmt, val);
}

SYSCALL_KIND(reserved)
{
	if (type->set)
		syscall_trace_print_set(fmt, type->set, val);
	else
		syscall_trace_print_in_hex(fmt, val);
}

SYSCALL_KIND(octal)
{
	trace_seq_printf(fmt->s, "%#03llo", val);
}

SYSCALL_KIND(ptr)
{
	syscall_trace_print_pointer(fmt, val);
}

/* In an argument list, @val has both halves. */
SYSCALL_KIND(lo)
{
	syscall_trace_print_signed(fmt, val);
}

SYSCALL_KIND(hi)
{
	syscall_trace_print_unsigned(fmt, val);
}

/* Signed if a program's long is wider. */
SYSCALL_KIND(signed_word)
{
	syscall_trace_print_signed(fmt, syscall_trace_user_long(fmt->abi) > sizeof(u32) ?
			 (s64)(s32)val : (s64)(u32)val);
}

SYSCALL_KIND(dirfd)
{
	if ((s32)val == AT_FDCWD)
		trace_seq_puts(fmt->s, "AT_FDCWD");
	else
		syscall_trace_print_signed(fmt, (s32)val);
}

/* A user or group id of 16 or 32 bits; -1 leaves it as it is. */
SYSCALL_KIND(id)
{
	if (val == syscall_trace_extend(U64_MAX, type->size[SYSCALL_TRACE_WIDE], false))
		trace_seq_puts(fmt->s, "-1");
	else
		syscall_trace_print_unsigned(fmt, val);
}

/* The encoding of a device number at the system call boundary: new_encode_dev(). */
SYSCALL_KIND(dev)
{
	u32 major = (val & 0xfff00) >> 8;
	u32 minor = (val & 0xff) | ((val >> 12) & 0xfff00);

	trace_seq_puts(fmt->s, "makedev(");
	syscall_trace_print_in_hex(fmt, major);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_in_hex(fmt, minor);
	trace_seq_putc(fmt->s, ')');
}

/* A number without a name in a set of signed ones is decimal. */
SYSCALL_KIND(signed_set)
{
	if (syscall_trace_find_const(type->set, (u32)val))
		syscall_trace_print_set(fmt, type->set, val);
	else
		trace_seq_printf(fmt->s, "%d /* %s??? */", (s32)val, type->set->unknown);
}

static void print_error_name(struct syscall_trace_fmt *fmt, const char *sign, u64 err)
{
	trace_seq_puts(fmt->s, sign);
	if (!syscall_trace_print_const(fmt, &syscall_trace_errnos, err))
		syscall_trace_print_unsigned(fmt, err);
}

SYSCALL_KIND(neg_error)
{
	if ((s32)val < 0)
		print_error_name(fmt, "-", -(s64)(s32)val);
	else
		syscall_trace_print_unsigned(fmt, val);
}

SYSCALL_KIND(key_error)
{
	if (val)
		print_error_name(fmt, "", val);
	else
		trace_seq_putc(fmt->s, '0');
}

SYSCALL_KIND(file_mode)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, val & S_IFMT);

	if (c) {
		trace_seq_printf(fmt->s, "%s|", c->name);
		val &= ~(u64)S_IFMT;
	} else if (val & S_IFMT) {
		syscall_kind_octal(fmt, type, val);
		return;
	}

	trace_seq_printf(fmt->s, "%s%s%s%#03llo", val & S_ISUID ? "S_ISUID|" : "",
			 val & S_ISGID ? "S_ISGID|" : "", val & S_ISVTX ? "S_ISVTX|" : "",
			 val & ~(u64)(S_ISUID | S_ISGID | S_ISVTX));
}

/* User space counts clock_t in hundredths of a second on every architecture but Alpha. */
#define TICKS_PER_SEC	100

SYSCALL_KIND(clock)
{
	syscall_trace_print_unsigned(fmt, val);
	if (val)
		trace_seq_printf(fmt->s, " /* %llu.%02llu s */", val / TICKS_PER_SEC,
				 val % TICKS_PER_SEC);
}
