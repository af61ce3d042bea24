// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures names of the machine.
 */
#include <linux/utsname.h>

#include "capture.h"
#include "nested.h"

/* The name of a host or a domain, unless it is too long to be one. */
void syscall_capture_hostname(struct syscall_trace_capture *cap, unsigned int arg)
{
	u64 len = syscall_trace_length(cap, arg);
	struct syscall_trace_blob *blob;

	if (len > __NEW_UTS_LEN || !cap->args[arg])
		return;
	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_DATA);
	if (!blob)
		return;
	syscall_trace_copy(cap, blob, cap->args[arg], len, cap->limits->datalen);
	syscall_trace_end_blob(cap, blob);
}
