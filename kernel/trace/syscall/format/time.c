// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints clocks and dates.
 */
#include <linux/time.h>

#include "../named_types.h"
#include "format.h"
#include "printers.h"

/*
 * The bits of a clock's number below 0: which clock of a task, and whether it is a thread. All
 * others hold the inverse of the task's number or, if the clock is CLOCK_OF_FILE, of a
 * descriptor's.
 */
#define CLOCK_WHICH		3
#define CLOCK_OF_THREAD		4
#define CLOCK_BITS		3
#define CLOCK_OF_FILE		3

static void print_made_clock(struct syscall_trace_fmt *fmt, s32 clock)
{
	s32 number = ~(clock >> CLOCK_BITS);

	if ((clock & (CLOCK_WHICH | CLOCK_OF_THREAD)) == CLOCK_OF_FILE) {
		trace_seq_printf(fmt->s, "FD_TO_CLOCKID(%d)", number);
		return;
	}
	trace_seq_printf(fmt->s, "MAKE_%s_CPUCLOCK(%d, ",
			 clock & CLOCK_OF_THREAD ? "THREAD" : "PROCESS", number);
	syscall_trace_print_set(fmt, syscall_trace_cpuclock.set, clock & CLOCK_WHICH);
	trace_seq_putc(fmt->s, ')');
}

/* The number of a clock, or the macro that makes one of a task's or a descriptor's number. */
SYSCALL_KIND(clock_id)
{
	unsigned int flags = fmt->flags;

	if ((s32)val >= 0 || flags & SYSCALL_TRACE_SHOW_NUMBERS) {
		syscall_trace_print_set(fmt, type->set, val);
		return;
	}
	if (flags & SYSCALL_TRACE_SHOW_BOTH) {
		syscall_trace_print_in_hex(fmt, (u32)val);
		trace_seq_puts(fmt->s, " /* ");
	}
	fmt->flags &= ~SYSCALL_TRACE_SHOW_BOTH;
	print_made_clock(fmt, val);
	fmt->flags = flags;
	if (flags & SYSCALL_TRACE_SHOW_BOTH)
		trace_seq_puts(fmt->s, " */");
}

/**
 * syscall_trace_nsec - the nanoseconds that the kernel takes from memory
 * @fmt: the call
 * @val: what is there
 *
 * Of a 32-bit program's, it ignores the upper half, which is padding in what C calls a long.
 */
u64 syscall_trace_nsec(const struct syscall_trace_fmt *fmt, u64 val)
{
	return syscall_trace_user_long(fmt->abi) == sizeof(u32) ? (u32)val : val;
}

SYSCALL_KIND(nsec64)
{
	syscall_trace_print_unsigned(fmt, syscall_trace_nsec(fmt, val));
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

SYSCALL_KIND(stamp_ret)
{
	syscall_trace_print_signed(fmt, val);
	if (has_date(val, 0)) {
		trace_seq_puts(fmt->s, " (");
		syscall_trace_print_date(fmt, val, 0, 0);
		trace_seq_putc(fmt->s, ')');
	}
}
