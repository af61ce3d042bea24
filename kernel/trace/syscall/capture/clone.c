// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what makes new tasks.
 */
#include "blob.h"
#include "nested.h"

/*
 * clone3(): at entry, the structure and the ids that the child is to get. At exit, what the
 * kernel has written to the addresses in the structure.
 */
SYSCALL_CAPTURE(clone_args)
{
	unsigned long addr = cap->args[arg];
	size_t given = cap->args[arg + 1];
	size_t size = min_t(size_t, given, sizeof(struct clone_args));
	const struct syscall_trace_blob *old;
	struct syscall_trace_blob *blob;
	struct clone_args args = { };

	if (size < CLONE_ARGS_SIZE_VER0)
		return;

	if (cap->at_exit) {
		/* What the kernel wrote may have overwritten the structure in memory. */
		old = syscall_trace_entered(cap, arg, 0);
		if (!old || old->len < size)
			return;
		memcpy(&args, old->data, size);
		if (args.flags & CLONE_PIDFD)
			syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_PIDFD, args.pidfd,
						   sizeof(s32), sizeof(s32));
		if (args.flags & CLONE_PARENT_SETTID)
			syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_PARENT_TID,
						   args.parent_tid, sizeof(s32), sizeof(s32));
		return;
	}

	if (syscall_trace_read(&args, addr, size))
		return;

	/* With bytes beyond the known members: the kernel rejects them unless they are 0. */
	blob = syscall_trace_add_counted(cap, arg, 0, SYSCALL_TRACE_NESTED, given);
	if (!blob)
		return;
	syscall_trace_copy(cap, blob, addr, given, sizeof(args) + SYSCALL_TRACE_REST_MAX);
	syscall_trace_end_blob(cap, blob);

	size = args.set_tid_size * sizeof(s32);
	if (args.set_tid && args.set_tid_size &&
	    args.set_tid_size <= SYSCALL_TRACE_ELEMENTS_MAX)
		syscall_trace_capture_part(cap, arg, SYSCALL_CLONE3_SET_TID, args.set_tid,
					   size, size);
}
