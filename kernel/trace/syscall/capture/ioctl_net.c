// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what ioctl commands on network devices lead to.
 */
#include "blob.h"
#include "nested.h"

/* SIOCGIFCONF: the size and the address of a list and, at exit, the list. */
SYSCALL_CAPTURE(ifconf)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	const struct syscall_trace_blob *blob;
	u64 len, buf;

	blob = syscall_trace_capture_part(cap, arg, 0, cap->args[arg], 2 * size, 2 * size);
	if (!blob || blob->status != SYSCALL_TRACE_BLOB_OK || !cap->at_exit)
		return;
	len = syscall_trace_extend(*(u32 *)blob->data, sizeof(u32), true);
	buf = size == sizeof(u32) ? ((u32 *)blob->data)[1] : ((u64 *)blob->data)[1];
	if (!buf || (s64)len < 0)
		return;

	syscall_trace_capture_part(cap, arg, 1, buf, len, SYSCALL_TRACE_ELEMENTS_MAX *
				   SYSCALL_IFREQ_SIZE(size == sizeof(u32)));
}
