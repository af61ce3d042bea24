/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: names of network interfaces.
 */
#ifndef _SYSCALL_CAPTURE_IFNAME_H
#define _SYSCALL_CAPTURE_IFNAME_H

#include "blob.h"

void syscall_trace_capture_ifname(struct syscall_trace_capture *cap, int ifindex);
void syscall_trace_ifname_at(struct syscall_trace_capture *cap,
			     const struct syscall_trace_blob *blob, size_t offset);

#endif /* _SYSCALL_CAPTURE_IFNAME_H */
