// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures control data of messages.
 */
#include "../named_types.h"
#include "control.h"
#include "sockaddr.h"

/* What is copied of control data at most. */
#define CONTROL_MAX	512

/* Capture names of the interfaces in control data. */
static void capture_cmsg_ifnames(struct syscall_trace_capture *cap, unsigned int arg,
				 const struct syscall_trace_blob *blob)
{
	size_t size = syscall_trace_arg_long(cap, arg), head = size + 2 * sizeof(u32), pos = 0;

	while (pos < blob->len && blob->len - pos >= head) {
		u64 len = syscall_trace_get_uint(blob->data + pos, size);
		u32 level = syscall_trace_number_at(blob, pos + size, sizeof(level));
		u32 nr = syscall_trace_number_at(blob, pos + head - sizeof(nr), sizeof(nr));
		const struct syscall_trace_type *type;

		type = syscall_trace_chosen(&syscall_trace_cmsgs, level);
		syscall_trace_ifnames(cap, blob, pos + head, syscall_trace_chosen(type, nr));
		if (len < head || len > blob->len - pos)
			break;
		pos += ALIGN(len, size);
	}
}

/**
 * syscall_trace_capture_control - capture the control data of a message
 * @cap: the capture
 * @arg: the argument that leads to the message
 * @part: the part of the message's header
 * @addr: where the control data is
 * @len: bytes of it
 */
void syscall_trace_capture_control(struct syscall_trace_capture *cap, unsigned int arg,
				   unsigned int part, u64 addr, u64 len)
{
	const struct syscall_trace_blob *blob;

	if (len < syscall_trace_arg_long(cap, arg) + 2 * sizeof(u32))
		return;
	blob = syscall_trace_capture_part(cap, arg, part + SYSCALL_MSG_CONTROL, addr, len,
					  CONTROL_MAX);
	if (blob && blob->status != SYSCALL_TRACE_BLOB_FAULTED)
		capture_cmsg_ifnames(cap, arg, blob);
}
