// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures the masks in the frames of signal handlers.
 */
#include "blob.h"
#include "nested.h"

/* sigreturn() restores the mask in the frame on the stack; no argument points there. */
static void capture_sigframe(struct syscall_trace_capture *cap, unsigned int arg, bool old)
{
	struct syscall_trace_blob *blob;
	unsigned long addr[2];

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED);
	if (!blob)
		return;
	syscall_trace_arch_sigmask(cap->task->abi, old, addr);
	syscall_trace_copy(cap, blob, addr[0], sizeof(u32), sizeof(u32));
	if (blob->len == sizeof(u32))
		syscall_trace_copy(cap, blob, addr[1], sizeof(u32), sizeof(u32));
	syscall_trace_end_blob(cap, blob);
}

SYSCALL_CAPTURE(sigframe)
{
	capture_sigframe(cap, arg, false);
}

SYSCALL_CAPTURE(old_sigframe)
{
	capture_sigframe(cap, arg, true);
}
