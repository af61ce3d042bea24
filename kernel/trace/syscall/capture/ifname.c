// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures names of network interfaces, whose numbers are in addresses
 * and messages. Called by sockaddr.c and netlink.c.
 */
#include <linux/file.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/nsproxy.h>
#include <linux/sched.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#include "ifname.h"
#include "nested.h"

#ifdef CONFIG_NET
/*
 * The number means what the socket in the first argument makes of it. Its task may have gone to
 * another namespace since; if there is no socket, only that one is left.
 */
static bool interface_name(const struct syscall_trace_capture *cap, int ifindex, char *name)
{
	struct net_device *dev;
	struct socket *sock;
	struct net *net;
	int err;

	/* A kernel thread that copies for another task has neither its files nor its namespace. */
	if (!current->nsproxy || current->flags & PF_KTHREAD)
		return false;

	/* The reference to the file keeps the socket, and so its namespace. */
	sock = sockfd_lookup(cap->args[0], &err);
	net = sock && sock->sk ? sock_net(sock->sk) : current->nsproxy->net_ns;
	rcu_read_lock();
	dev = dev_get_by_index_rcu(net, ifindex);
	if (dev)
		netdev_copy_name(dev, name);
	rcu_read_unlock();
	if (sock)
		sockfd_put(sock);

	return dev;
}
#else
static bool interface_name(const struct syscall_trace_capture *cap, int ifindex, char *name)
{
	return false;
}
#endif

/**
 * syscall_trace_capture_ifname - capture the name of a network interface
 * @cap: the capture
 * @ifindex: its number
 *
 * The printer cannot look the name up, and it may have changed by then. A call has room
 * for SYSCALL_TRACE_IFNAMES_MAX of them.
 */
void syscall_trace_capture_ifname(struct syscall_trace_capture *cap, int ifindex)
{
	unsigned int i;
	struct syscall_trace_blob *blob;
	char name[IFNAMSIZ] = "";
	size_t len;

	for (i = 0; i < cap->nr_ifnames; i++) {
		if (cap->ifindexes[i] == ifindex)
			return;
	}
	if (ifindex <= 0 || cap->nr_ifnames == SYSCALL_TRACE_IFNAMES_MAX ||
	    !interface_name(cap, ifindex, name))
		return;

	len = sizeof(u32) + strnlen(name, sizeof(name));
	cap->ifindexes[cap->nr_ifnames] = ifindex;
	blob = syscall_trace_add_blob(cap, SYSCALL_TRACE_BLOB_IFNAME, cap->nr_ifnames++,
				      SYSCALL_TRACE_NESTED);
	if (!blob || !syscall_trace_has_room(cap, blob, len))
		return;
	memcpy(blob->data, &ifindex, sizeof(u32));
	memcpy(blob->data + sizeof(u32), name, len - sizeof(u32));
	blob->len = len;
	syscall_trace_end_blob(cap, blob);
}

/**
 * syscall_trace_ifname_at - capture the name of the interface whose number was captured
 * @cap: the capture
 * @blob: a complete blob
 * @offset: where in it the number is, if it is there
 */
void syscall_trace_ifname_at(struct syscall_trace_capture *cap,
			     const struct syscall_trace_blob *blob, size_t offset)
{
	syscall_trace_capture_ifname(cap, syscall_trace_number_at(blob, offset, sizeof(u32)));
}
