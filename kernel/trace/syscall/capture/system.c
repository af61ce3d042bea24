// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures names of the machine.
 */
#include <linux/utsname.h>

#include "length.h"
#include "nested.h"

/* The name of a host or a domain, unless it is too long to be one. */
SYSCALL_CAPTURE(hostname)
{
	u64 len = syscall_trace_length(cap, arg);

	if (len <= __NEW_UTS_LEN && cap->args[arg])
		syscall_trace_capture_blob(cap, arg, 0, SYSCALL_TRACE_DATA, cap->args[arg], len,
					   cap->limits->datalen);
}
