// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of ioctl commands on network devices.
 */
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

#define ADDR_LEN	6

/* A struct ifreq. The kernel also writes back what was asked for, so its copy will do. */
SYSCALL_NESTED(ifreq)
{
	const struct syscall_trace_blob *out;

	out = syscall_trace_whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);
	if (out && !syscall_trace_whole_blob(fmt, arg, SYSCALL_TRACE_DIR_IN))
		syscall_trace_print_struct(fmt, fmt->call->args[arg].type, out->data, out->len);
	else
		syscall_nested_answered(fmt, arg);
}

/* The type of a hardware address tells its length. */
SYSCALL_STRUCT(hwaddr)
{
	const struct syscall_trace_const *c;
	u64 family;
	size_t nr;

	if (!syscall_trace_read_member(fmt, type, "sa_family", data, len, &family))
		return;

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "sa_family");
	trace_seq_puts(fmt->s, ", sa_data=");
	c = syscall_trace_find_const(type->fields[0].type->set, family);
	nr = c && (!strcmp(c->name, "ARPHRD_ETHER") || !strcmp(c->name, "ARPHRD_LOOPBACK") ||
		   !strcmp(c->name, "AF_UNSPEC")) ? ADDR_LEN : len - sizeof(u16);
	syscall_trace_print_hwaddr(fmt, data + sizeof(u16), nr);
	trace_seq_putc(fmt->s, '}');
}

SYSCALL_STRUCT(sockaddr16)
{
	if (len < type->size[SYSCALL_TRACE_WIDE])
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_sockaddr(fmt, data, type->size[SYSCALL_TRACE_WIDE]);
}

static void print_ifc_len(struct syscall_trace_fmt *fmt, s32 len, size_t size)
{
	syscall_trace_print_signed(fmt, len);
	if (len > 0 && !(len % size))
		trace_seq_printf(fmt->s, " /* %u * sizeof(struct ifreq) */",
				 (unsigned int)(len / size));
}

/* SIOCGIFCONF: the room that there was, the room that it took, and the devices. */
SYSCALL_NESTED(ifconf)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0), *list;
	size_t size = SYSCALL_IFREQ_SIZE(syscall_trace_layout(type, fmt->abi));
	const struct syscall_trace_type *ifreq;
	u64 before, after, buf;
	unsigned int i;

	if (!in || !syscall_trace_read_member(fmt, type, "ifc_len", in->data, in->len, &before) ||
	    !syscall_trace_read_member(fmt, type, "ifc_buf", in->data, in->len, &buf)) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_puts(fmt->s, "{ifc_len=");
	if (!out || !syscall_trace_read_member(fmt, type, "ifc_len", out->data, out->len, &after))
		after = before;
	/* Without a buffer, the kernel only tells which size it must have. */
	print_ifc_len(fmt, buf ? before : after, size);
	if (buf && before != after) {
		trace_seq_puts(fmt->s, " => ");
		print_ifc_len(fmt, after, size);
	}

	trace_seq_puts(fmt->s, ", ifc_buf=");
	list = out && buf ? syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT, 1) : NULL;
	ifreq = syscall_trace_find_field(type, "request")->type;
	if (!list || list->status == SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_pointer(fmt, buf);
	} else {
		trace_seq_putc(fmt->s, '[');
		for (i = 0; (i + 1) * size <= list->len && !syscall_trace_full(fmt); i++) {
			syscall_trace_comma(fmt);
			syscall_trace_print_struct(fmt, ifreq, list->data + i * size, size);
		}
		if (list->status == SYSCALL_TRACE_BLOB_TRUNCATED || (i + 1) * size <= list->len)
			trace_seq_puts(fmt->s, ", ...");
		trace_seq_putc(fmt->s, ']');
	}
	trace_seq_putc(fmt->s, '}');
}
