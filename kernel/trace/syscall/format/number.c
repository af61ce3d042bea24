// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints plain numbers, most of what lines have. The general printf() takes
 * several times as long. Called by all printers.
 */
#include <linux/math64.h>

#include "format.h"

void syscall_trace_print_unsigned(struct syscall_trace_fmt *fmt, u64 val)
{
	/* As long as 2^64 - 1. */
	char text[20];
	unsigned int first = sizeof(text);
	u32 digit;

	do {
		val = div_u64_rem(val, 10, &digit);
		text[--first] = '0' + digit;
	} while (val);
	trace_seq_putmem(fmt->s, text + first, sizeof(text) - first);
}

void syscall_trace_print_signed(struct syscall_trace_fmt *fmt, s64 val)
{
	if (val < 0)
		trace_seq_putc(fmt->s, '-');
	syscall_trace_print_unsigned(fmt, val < 0 ? -(u64)val : val);
}

void syscall_trace_print_hex_digits(struct syscall_trace_fmt *fmt, u64 val)
{
	char text[2 * sizeof(val)];
	unsigned int first = sizeof(text);

	do {
		text[--first] = "0123456789abcdef"[val & 0xf];
		val >>= 4;
	} while (val);
	trace_seq_putmem(fmt->s, text + first, sizeof(text) - first);
}

/* Print a number in hex, with 0x in front unless it is 0. */
void syscall_trace_print_in_hex(struct syscall_trace_fmt *fmt, u64 val)
{
	if (val)
		trace_seq_puts(fmt->s, "0x");
	syscall_trace_print_hex_digits(fmt, val);
}
