// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints keys.
 */
#include "format.h"
#include "printers.h"

/* A byte of flags for each member. */
SYSCALL_STRUCT(keyctl_caps)
{
	unsigned int i;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < len && !syscall_trace_full(fmt); i++) {
		syscall_trace_comma(fmt);
		if (i < type->nr_fields)
			syscall_trace_print_scalar(fmt, type->fields[i].type, data[i]);
		else
			trace_seq_printf(fmt->s, "0x%x", data[i]);
	}
	trace_seq_puts(fmt->s, i < len ? ", ...]" : "]");
}

/* The length includes the NUL, which is not printed. */
SYSCALL_STRUCT(key_text)
{
	if (len && !data[len - 1] && fmt->blob->status == SYSCALL_TRACE_BLOB_OK)
		len--;
	syscall_trace_print_string(fmt, data, len,
				   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* Without room for all of it, the kernel copies nothing and tells only the length. */
static bool has_room(const struct syscall_trace_fmt *fmt)
{
	u64 room = syscall_trace_arg(fmt, syscall_trace_blob_arg(fmt) + 1);

	return !room || (u64)fmt->ret <= room;
}

SYSCALL_STRUCT(key_data)
{
	if (has_room(fmt))
		syscall_trace_print_string(fmt, data, len,
					   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
	else
		syscall_trace_print_address(fmt);
}

SYSCALL_STRUCT(key_description)
{
	if (has_room(fmt))
		syscall_struct_key_text(fmt, type, data, len);
	else
		syscall_trace_print_address(fmt);
}
