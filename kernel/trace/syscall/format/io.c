// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints vectors of buffers and what asynchronous input and
 * output needs. Pure, as the formatter.
 */
#include <linux/string.h>

#include <uapi/linux/aio_abi.h>
#include <uapi/linux/io_uring.h>

#include "format.h"
#include "printers.h"

#define DATA_MAX	32
#define PAGE_BITS	12

static u64 get_long(const u8 *data, size_t size)
{
	u64 val = 0;

	memcpy(&val, data, size);

	return val;
}

/* The bytes of a long in the layout of an argument's type. */
static size_t long_size(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return syscall_trace_layout(fmt->call->args[arg].type, fmt->abi) ==
	       SYSCALL_TRACE_NARROW ? sizeof(u32) : sizeof(u64);
}

/* What of a list is not there; @shown elements of @each bytes at @addr are. */
static void print_more(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *list,
		       unsigned int shown, size_t each, u64 addr)
{
	if (list->status == SYSCALL_TRACE_FAULTED)
		syscall_trace_print_more(fmt, list, addr + list->len / each * each);
	else if (list->status == SYSCALL_TRACE_TRUNCATED || shown < list->len / each)
		trace_seq_puts(fmt->s, shown ? ", ..." : "...");
}

/* Is there a list to print? */
static bool has_list(const struct syscall_trace_blob *list, size_t each)
{
	return list && list->status < SYSCALL_TRACE_NULL &&
	       (list->status != SYSCALL_TRACE_FAULTED || list->len >= each);
}

/* A piece of data, or its address. */
static void print_data(struct syscall_trace_fmt *fmt, const struct syscall_trace_blob *data,
		       u64 addr)
{
	if (data && data->status <= SYSCALL_TRACE_TRUNCATED)
		syscall_trace_print_string(fmt, data->data, data->len,
					   data->status == SYSCALL_TRACE_TRUNCATED);
	else
		syscall_trace_print_missing(fmt, addr, data);
}

/* ---------------------------- vectors of buffers -------------------------- */

/* A vector at @addr; the data of its elements is in the parts from @part on, 0: none. */
static void print_vector(struct syscall_trace_fmt *fmt, unsigned int arg,
			 const struct syscall_trace_blob *list, u64 addr,
			 unsigned int dir, unsigned int part)
{
	size_t half = long_size(fmt, arg), each = 2 * half;
	const struct syscall_trace_blob *data = NULL;
	unsigned int i;

	if (!has_list(list, each)) {
		syscall_trace_print_pointer(fmt, addr);
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < list->len / each && !syscall_trace_full(fmt); i++) {
		const u8 *iov = list->data + i * each;

		if (part)
			data = syscall_trace_find_blob(fmt, arg, dir, part + i);
		trace_seq_printf(fmt->s, "%s{iov_base=", i ? ", " : "");
		print_data(fmt, data, get_long(iov, half));
		trace_seq_printf(fmt->s, ", iov_len=%llu}", get_long(iov + half, half));
	}
	print_more(fmt, list, i, each, addr);
	trace_seq_putc(fmt->s, ']');
}

SYSCALL_NESTED(iovec_in)
{
	print_vector(fmt, arg, syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0),
		     syscall_trace_arg(fmt, arg), SYSCALL_TRACE_IN, 1);
}

SYSCALL_NESTED(iovec_out)
{
	print_vector(fmt, arg, syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0),
		     syscall_trace_arg(fmt, arg), SYSCALL_TRACE_OUT, 1);
}

SYSCALL_STRUCT(hexbytes)
{
	syscall_trace_print_hex(fmt, data, min_t(size_t, len, DATA_MAX), len > DATA_MAX);
}

/* -------------------------- asynchronous requests ------------------------- */

SYSCALL_KIND(aio_opcode)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, val);

	if (c)
		trace_seq_puts(fmt->s, c->name);
	else
		trace_seq_printf(fmt->s, "%llu /* %s??? */", val, type->set->unknown);
}

static u64 member(const struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
		  const char *name, const u8 *data, size_t len)
{
	u64 val;

	return syscall_trace_field(fmt, type, name, data, len, &val) ? val : 0;
}

/* What is common to all requests, and not what they lead to. */
static void print_request(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  const u8 *data, size_t len)
{
	s64 prio;

	syscall_trace_print_field(fmt, type, "aio_data", data, len);
	if (member(fmt, type, "aio_key", data, len)) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_key", data, len);
	}
	if (member(fmt, type, "aio_rw_flags", data, len)) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_rw_flags", data, len);
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "aio_lio_opcode", data, len);
	prio = member(fmt, type, "aio_reqprio", data, len);
	if (member(fmt, type, "aio_flags", data, len) & IOCB_FLAG_IOPRIO) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_reqprio", data, len);
	} else if (prio) {
		trace_seq_printf(fmt->s, ", aio_reqprio=%lld", prio);
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "aio_fildes", data, len);
}

