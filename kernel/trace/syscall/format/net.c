// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints types and options of sockets, and lengths that a call changes.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* The index of the length in setsockopt() and getsockopt(). */
#define OPT_LEN		4

#define SOCK_TYPE_BITS	0xf

/* ---------------------------------- types -------------------------------- */

/* A type in the low bits, and flags. */
SYSCALL_KIND(socket_type)
{
	const struct syscall_trace_set *set = type->set;
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask != SOCK_TYPE_BITS ||
		    set->consts[i].value != (val & SOCK_TYPE_BITS))
			continue;
		trace_seq_puts(fmt->s, set->consts[i].name);
		val &= ~(u64)SOCK_TYPE_BITS;
		if (!(u32)val)
			return;
		trace_seq_putc(fmt->s, '|');
		break;
	}
	syscall_trace_print_set(fmt, set, val);
}

SYSCALL_KIND(sock_level)
{
	if (!syscall_trace_print_const(fmt, type->set, (u32)val))
		trace_seq_printf(fmt->s, "0x%x /* SOL_?? */", (u32)val);
}

/* --------------------------------- lengths ------------------------------- */

/* `[128 => 16]`; only the first number if the call failed or changed nothing. */
SYSCALL_NESTED(opt_len)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0);
	u64 before, after;

	if (!in || !syscall_trace_read_member(fmt, type, "len", in->data, in->len, &before)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_printf(fmt->s, "[%d", (s32)before);
	if (out && syscall_trace_read_member(fmt, type, "len", out->data, out->len, &after) &&
	    after != before)
		trace_seq_printf(fmt->s, " => %d", (s32)after);
	trace_seq_putc(fmt->s, ']');
}

/* The length of an address. Without an address, the kernel ignores it. */
SYSCALL_NESTED(name_len)
{
	if (syscall_trace_arg(fmt, arg - 1))
		syscall_nested_opt_len(fmt, arg);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
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

SYSCALL_STRUCT(ipv6_mreq)
{
	if (len < type->size[SYSCALL_TRACE_WIDE]) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_inet6(fmt, data, "ipv6mr_multiaddr");
	syscall_trace_print_members(fmt, type, data, len, "ipv6mr_interface");
	trace_seq_putc(fmt->s, '}');
}

/* A set of types. If it has more than half of them, the others are shown behind a ~. */
SYSCALL_STRUCT(icmp_filter)
{
	const struct syscall_trace_set *set = type->fields[0].type->set;
	u32 filter = ~0U;
	const char *sep = "";
	unsigned int i;

	if (!len || fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_address(fmt);
		return;
	}
	memcpy(&filter, data, len < sizeof(filter) ? len : sizeof(filter));
	if (hweight32(filter) > 16) {
		trace_seq_putc(fmt->s, '~');
		filter = ~filter;
	}

	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < 32; i++) {
		if (!(filter >> i & 1))
			continue;
		trace_seq_puts(fmt->s, sep);
		sep = " ";
		if (!syscall_trace_print_const(fmt, set, i))
			trace_seq_printf(fmt->s, "0x%x /* ICMP_??? */", i);
	}
	trace_seq_putc(fmt->s, ']');
}
