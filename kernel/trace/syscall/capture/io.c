// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures vectors of buffers.
 */
#include <linux/overflow.h>

#include "../refusals.h"
#include "io.h"
#include "length.h"
#include "nested.h"

/**
 * syscall_trace_add_piece - capture one of the pieces that a list leads to
 * @cap: the capture
 * @arg: the argument that leads to the list
 * @part: the number of the piece
 * @sort: SYSCALL_TRACE_DATA or SYSCALL_TRACE_STRUCT
 * @addr: where the piece is
 * @size: its bytes
 * @limit: copy no more of them
 * @rest: number of pieces to come, this one included
 *
 * Return: false if there was no room.
 */
bool syscall_trace_add_piece(struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int part, unsigned int sort, u64 addr, u64 size,
			     size_t limit, unsigned int rest)
{
	size_t share = syscall_trace_left(cap) / max(cap->sharers, 1U) / max(rest, 1U);
	size_t head = SYSCALL_TRACE_BLOB_HEAD_MAX + SYSCALL_TRACE_BLOB_ALIGN;
	struct syscall_trace_blob *blob;

	if (part > SYSCALL_TRACE_PART_MAX || share <= head) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
		syscall_trace_note_missing(cap, arg);
		return false;
	}
	blob = syscall_trace_add_blob(cap, arg, part, sort);
	if (!blob)
		return false;
	share -= head;
	if (addr && min_t(u64, size, limit) > share)
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);
	if (addr)
		syscall_trace_copy(cap, blob, addr, size, min(limit, share));
	else
		blob->status = SYSCALL_TRACE_BLOB_NULL;
	syscall_trace_end_blob(cap, blob);

	return true;
}

/**
 * syscall_trace_capture_list - capture the first elements of a list
 * @cap: the capture
 * @arg: the argument that leads to it
 * @each: bytes of an element
 *
 * Return: the blob, whose status tells whether there are more elements; NULL: there is no room, or
 * the list wraps around the address space, and is treated as unreadable.
 */
const struct syscall_trace_blob *
syscall_trace_capture_list(struct syscall_trace_capture *cap, unsigned int arg, size_t each)
{
	struct syscall_trace_blob *blob = syscall_trace_begin_nested(cap, arg);
	s64 nr = syscall_trace_length(cap, arg);
	size_t size, end;

	if (!blob || nr < 0 || check_mul_overflow((size_t)nr, each, &size) ||
	    check_add_overflow(cap->args[arg], size, &end))
		return NULL;
	syscall_trace_copy(cap, blob, cap->args[arg], size,
			   min_t(s64, nr, SYSCALL_TRACE_ELEMENTS_MAX) * each);
	syscall_trace_end_blob(cap, blob);

	return blob;
}

/* Capture what is in the buffers of @list; @left: bytes in all, or U64_MAX. */
static void capture_buffers(struct syscall_trace_capture *cap, unsigned int arg,
			    const struct syscall_trace_blob *list, u64 left)
{
	size_t half = syscall_trace_arg_long(cap, arg);
	unsigned int i, nr = list->len / (2 * half);

	if (!cap->limits->datalen) {
		syscall_trace_note_missing(cap, arg);
		return;
	}

	for (i = 0; i < nr; i++) {
		const u8 *iov = list->data + i * 2 * half;
		u64 size = min(syscall_trace_get_uint(iov + half, half), left);

		if (!syscall_trace_add_piece(cap, arg, i + 1, SYSCALL_TRACE_DATA,
					     syscall_trace_get_uint(iov, half), size,
					     cap->limits->datalen, nr - i))
			break;
		if (left != U64_MAX)
			left -= size;
	}
}

/*
 * The kernel reads the list when the call begins; since then it may have changed. Buffers
 * that it fills are captured when the call ends.
 */
SYSCALL_CAPTURE(buffers)
{
	const struct syscall_trace_blob *list;

	list = cap->at_exit ? syscall_trace_entered(cap, arg, 0) :
	       syscall_trace_capture_list(cap, arg, 2 * syscall_trace_arg_long(cap, arg));
	if (!list)
		return;
	if (cap->at_exit)
		capture_buffers(cap, arg, list, cap->ret);
	else if (!(cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT))
		capture_buffers(cap, arg, list, U64_MAX);
}