/* One request by itself, as of io_cancel. */
SYSCALL_STRUCT(iocb)
{
	trace_seq_putc(fmt->s, '{');
	print_request(fmt, type, data, len);
	trace_seq_putc(fmt->s, '}');
}

/* What moves data and where. A vector that is shown tells its length. */
static void print_transfer(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			   const u8 *data, size_t len, bool vector)
{
	if (!vector) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_nbytes", data, len);
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_field(fmt, type, "aio_offset", data, len);
}

/* The end of any request. What is no descriptor is shown only if it is there. */
static void print_request_flags(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				const u8 *data, size_t len)
{
	u64 flags = member(fmt, type, "aio_flags", data, len);
	u32 resfd = member(fmt, type, "aio_resfd", data, len);

	if (flags) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_flags", data, len);
	}
	if (flags & IOCB_FLAG_RESFD) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_resfd", data, len);
	} else if (resfd) {
		trace_seq_printf(fmt->s, ", aio_resfd=0x%x", resfd);
	}
}

/* Returns which part the next vector's first element is, as when it was captured. */
static unsigned int print_iocb(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int i,
			       const struct syscall_trace_blob *blob, unsigned int next)
{
	unsigned int part = SYSCALL_TRACE_ELEMENTS_MAX + 1 + i;
	const struct syscall_trace_type *type = fmt->call->args[arg].type->fields[0].type;
	size_t each = 2 * long_size(fmt, arg);
	const struct syscall_trace_blob *buf;
	u64 opcode, addr;

	opcode = member(fmt, type, "aio_lio_opcode", blob->data, blob->len);
	addr = member(fmt, type, "aio_buf", blob->data, blob->len);
	buf = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, part);

	trace_seq_putc(fmt->s, '{');
	print_request(fmt, type, blob->data, blob->len);
	switch (opcode) {
	case IOCB_CMD_PREAD:
	case IOCB_CMD_PWRITE:
		trace_seq_puts(fmt->s, ", aio_buf=");
		print_data(fmt, opcode == IOCB_CMD_PWRITE ? buf : NULL, addr);
		print_transfer(fmt, type, blob->data, blob->len, false);
		break;
	case IOCB_CMD_PREADV:
	case IOCB_CMD_PWRITEV:
		trace_seq_puts(fmt->s, ", aio_buf=");
		print_vector(fmt, arg, buf, addr, SYSCALL_TRACE_IN,
			     opcode == IOCB_CMD_PWRITEV ? next : 0);
		print_transfer(fmt, type, blob->data, blob->len, has_list(buf, each));
		if (opcode == IOCB_CMD_PWRITEV && buf)
			next += buf->len / each;
		break;
	case IOCB_CMD_POLL:
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_field(fmt, type, "aio_buf", blob->data, blob->len);
		break;
	}
	print_request_flags(fmt, type, blob->data, blob->len);
	trace_seq_putc(fmt->s, '}');

	return next;
}

SYSCALL_NESTED(iocbs)
{
	const struct syscall_trace_blob *list = syscall_trace_find_blob(fmt, arg,
									SYSCALL_TRACE_IN, 0);
	unsigned int next = 2 * SYSCALL_TRACE_ELEMENTS_MAX + 1, i;
	const struct syscall_trace_blob *blob;
	u64 addr = syscall_trace_arg(fmt, arg);
	size_t half = long_size(fmt, arg);

	if (!has_list(list, half)) {
		syscall_trace_print_pointer(fmt, addr);
		return;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < list->len / half && !syscall_trace_full(fmt); i++) {
		if (i)
			trace_seq_puts(fmt->s, ", ");
		blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, i + 1);
		if (blob && blob->status == SYSCALL_TRACE_OK)
			next = print_iocb(fmt, arg, i, blob, next);
		else
			syscall_trace_print_pointer(fmt, get_long(list->data + i * half, half));
	}
	print_more(fmt, list, i, half, addr);
	trace_seq_putc(fmt->s, ']');
}

/* --------------------------------- io_uring ------------------------------- */

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

/* ---------------------------------- memory -------------------------------- */

/* What is in memory of each page. */
SYSCALL_NESTED(mincore)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg,
									SYSCALL_TRACE_OUT, 0);
	unsigned int i;

	if (!blob || blob->status >= SYSCALL_TRACE_FAULTED) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < blob->len && !syscall_trace_full(fmt); i++)
		trace_seq_printf(fmt->s, "%s%u", i ? ", " : "", blob->data[i] & 1);
	print_more(fmt, blob, i, 1, 0);
	trace_seq_putc(fmt->s, ']');
}

/* An offset in pages reads as one in bytes. */
SYSCALL_KIND(pgoff)
{
	syscall_kind_hex(fmt, type, val << PAGE_BITS);
}
