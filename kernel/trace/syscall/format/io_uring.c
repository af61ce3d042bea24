// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the structures of io_uring.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/*
 * Print an array of structures or, without @element, of s32. It begins @pos bytes behind the
 * start of @blob, which is the copy of what is at @addr.
 */
static void print_list(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *element,
		       size_t size, const struct syscall_trace_blob *blob, size_t pos, u64 addr)
{
	trace_seq_putc(fmt->s, '[');
	for (; blob->len - pos >= size && !syscall_trace_full(fmt); pos += size) {
		const u8 *data = blob->data + pos;

		syscall_trace_comma(fmt);
		if (element)
			syscall_trace_print_struct(fmt, element, data, size);
		else
			syscall_trace_print_signed(fmt, (s32)syscall_trace_get_uint(data, size));
	}
	if (blob->status != SYSCALL_TRACE_BLOB_OK || blob->len - pos >= size) {
		syscall_trace_comma(fmt);
		trace_seq_puts(fmt->s, "...");
	}
	if (blob->status == SYSCALL_TRACE_BLOB_FAULTED && blob->len - pos < size)
		syscall_trace_print_fault(fmt, blob, addr + pos);
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_NESTED(io_uring_files_update)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob, *list;
	u64 resv, fds;

	blob = syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_IN,
					type->size[SYSCALL_TRACE_WIDE]);
	if (!blob)
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, blob->data, blob->len, "offset");
	resv = syscall_trace_member(fmt, type, "resv", blob->data, blob->len);
	if (resv)
		trace_seq_printf(fmt->s, ", resv=0x%llx", resv);
	fds = syscall_trace_member(fmt, type, "fds", blob->data, blob->len);
	list = syscall_trace_find_in(fmt, arg, 1);
	if (syscall_trace_has_list(list, sizeof(s32))) {
		trace_seq_puts(fmt->s, ", fds=");
		print_list(fmt, NULL, sizeof(s32), list, 0, fds);
	} else {
		syscall_trace_print_members(fmt, type, blob->data, blob->len, "fds");
	}
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_NESTED(io_uring_probe)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_field *ops = syscall_trace_find_field(type, "ops");
	const struct syscall_trace_blob *blob;
	size_t size = ops->offset[SYSCALL_TRACE_WIDE];

	blob = syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_OUT, size);
	if (!blob)
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, ops - type->fields, blob->data, blob->len);
	trace_seq_puts(fmt->s, ", ops=");
	print_list(fmt, ops->type, ops->size[SYSCALL_TRACE_WIDE], blob, size,
		   syscall_trace_arg(fmt, arg));
	trace_seq_putc(fmt->s, '}');
}

/* An array of two numbers, with the names of its indices. */
SYSCALL_STRUCT(io_uring_workers)
{
	trace_seq_printf(fmt->s, "[[IO_WQ_BOUND]=%llu, [IO_WQ_UNBOUND]=%llu]",
			 syscall_trace_member(fmt, type, "bound", data, len),
			 syscall_trace_member(fmt, type, "unbound", data, len));
}
