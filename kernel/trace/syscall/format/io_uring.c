// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what io_uring needs.
 */
#include <linux/string.h>
#include <uapi/linux/io_uring.h>

#include "format.h"
#include "printers.h"

/* What the program asks for and, if it got it, what the kernel made of that. */
SYSCALL_NESTED(io_uring_params)
{
	static const char * const given[] = {
		"sq_entries", "cq_entries", "features", "sq_off", "cq_off",
	};
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in, *out;
	u64 flags = 0;
	unsigned int i;

	in = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	out = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);
	if (!in || in->status != SYSCALL_TRACE_OK ||
	    in->len < type->size[syscall_trace_layout(type, fmt->abi)]) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "flags", in->data, in->len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "sq_thread_cpu", in->data, in->len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "sq_thread_idle", in->data, in->len);
	if (syscall_trace_field(fmt, type, "flags", in->data, in->len, &flags) &&
	    (flags & IORING_SETUP_ATTACH_WQ)) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "wq_fd", in->data, in->len);
	}
	if (!syscall_trace_is_zero(in->data + offsetof(struct io_uring_params, resv),
				   sizeof(((struct io_uring_params *)0)->resv))) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "resv", in->data, in->len);
	}
	for (i = 0; i < ARRAY_SIZE(given) && out && out->status == SYSCALL_TRACE_OK; i++) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, given[i], out->data, out->len);
	}
	trace_seq_putc(fmt->s, '}');
}

/*
 * An array at an address that is a member, or behind the structure itself: it begins
 * behind @pos bytes of @blob, which is a copy of what is at @addr.
 */
static void print_list(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *element,
		       size_t size, const struct syscall_trace_blob *blob, size_t pos, u64 addr)
{
	const char *sep = "";

	trace_seq_putc(fmt->s, '[');
	for (; blob->len - pos >= size && !syscall_trace_full(fmt); pos += size) {
		s32 fd;

		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (element) {
			syscall_trace_print_struct(fmt, element, blob->data + pos, size);
		} else {
			memcpy(&fd, blob->data + pos, sizeof(fd));
			trace_seq_printf(fmt->s, "%d", fd);
		}
	}
	if (blob->status != SYSCALL_TRACE_OK || blob->len - pos >= size)
		trace_seq_printf(fmt->s, "%s...", sep);
	if (blob->status == SYSCALL_TRACE_FAULTED && blob->len - pos < size)
		syscall_trace_print_where(fmt, blob, addr + pos);
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_NESTED(io_uring_files_update)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob, *list;
	u64 resv, fds;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->len < type->size[SYSCALL_TRACE_WIDE]) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "offset", blob->data, blob->len);
	if (syscall_trace_field(fmt, type, "resv", blob->data, blob->len, &resv) && resv)
		trace_seq_printf(fmt->s, ", resv=0x%llx", resv);
	trace_seq_puts(fmt->s, ", ");
	list = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 1);
	if (list && (list->status != SYSCALL_TRACE_FAULTED || list->len >= sizeof(s32)) &&
	    syscall_trace_field(fmt, type, "fds", blob->data, blob->len, &fds)) {
		trace_seq_puts(fmt->s, "fds=");
		print_list(fmt, NULL, sizeof(s32), list, 0, fds);
	} else {
		syscall_trace_print_field(fmt, type, "fds", blob->data, blob->len);
	}
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_NESTED(io_uring_probe)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_field *ops = syscall_trace_find_field(type, "ops");
	const struct syscall_trace_blob *blob;
	size_t size = ops->offset[SYSCALL_TRACE_WIDE];

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);
	if (!blob || blob->len < size) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_field(fmt, type, "last_op", blob->data, blob->len);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "ops_len", blob->data, blob->len);
	trace_seq_puts(fmt->s, ", ops=");
	print_list(fmt, ops->type, ops->size[SYSCALL_TRACE_WIDE], blob, size,
		   syscall_trace_arg(fmt, arg));
	trace_seq_putc(fmt->s, '}');
}

/* Numbers with the names of their places. */
SYSCALL_STRUCT(io_uring_workers)
{
	u64 bound = 0, unbound = 0;

	syscall_trace_field(fmt, type, "bound", data, len, &bound);
	syscall_trace_field(fmt, type, "unbound", data, len, &unbound);
	trace_seq_printf(fmt->s, "[[IO_WQ_BOUND]=%llu, [IO_WQ_UNBOUND]=%llu]", bound, unbound);
}
