// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints options of sockets, and lengths that a call changes.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* Where setsockopt() and getsockopt() have the length. */
#define OPT_LEN		4

#define SOCK_TYPE_BITS	0xf

/* ---------------------------------- types -------------------------------- */

/* A kind of socket, and flags. */
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

/* `[128 => 16]`; only what was there at the beginning if the call failed. */
SYSCALL_NESTED(opt_len)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0);
	u64 before, after;

	if (!in || !syscall_trace_field(fmt, type, "len", in->data, in->len, &before)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_printf(fmt->s, "[%d", (s32)before);
	if (out && syscall_trace_field(fmt, type, "len", out->data, out->len, &after) &&
	    after != before)
		trace_seq_printf(fmt->s, " => %d", (s32)after);
	trace_seq_putc(fmt->s, ']');
}

/* The length of an address. It is of no interest if there is no address. */
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

/* An option that nothing is known of: the length tells whether it is an integer. */
SYSCALL_STRUCT(optval)
{
	bool truncated = fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;

	if (!len && !is_given(fmt))
		syscall_trace_print_address(fmt);
	else if (len && syscall_trace_hide(fmt))
		return;
	else if (len == sizeof(s32) && !truncated)
		trace_seq_printf(fmt->s, "[%d]", (s32)syscall_trace_get_long(data, len));
	else
		syscall_trace_print_string(fmt, data, len, truncated);
}

/* An integer. More bytes do not matter; the kernel's answer may have fewer. */
SYSCALL_STRUCT(opt_int)
{
	const struct syscall_trace_field *field = &type->fields[0];
	u64 val;

	if (syscall_trace_field(fmt, type, field->name, data, len, &val)) {
		trace_seq_putc(fmt->s, '[');
		syscall_trace_print_scalar(fmt, field->type, val);
		trace_seq_putc(fmt->s, ']');
	} else if (is_given(fmt) || !len) {
		syscall_trace_print_address(fmt);
	} else {
		syscall_trace_print_hex(fmt, data, len, false);
	}
}

/* Integers like the first member, of which there may be more than there was room for. */
SYSCALL_STRUCT(ints)
{
	if (len)
		syscall_trace_print_ints(fmt, data, len, type->fields[0].is_signed);
	else
		syscall_trace_print_address(fmt);
}

/* Member by member, as far as the kernel's answer goes. */
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
		syscall_trace_next(fmt);
		if (start + field->size[layout] <= len) {
			syscall_trace_print_field(fmt, type, field->name, data, len);
		} else {
			trace_seq_printf(fmt->s, "%s=", field->name);
			syscall_trace_print_hex(fmt, data + start, len - start, false);
		}
	}
	trace_seq_putc(fmt->s, '}');
}

/* What a program gives has to be there as a whole. */
SYSCALL_STRUCT(sockopt)
{
	if (is_given(fmt) ? len < syscall_trace_fmt_size(fmt, type) : !len)
		syscall_trace_print_address(fmt);
	else
		print_members(fmt, type, data, len);
}

/* The same, and there must be nothing behind it. */
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

/* A set of types. If it has more than half of them, those are shown that it lacks. */
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
