// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints options of sockets, and lengths that a call changes.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* The index of the length in setsockopt() and getsockopt(). */
#define OPT_LEN		4

SYSCALL_KIND(sock_level)
{
	if (!syscall_trace_print_const(fmt, type->set, (u32)val))
		trace_seq_printf(fmt->s, "0x%x /* SOL_?? */", (u32)val);
}

/* --------------------------------- lengths ------------------------------- */

SYSCALL_NESTED(opt_len)
{
	syscall_trace_print_length(fmt, arg);
}

/* --------------------------------- options ------------------------------- */

static bool is_given(const struct syscall_trace_fmt *fmt)
{
	return fmt->call->args[syscall_trace_blob_arg(fmt)].dir & SYSCALL_TRACE_DIR_IN;
}

/* An option that the table does not know: one of 4 bytes is taken for an integer. */
SYSCALL_STRUCT(optval)
{
	bool truncated = fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;

	if (!len && !is_given(fmt))
		syscall_trace_print_address(fmt);
	else if (len && syscall_trace_hide(fmt))
		return;
	else if (len == sizeof(s32) && !truncated)
		trace_seq_printf(fmt->s, "[%d]", (s32)syscall_trace_get_uint(data, len));
	else
		syscall_trace_print_string(fmt, data, len, truncated);
}

/* An integer. The kernel ignores more bytes; its answer may have fewer. */
SYSCALL_STRUCT(opt_int)
{
	const struct syscall_trace_field *field = &type->fields[0];
	u64 val;

	if (syscall_trace_read_member(fmt, type, field->name, data, len, &val)) {
		trace_seq_putc(fmt->s, '[');
		syscall_trace_print_scalar(fmt, field->type, val);
		trace_seq_putc(fmt->s, ']');
	} else if (is_given(fmt) || !len) {
		syscall_trace_print_address(fmt);
	} else {
		syscall_trace_print_hex(fmt, data, len, false);
	}
}

/* As many integers like the first member as the length says. */
SYSCALL_STRUCT(ints)
{
	if (len)
		syscall_trace_print_ints(fmt, data, len, type->fields[0].is_signed);
	else
		syscall_trace_print_address(fmt);
}

/* Print the members that the kernel's answer has; a member that it cuts is printed in hex. */
static void print_members(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_type *type, const u8 *data, size_t len)
{
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	unsigned int i;

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t start = field->offset[layout];

		if (start >= len || !field->name)
			break;
		syscall_trace_comma(fmt);
		if (start + field->size[layout] <= len) {
			syscall_trace_print_field(fmt, type, field->name, data, len);
		} else {
			trace_seq_printf(fmt->s, "%s=", field->name);
			syscall_trace_print_hex(fmt, data + start, len - start, false);
		}
	}
	trace_seq_putc(fmt->s, '}');
}

/* The kernel refuses a part of the structure, but may answer with one. */
SYSCALL_STRUCT(sockopt)
{
	if (is_given(fmt) ? len < syscall_trace_fmt_size(fmt, type) : !len)
		syscall_trace_print_address(fmt);
	else
		print_members(fmt, type, data, len);
}

/* The kernel refuses any other length. */
SYSCALL_STRUCT(sockopt_exact)
{
	size_t size = syscall_trace_fmt_size(fmt, type);

	if (len != size || syscall_trace_arg(fmt, OPT_LEN) != size)
		syscall_trace_print_address(fmt);
	else
		print_members(fmt, type, data, len);
}

/* The membership of a packet socket. */
SYSCALL_STRUCT(packet_mreq)
{
	size_t offset = type->size[SYSCALL_TRACE_WIDE] - 8;
	u64 alen = syscall_trace_member(fmt, type, "mr_alen", data, len);

	if (len != type->size[SYSCALL_TRACE_WIDE] ||
	    fmt->blob->status != SYSCALL_TRACE_BLOB_OK) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "mr_ifindex", "mr_type", "mr_alen");
	trace_seq_puts(fmt->s, ", mr_address=");
	/* Without a usable length, all 8 bytes are shown. */
	syscall_trace_print_hwaddr(fmt, data + offset, alen && alen < 8 ? alen : 8);
	trace_seq_putc(fmt->s, '}');
}
