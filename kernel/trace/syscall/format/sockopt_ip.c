// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints options of IP sockets.
 */
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* In struct ip_mreq, which is the beginning of struct ip_mreqn, a member has another name. */
SYSCALL_STRUCT(ip_mreq)
{
	size_t whole = type->size[SYSCALL_TRACE_WIDE];
	u64 addr;

	if (len < whole - sizeof(u32)) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "imr_multiaddr");
	if (len >= whole) {
		syscall_trace_print_members(fmt, type, data, len, "imr_address", "imr_ifindex");
	} else {
		addr = syscall_trace_member(fmt, type, "imr_address", data, len);
		trace_seq_puts(fmt->s, ", imr_interface=");
		syscall_trace_print_scalar(fmt, type->fields[1].type, addr);
	}
	trace_seq_putc(fmt->s, '}');
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
