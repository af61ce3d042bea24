/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: messages of netlink sockets, and what other sockets discard.
 */
#ifndef _SYSCALL_CAPTURE_NETLINK_H
#define _SYSCALL_CAPTURE_NETLINK_H

#include <linux/netlink.h>
#include <linux/sizes.h>

#include "blob.h"

/* Could the data of a blob begin with a message of a netlink socket? */
static inline bool syscall_trace_like_netlink(const struct syscall_trace_blob *blob)
{
	u32 len = syscall_trace_number_at(blob, offsetof(struct nlmsghdr, nlmsg_len), sizeof(len));

	return blob->len >= sizeof(struct nlmsghdr) && len >= sizeof(struct nlmsghdr) &&
	       len <= SZ_1M;
}

bool syscall_trace_is_discarded(const struct syscall_trace_capture *cap, unsigned int flags);
struct syscall_trace_blob *
syscall_trace_copy_netlink(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			   unsigned long addr, size_t size);
void syscall_trace_netlink_ifnames(struct syscall_trace_capture *cap,
				   const struct syscall_trace_blob *blob);

#endif /* _SYSCALL_CAPTURE_NETLINK_H */
