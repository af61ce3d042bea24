// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what io_uring needs.
 */
#include <uapi/linux/io_uring.h>

#include "length.h"
#include "nested.h"

/* Descriptors that replace registered ones: a head, and the array that it points to. */
SYSCALL_CAPTURE(io_uring_files_update)
{
	u64 nr = syscall_trace_length(cap, arg);
	struct io_uring_files_update update;

	syscall_trace_capture_part(cap, arg, 0, cap->args[arg], sizeof(update), sizeof(update));
	if (syscall_trace_read(&update, cap->args[arg], sizeof(update)))
		return;
	syscall_trace_capture_part(cap, arg, 1, update.fds, nr * sizeof(s32),
				   min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX) * sizeof(s32));
}

/* The operations that the kernel supports: a head, and an element for each of them. */
SYSCALL_CAPTURE(io_uring_probe)
{
	u64 nr = syscall_trace_length(cap, arg);
	struct io_uring_probe *probe;

	syscall_trace_capture_part(cap, arg, 0, cap->args[arg], struct_size(probe, ops, nr),
				   struct_size(probe, ops,
					       min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX)));
}
