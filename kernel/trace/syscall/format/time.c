// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints clock ticks and dates.
 */
#include <linux/time.h>

#include "format.h"
#include "printers.h"

/* User space counts clock_t in hundredths of a second on every architecture but Alpha. */
#define TICKS_PER_SEC	100

SYSCALL_KIND(clock)
{
	syscall_trace_print_unsigned(fmt, val);
	if (val)
		trace_seq_printf(fmt->s, " /* %llu.%02llu s */", val / TICKS_PER_SEC,
				 val % TICKS_PER_SEC);
}

/*
 * Print the date @sec seconds after the beginning of 1970, and, unless it is 0, the fraction
 * @part of a second with @digits.
 */
void syscall_trace_print_date(struct syscall_trace_fmt *fmt, s64 sec, u32 part,
			      unsigned int digits)
{
	struct tm tm;

	time64_to_tm(sec, 0, &tm);
	trace_seq_printf(fmt->s, "%04ld-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900,
			 tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (part)
		trace_seq_printf(fmt->s, ".%0*u", digits, part);
	trace_seq_puts(fmt->s, "+0000");
}

/* A C library knows the years from 1 to 2^31 + 1899. Of 0, strace prints no date. */
static bool has_date(s64 sec, u32 part)
{
	return (sec || part) && sec > -62135596800LL && sec < 67767976233532800LL;
}

/* Print the date as a comment, if there is one. */
void syscall_trace_comment_date(struct syscall_trace_fmt *fmt, s64 sec, u32 part,
				unsigned int digits)
{
	if (!has_date(sec, part))
		return;
	trace_seq_puts(fmt->s, " /* ");
	syscall_trace_print_date(fmt, sec, part, digits);
	trace_seq_puts(fmt->s, " */");
}

SYSCALL_KIND(stamp)
{
	syscall_trace_print_signed(fmt, val);
	syscall_trace_comment_date(fmt, val, 0, 0);
}

SYSCALL_KIND(stamp_ret)
{
	syscall_trace_print_signed(fmt, val);
	if (has_date(val, 0)) {
		trace_seq_puts(fmt->s, " (");
		syscall_trace_print_date(fmt, val, 0, 0);
		trace_seq_putc(fmt->s, ')');
	}
}
