// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of calls on mounts and file systems.
 */
#include <uapi/linux/mount.h>

#include "format.h"
#include "printers.h"

static void print_string_or_pointer(struct syscall_trace_fmt *fmt, unsigned int arg, bool string)
{
	trace_seq_puts(fmt->s, ", ");
	if (fmt->flags & SYSCALL_TRACE_SHOW_NAMES)
		trace_seq_printf(fmt->s, "%s=", fmt->call->args[arg].name);
	if (string)
		syscall_trace_print_arg(fmt, arg);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

/* The flags tell whether the kernel ignores a string: then it may be no string at all. */
SYSCALL_PRINT(mount)
{
	u64 flags = syscall_trace_arg(fmt, 3);
	bool has_type, has_data;

	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~(u64)MS_MGC_MSK;
	has_data = (flags & MS_REMOUNT) ||
		   !(flags & (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE |
			      MS_UNBINDABLE));
	has_type = has_data && !(flags & MS_REMOUNT);

	syscall_trace_print_range(fmt, 0, 2);
	print_string_or_pointer(fmt, 2, has_type);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_range(fmt, 3, 4);
	print_string_or_pointer(fmt, 4, has_data);
}

/* So many bytes of what is no text are shown. */
#define DATA_MAX	32

SYSCALL_STRUCT(hexbytes)
{
	syscall_trace_print_hex(fmt, data, min_t(size_t, len, DATA_MAX), len > DATA_MAX);
}

/* Bytes of the first version of struct mnt_id_req. */
#define MNT_ID_REQ_0	24

/* The member size says which version the caller uses; the kernel takes none before the first. */
SYSCALL_STRUCT(mnt_id_req)
{
	u64 size = syscall_trace_member(fmt, type, "size", data, len);

	if (size < MNT_ID_REQ_0)
		size = sizeof(u32);
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, min_t(u64, len, size));
	syscall_trace_print_rest(fmt, type, data, min_t(u64, len, size));
	if (len < size)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, '}');
}
