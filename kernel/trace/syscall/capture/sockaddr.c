// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures addresses of sockets, with the names of the network
 * interfaces that are in them.
 */
#include <linux/in6.h>
#include <linux/socket.h>
#include <net/ipv6.h>
#include <uapi/linux/if_packet.h>
#include <uapi/linux/if_xdp.h>
#include <uapi/linux/nfc.h>

#include "capture.h"
#include "nested.h"

/**
 * syscall_trace_address_ifname - capture the name of the interface in an address
 * @cap: the capture
 * @blob: a complete blob
 * @offset: where in it the address is
 *
 * Addresses of some families have the number of one.
 */
void syscall_trace_address_ifname(struct syscall_trace_capture *cap,
				  const struct syscall_trace_blob *blob, size_t offset)
{
	struct sockaddr_in6 in6;

	switch (syscall_trace_number_at(blob, offset, sizeof(sa_family_t))) {
	case AF_INET6:
		if (blob->len < offset + sizeof(in6))
			break;
		memcpy(&in6, blob->data + offset, sizeof(in6));
		if (ipv6_addr_type(&in6.sin6_addr) & IPV6_ADDR_LINKLOCAL)
			syscall_trace_capture_ifname(cap, in6.sin6_scope_id);
		break;
	case AF_PACKET:
		syscall_trace_ifname_at(cap, blob,
					offset + offsetof(struct sockaddr_ll, sll_ifindex));
		break;
	case AF_NFC:
		syscall_trace_ifname_at(cap, blob, offset + offsetof(struct sockaddr_nfc, dev_idx));
		break;
	case AF_XDP:
		syscall_trace_ifname_at(cap, blob,
					offset + offsetof(struct sockaddr_xdp, sxdp_ifindex));
		break;
	}
}

SYSCALL_CAPTURE(sockaddr)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);

	if (blob)
		syscall_trace_address_ifname(cap, blob, 0);
}

SYSCALL_CAPTURE(ipv6_mreq)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);

	if (blob)
		syscall_trace_ifname_at(cap, blob, offsetof(struct ipv6_mreq, ipv6mr_ifindex));
}

SYSCALL_CAPTURE(packet_mreq)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);

	if (blob)
		syscall_trace_ifname_at(cap, blob, offsetof(struct packet_mreq, mr_ifindex));
}

SYSCALL_CAPTURE(group_req)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);

	if (!blob)
		return;
	syscall_trace_ifname_at(cap, blob, 0);
	/* The address is aligned as a long is. */
	syscall_trace_address_ifname(cap, blob, syscall_trace_arg_long(cap, arg));
}
