// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints asynchronous requests.
 */
#include <uapi/linux/aio_abi.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* The members of any request but its buffer. */
static void print_request(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  const u8 *data, size_t len)
{
	s16 prio = syscall_trace_member(fmt, type, "aio_reqprio", data, len);

	syscall_trace_print_members(fmt, type, data, len, "aio_data");
	syscall_trace_print_nonzero(fmt, type, "aio_key", data, len);
	syscall_trace_print_nonzero(fmt, type, "aio_rw_flags", data, len);
	syscall_trace_print_members(fmt, type, data, len, "aio_lio_opcode");
	if (syscall_trace_member(fmt, type, "aio_flags", data, len) & IOCB_FLAG_IOPRIO)
		syscall_trace_print_members(fmt, type, data, len, "aio_reqprio");
	else if (prio)
		trace_seq_printf(fmt->s, ", aio_reqprio=%d", prio);
	syscall_trace_print_members(fmt, type, data, len, "aio_fildes");
}

/* A single request, as io_cancel() takes it. */
SYSCALL_STRUCT(iocb)
{
	trace_seq_putc(fmt->s, '{');
	print_request(fmt, type, data, len);
	trace_seq_putc(fmt->s, '}');
}

/* The length, unless a printed vector tells it, and the offset. */
static void print_transfer(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			   const u8 *data, size_t len, bool vector)
{
	if (!vector)
		syscall_trace_print_members(fmt, type, data, len, "aio_nbytes");
	syscall_trace_print_members(fmt, type, data, len, "aio_offset");
}

/* The end of any request. Without its flag, aio_resfd is no descriptor. */
static void print_request_flags(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				const u8 *data, size_t len)
{
	u64 flags = syscall_trace_member(fmt, type, "aio_flags", data, len);
	u32 resfd = syscall_trace_member(fmt, type, "aio_resfd", data, len);

	syscall_trace_print_nonzero(fmt, type, "aio_reserved2", data, len);
	syscall_trace_print_nonzero(fmt, type, "aio_flags", data, len);
	if (flags & IOCB_FLAG_RESFD)
		syscall_trace_print_members(fmt, type, data, len, "aio_resfd");
	else if (resfd)
		trace_seq_printf(fmt->s, ", aio_resfd=0x%x", resfd);
}

/*
 * The part of the first element behind a vector of @nr elements that begins at part @next; 0:
 * nobody knows. A record may have fewer elements of the vector than were copied with their data.
 */
static unsigned int behind_vector(const struct syscall_trace_blob *vec, size_t each, u64 nr,
				  unsigned int next)
{
	unsigned int found = vec->len / each;

	if (!next || (vec->status == SYSCALL_TRACE_BLOB_TRUNCATED &&
		      found < min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX)))
		return 0;

	return next + found;
}

/* @next: the part of the next vector's first element, or 0. Returns its new value. */
static unsigned int print_iocb(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int i,
			       const struct syscall_trace_blob *blob, unsigned int next)
{
	unsigned int part = SYSCALL_TRACE_ELEMENTS_MAX + 1 + i;
	const struct syscall_trace_type *type = fmt->call->args[arg].type->fields[0].type;
	size_t each = 2 * syscall_trace_fmt_long(fmt, arg);
	const struct syscall_trace_blob *buf;
	u64 opcode, addr;

	opcode = syscall_trace_member(fmt, type, "aio_lio_opcode", blob->data, blob->len);
	addr = syscall_trace_member(fmt, type, "aio_buf", blob->data, blob->len);
	buf = syscall_trace_find_in(fmt, arg, part);

	trace_seq_putc(fmt->s, '{');
	print_request(fmt, type, blob->data, blob->len);
	switch (opcode) {
	case IOCB_CMD_PREAD:
	case IOCB_CMD_PWRITE:
		trace_seq_puts(fmt->s, ", aio_buf=");
		syscall_trace_print_piece(fmt, opcode == IOCB_CMD_PWRITE ? buf : NULL, addr);
		print_transfer(fmt, type, blob->data, blob->len, false);
		break;
	case IOCB_CMD_PREADV:
	case IOCB_CMD_PWRITEV:
		trace_seq_puts(fmt->s, ", aio_buf=");
		syscall_trace_print_vector(fmt, arg, buf, addr, SYSCALL_TRACE_DIR_IN,
					   opcode == IOCB_CMD_PWRITEV ? next : 0);
		print_transfer(fmt, type, blob->data, blob->len, syscall_trace_has_list(buf, each));
		if (opcode == IOCB_CMD_PWRITEV && buf)
			next = behind_vector(buf, each,
					     syscall_trace_member(fmt, type, "aio_nbytes",
								  blob->data, blob->len), next);
		break;
	case IOCB_CMD_POLL:
		syscall_trace_print_members(fmt, type, blob->data, blob->len, "aio_buf");
		break;
	}
	print_request_flags(fmt, type, blob->data, blob->len);
	trace_seq_putc(fmt->s, '}');

	return next;
}

SYSCALL_NESTED(iocbs)
{
	unsigned int next = 2 * SYSCALL_TRACE_ELEMENTS_MAX + 1, i;
	const struct syscall_trace_blob *list, *blob;
	size_t half = syscall_trace_fmt_long(fmt, arg);

	list = syscall_trace_need_list(fmt, arg, SYSCALL_TRACE_DIR_IN, half);
	if (!list)
		return;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < list->len / half && !syscall_trace_full(fmt); i++) {
		u64 ptr = syscall_trace_get_uint(list->data + i * half, half);

		syscall_trace_comma(fmt);
		blob = syscall_trace_find_in(fmt, arg, i + 1);
		if (blob && blob->status == SYSCALL_TRACE_BLOB_OK)
			next = print_iocb(fmt, arg, i, blob, next);
		else
			syscall_trace_print_pointer(fmt, ptr);
		/* It may have been whole when its vector was copied. */
		if (blob && blob->status == SYSCALL_TRACE_BLOB_TRUNCATED)
			next = 0;
	}
	syscall_trace_end_list(fmt, list, i, half, syscall_trace_arg(fmt, arg));
}
