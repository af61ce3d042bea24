// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what goes through sockets: data, and all of it if these
 * are messages of a netlink socket, with the names of the network interfaces in them; or
 * nothing, if the socket has discarded it.
 */
#include <linux/file.h>
#include <linux/net.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/socket.h>
#include <net/sock.h>

#include "ifname.h"
#include "nested.h"
#include "netlink.h"

/* Where messages of NETLINK_ROUTE have the number of an interface, if they have one. */
#define IFINDEX_OFFSET	4

#ifdef CONFIG_NET
/* The protocol of the socket in the first argument; negative if it is not a netlink socket. */
static int socket_protocol(const struct syscall_trace_capture *cap)
{
	int protocol = -1, err;
	struct socket *sock;

	sock = sockfd_lookup(cap->args[0], &err);
	if (!sock)
		return -1;
	/* The reference to the file keeps the socket from being released. */
	if (sock->ops->family == AF_NETLINK && sock->sk)
		protocol = sock->sk->sk_protocol;
	sockfd_put(sock);

	return protocol;
}

/* Is what the socket in the first argument receives a stream that may be discarded? */
static bool may_discard(const struct syscall_trace_capture *cap)
{
	struct socket *sock;
	bool may = false;
	int err;

	sock = sockfd_lookup(cap->args[0], &err);
	if (!sock)
		return false;
	switch (READ_ONCE(sock->ops)->family) {
	case AF_INET:
	case AF_INET6:
	case AF_SMC:
		may = sock->type == SOCK_STREAM;
	}
	sockfd_put(sock);

	return may;
}
#else
static int socket_protocol(const struct syscall_trace_capture *cap)
{
	return -1;
}

static bool may_discard(const struct syscall_trace_capture *cap)
{
	return false;
}
#endif

/**
 * syscall_trace_is_discarded - has the kernel discarded what was received?
 * @cap: the capture
 * @flags: the flags of the call
 *
 * With MSG_TRUNC, TCP, MPTCP and SMC count the bytes that they receive, and write none of them:
 * what is in the buffer was there before.
 *
 * Context: may sleep.
 */
bool syscall_trace_is_discarded(const struct syscall_trace_capture *cap, unsigned int flags)
{
	/* The queue of errors is read in the same way from all sockets. */
	return cap->at_exit && (flags & (MSG_TRUNC | MSG_ERRQUEUE)) == MSG_TRUNC &&
	       may_discard(cap);
}

/**
 * syscall_trace_copy_netlink - copy whole messages if the data of a blob begins with one
 * @cap: the capture
 * @blob: the blob that is being made, with the data that syscall_trace_copy() copied
 * @addr: its address in user space
 * @size: bytes that are there
 *
 * The socket is looked at only if the data could begin with a message.
 *
 * Context: may sleep.
 * Return: the blob that is to be ended.
 */
struct syscall_trace_blob *
syscall_trace_copy_netlink(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			   unsigned long addr, size_t size)
{
	struct syscall_trace_blob *messages;
	int protocol;

	if (!syscall_trace_like_netlink(blob))
		return blob;
	protocol = socket_protocol(cap);
	/* What this protocol sends is text. */
	if (protocol < 0 || protocol == NETLINK_KOBJECT_UEVENT)
		return blob;

	messages = syscall_trace_add_counted(cap, blob->arg & ~SYSCALL_TRACE_BLOB_AT_EXIT,
					     syscall_trace_blob_nr(blob), SYSCALL_TRACE_DATA,
					     protocol + 1);
	if (!messages)
		return blob;
	syscall_trace_copy(cap, messages, addr, size, size);

	return messages;
}

/* Capture names of the interfaces that routes go through. */
static void capture_route_ifnames(struct syscall_trace_capture *cap, const u8 *data, size_t len)
{
	struct nlattr attr;
	u32 ifindex;

	while (len >= sizeof(attr)) {
		memcpy(&attr, data, sizeof(attr));
		if (attr.nla_len < sizeof(attr) || attr.nla_len > len)
			break;
		if ((attr.nla_type == RTA_OIF || attr.nla_type == RTA_IIF) &&
		    attr.nla_len == sizeof(attr) + sizeof(ifindex)) {
			memcpy(&ifindex, data + sizeof(attr), sizeof(ifindex));
			syscall_trace_capture_ifname(cap, ifindex);
		}
		data += min_t(size_t, NLA_ALIGN(attr.nla_len), len);
		len -= min_t(size_t, NLA_ALIGN(attr.nla_len), len);
	}
}

/**
 * syscall_trace_netlink_ifnames - capture names of the interfaces in messages
 * @cap: the capture
 * @blob: a complete blob that syscall_trace_copy_netlink() has seen
 */
void syscall_trace_netlink_ifnames(struct syscall_trace_capture *cap,
				   const struct syscall_trace_blob *blob)
{
	const size_t route = sizeof(struct nlmsghdr) + sizeof(struct rtmsg);
	const u8 *data = blob->data;
	size_t len = blob->len;
	struct nlmsghdr head;
	u32 ifindex;

	if (!syscall_trace_is_netlink(blob) ||
	    syscall_trace_blob_count(blob) != NETLINK_ROUTE + 1)
		return;

	while (len >= sizeof(head)) {
		size_t size;

		memcpy(&head, data, sizeof(head));
		size = min_t(size_t, head.nlmsg_len, len);
		if (size < sizeof(head))
			break;
		switch (head.nlmsg_type) {
		case RTM_NEWLINK ... RTM_SETLINK:
		case RTM_NEWADDR ... RTM_GETADDR:
		case RTM_NEWNEIGH ... RTM_GETNEIGH:
		case RTM_NEWQDISC ... RTM_GETTFILTER:
			if (size < sizeof(head) + IFINDEX_OFFSET + sizeof(ifindex))
				break;
			memcpy(&ifindex, data + sizeof(head) + IFINDEX_OFFSET, sizeof(ifindex));
			syscall_trace_capture_ifname(cap, ifindex);
			break;
		case RTM_NEWROUTE ... RTM_GETROUTE:
			if (size > route)
				capture_route_ifnames(cap, data + route, size - route);
			break;
		}
		data += min_t(size_t, NLMSG_ALIGN(size), len);
		len -= min_t(size_t, NLMSG_ALIGN(size), len);
	}
}
