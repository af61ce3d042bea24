// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures structures with the names of the network interfaces whose
 * numbers are in them, among these addresses of sockets.
 */
#include <linux/in6.h>
#include <linux/socket.h>
#include <net/ipv6.h>

#include "../named_types.h"
#include "arg.h"
#include "ifname.h"
#include "nested.h"
#include "sockaddr.h"

/* Only link-local addresses of IPv6 have an interface. */
static void capture_in6_ifname(struct syscall_trace_capture *cap,
			       const struct syscall_trace_blob *blob, size_t offset)
{
	struct sockaddr_in6 in6;

	if (blob->len < offset + sizeof(in6))
		return;
	memcpy(&in6, blob->data + offset, sizeof(in6));
	if (ipv6_addr_type(&in6.sin6_addr) & IPV6_ADDR_LINKLOCAL)
		syscall_trace_capture_ifname(cap, in6.sin6_scope_id);
}

/**
 * syscall_trace_ifnames - capture names of the interfaces whose numbers are in a structure
 * @cap: the capture
 * @blob: a complete blob
 * @offset: where in it the structure is, as far as it is there
 * @type: the structure's type
 */
void syscall_trace_ifnames(struct syscall_trace_capture *cap,
			   const struct syscall_trace_blob *blob, size_t offset,
			   const struct syscall_trace_type *type)
{
	unsigned int i, layout = syscall_trace_layout(type, cap->task->abi);

	if (type == &syscall_trace_sockaddr) {
		u16 family = syscall_trace_number_at(blob, offset, sizeof(family));

		if (family == AF_INET6)
			capture_in6_ifname(cap, blob, offset);
		type = syscall_trace_chosen(&syscall_trace_sockaddrs, family);
	}
	if (type->sort != SYSCALL_TRACE_STRUCT)
		return;
	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t at = offset + field->offset[layout];

		if (field->type->role == SYSCALL_TRACE_IFINDEX)
			syscall_trace_ifname_at(cap, blob, at);
		else
			syscall_trace_ifnames(cap, blob, at, field->type);
	}
}

SYSCALL_CAPTURE(ifnames)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);

	if (blob && blob->len)
		syscall_trace_ifnames(cap, blob, 0, cap->call->args[arg].type);
}
