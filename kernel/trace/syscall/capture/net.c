// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures lengths of addresses and of options of sockets.
 */
#include "capture.h"
#include "nested.h"

void syscall_capture_name_len(struct syscall_trace_capture *cap, unsigned int arg)
{
	syscall_trace_capture_plain(cap, arg);
}

void syscall_capture_opt_len(struct syscall_trace_capture *cap, unsigned int arg)
{
	syscall_trace_capture_plain(cap, arg);
}
