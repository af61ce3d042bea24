// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints vectors of buffers.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* A piece of data, or its address. */
void syscall_trace_print_piece(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_blob *data, u64 addr)
{
	if (data && data->status <= SYSCALL_TRACE_BLOB_TRUNCATED)
		syscall_trace_print_text(fmt, data);
	else
		syscall_trace_print_missing(fmt, addr, data);
}

/* A vector at @addr; @part has the data of its first element, and so on; 0: print no data. */
void syscall_trace_print_vector(struct syscall_trace_fmt *fmt, unsigned int arg,
				const struct syscall_trace_blob *list, u64 addr,
				unsigned int dir, unsigned int part)
{
	size_t half = syscall_trace_fmt_long(fmt, arg), each = 2 * half;
	const struct syscall_trace_blob *data = NULL;
	unsigned int i;

	if (!syscall_trace_has_list(list, each)) {
		syscall_trace_print_pointer(fmt, addr);
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < list->len / each && !syscall_trace_full(fmt); i++) {
		const u8 *iov = list->data + i * each;

		if (part)
			data = syscall_trace_find_blob(fmt, arg, dir, part + i);
		trace_seq_printf(fmt->s, "%s{iov_base=", i ? ", " : "");
		syscall_trace_print_piece(fmt, data, syscall_trace_get_uint(iov, half));
		trace_seq_printf(fmt->s, ", iov_len=%llu}",
				 syscall_trace_get_uint(iov + half, half));
	}
	syscall_trace_end_list(fmt, list, i, each, addr);
}

SYSCALL_NESTED(buffers)
{
	syscall_trace_print_vector(fmt, arg, syscall_trace_find_in(fmt, arg, 0),
				   syscall_trace_arg(fmt, arg), syscall_trace_fmt_dir(fmt, arg), 1);
}
