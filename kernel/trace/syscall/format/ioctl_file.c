// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of ioctl commands on files and block devices.
 */
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

SYSCALL_STRUCT(fslabel)
{
	syscall_trace_print_string(fmt, data, strnlen(data, len), false);
}

/* Dots stand for the extents. */
SYSCALL_NESTED(fiemap)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_need_whole(fmt, arg);
	const struct syscall_trace_blob *out;

	if (!in)
		return;
	out = syscall_trace_whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "fm_start", "fm_length",
				    "fm_flags", "fm_extent_count");
	trace_seq_putc(fmt->s, '}');
	if (out) {
		trace_seq_puts(fmt->s, " => {");
		syscall_trace_print_members(fmt, type, out->data, out->len, "fm_flags",
					    "fm_mapped_extents");
		trace_seq_puts(fmt->s, ", ...}");
	}
}

/* The text may be a password. */
SYSCALL_STRUCT(loop_key)
{
	size_t end = strnlen(data, len);
	bool cut = end == len;

	if (!syscall_trace_hide(fmt))
		syscall_trace_print_path(fmt, data, end - cut, cut);
}
