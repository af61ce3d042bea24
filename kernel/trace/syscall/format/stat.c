// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints attributes of files.
 */
#include <uapi/linux/limits.h>

#include "format.h"
#include "list.h"
#include "printers.h"

#define NSEC_PER_SECOND	1000000000
#define USEC_PER_SECOND	1000000

/* UTIME_NOW and UTIME_OMIT, which only headers of the kernel have. */
#define NSEC_NOW	0x3fffffff
#define NSEC_OMIT	0x3ffffffe

SYSCALL_KIND(access_mode)
{
	syscall_trace_print_flags(fmt, type->set, val, "?_OK");
}

/* Any struct stat. It is short, so it is printed even behind a path that fills the line. */
SYSCALL_STRUCT(stat)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_all(fmt, type, data, len);
	trace_seq_puts(fmt->s, ", ...}");
}

/* ---------------------------------- times --------------------------------- */

/* @part: the member that counts fractions of a second, @per_sec of them in one second */
static void print_time(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
		       const u8 *data, size_t len, const char *part, u32 per_sec,
		       unsigned int digits)
{
	u64 sec = syscall_trace_member(fmt, type, "tv_sec", data, len);
	u64 val = syscall_trace_nsec(fmt, syscall_trace_member(fmt, type, part, data, len));

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "tv_sec", part);
	trace_seq_putc(fmt->s, '}');
	if (val < per_sec)
		syscall_trace_comment_date(fmt, sec, val, digits);
}

SYSCALL_STRUCT(file_timeval)
{
	print_time(fmt, type, data, len, "tv_usec", USEC_PER_SECOND, 6);
}

SYSCALL_STRUCT(file_timespec)
{
	u64 part = syscall_trace_nsec(fmt, syscall_trace_member(fmt, type, "tv_nsec", data, len));

	if (part == NSEC_NOW || part == NSEC_OMIT)
		trace_seq_puts(fmt->s, part == NSEC_NOW ? "UTIME_NOW" : "UTIME_OMIT");
	else
		print_time(fmt, type, data, len, "tv_nsec", NSEC_PER_SECOND, 9);
}

SYSCALL_KIND(stamp)
{
	syscall_trace_print_signed(fmt, val);
	syscall_trace_comment_date(fmt, val, 0, 0);
}

/* --------------------------- extended attributes -------------------------- */

/* The room for a value or a list: the argument behind it. */
static u64 room_of(const struct syscall_trace_fmt *fmt)
{
	return syscall_trace_arg(fmt, syscall_trace_blob_arg(fmt) + 1);
}

/* Most values are text, so a NUL at the end is left out. */
SYSCALL_STRUCT(xattr_value)
{
	unsigned int arg = syscall_trace_blob_arg(fmt);
	bool given = syscall_trace_fmt_dir(fmt, arg) == SYSCALL_TRACE_DIR_IN;
	bool cut = fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;
	bool text = !cut && len && !data[len - 1];

	if (given && room_of(fmt) > XATTR_SIZE_MAX)
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_string(fmt, data, len - text, cut);
}

/* Without room for a list, the call returns only its length. */
SYSCALL_STRUCT(xattr_list)
{
	if (room_of(fmt))
		syscall_trace_print_string(fmt, data, len,
					   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
	else
		syscall_trace_print_address(fmt);
}
