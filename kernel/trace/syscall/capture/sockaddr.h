/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: names of the interfaces in structures.
 */
#ifndef _SYSCALL_CAPTURE_SOCKADDR_H
#define _SYSCALL_CAPTURE_SOCKADDR_H

#include "blob.h"

void syscall_trace_ifnames(struct syscall_trace_capture *cap,
			   const struct syscall_trace_blob *blob, size_t offset,
			   const struct syscall_trace_type *type);

#endif /* _SYSCALL_CAPTURE_SOCKADDR_H */
