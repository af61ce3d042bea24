// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints messages of NETLINK_ROUTE.
 */
#include <uapi/linux/netlink.h>

#include "format.h"
#include "printers.h"

/* A variant by the message's family. */
SYSCALL_STRUCT(nlfamily)
{
	syscall_trace_print_choice(fmt, syscall_trace_find_choice(type, fmt->family), data, len);
}

/* A structure and attributes. Of a cut structure, only the family is shown. */
SYSCALL_STRUCT(nlmessage)
{
	const struct syscall_trace_type *head = type->fields[0].type;
	size_t size = head->size[SYSCALL_TRACE_WIDE];

	if (len < size) {
		syscall_trace_print_struct(fmt, head, data, 1);
		return;
	}
	syscall_trace_print_struct(fmt, head, data, size);
	size = NLMSG_ALIGN(size);
	if (len > size) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_struct(fmt, type->fields[1].type, data + size, len - size);
	}
}
