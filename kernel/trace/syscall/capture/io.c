// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures vectors of buffers, and asynchronous input and output.
 */
#include <linux/overflow.h>
#include <uapi/linux/aio_abi.h>

#include "../refusals.h"
#include "capture.h"
#include "nested.h"

/* Capture one piece; @rest: number of pieces to come, this one included. */
static bool add_piece(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
		      unsigned int sort, u64 addr, u64 size, size_t limit, unsigned int rest)
{
	size_t share = (cap->end - cap->pos) / max(cap->sharers, 1U) / max(rest, 1U);
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

/*
 * Capture the first elements of a list; its status tells whether there are more. A list that
 * wraps around the address space is treated as unreadable.
 */
static const struct syscall_trace_blob *
capture_list(struct syscall_trace_capture *cap, unsigned int arg, size_t each)
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

		if (!add_piece(cap, arg, i + 1, SYSCALL_TRACE_DATA,
			       syscall_trace_get_uint(iov, half), size, cap->limits->datalen,
			       nr - i))
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
	       capture_list(cap, arg, 2 * syscall_trace_arg_long(cap, arg));
	if (!list)
		return;
	if (cap->at_exit)
		capture_buffers(cap, arg, list, cap->ret);
	else if (!(cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT))
		capture_buffers(cap, arg, list, U64_MAX);
}

struct request {
	u16	opcode;
	u64	buf;
	u64	nbytes;
};

/*
 * Capture what request @i leads to; @rest: how many are still to come, this one included.
 * Elements of a vector are numbered from @next on; returns what is behind them, also if
 * there was no room.
 */
static unsigned int capture_request(struct syscall_trace_capture *cap, unsigned int arg,
				    const struct request *req, unsigned int i,
				    unsigned int rest, unsigned int next)
{
	size_t half = syscall_trace_arg_long(cap, arg), datalen = cap->limits->datalen, size;
	unsigned int part = SYSCALL_TRACE_ELEMENTS_MAX + 1 + i, nr;
	const struct syscall_trace_blob *vec;
	const void *pos = cap->pos;

	switch (req->opcode) {
	case IOCB_CMD_PWRITE:
		if (datalen)
			add_piece(cap, arg, part, SYSCALL_TRACE_DATA, req->buf, req->nbytes,
				  datalen, rest);
		else
			syscall_trace_note_missing(cap, arg);
		return next;
	case IOCB_CMD_PREADV:
	case IOCB_CMD_PWRITEV:
		if (check_mul_overflow((size_t)req->nbytes, 2 * half, &size))
			size = SIZE_MAX;
		if (!add_piece(cap, arg, part, SYSCALL_TRACE_STRUCT, req->buf, size,
			       SYSCALL_TRACE_ELEMENTS_MAX * 2 * half, rest))
			return next;
		break;
	default:
		return next;
	}
	if (req->opcode == IOCB_CMD_PREADV)
		return next;
	if (!datalen) {
		syscall_trace_note_missing(cap, arg);
		return next;
	}

	vec = syscall_trace_blob_at(pos);
	nr = vec->len / (2 * half);
	for (i = 0; i < nr; i++) {
		const u8 *iov = vec->data + i * 2 * half;

		add_piece(cap, arg, next++, SYSCALL_TRACE_DATA, syscall_trace_get_uint(iov, half),
			  syscall_trace_get_uint(iov + half, half), datalen, nr - i + rest - 1);
	}

	return next;
}

/*
 * Part 0: the addresses; then one each for the requests; then one each for their
 * buffers: data, or a vector, whose elements are in this order at the end.
 */
SYSCALL_CAPTURE(iocbs)
{
	size_t half = syscall_trace_arg_long(cap, arg), each = sizeof(struct iocb);
	const struct syscall_trace_blob *list = capture_list(cap, arg, half), *blob;
	struct request requests[SYSCALL_TRACE_ELEMENTS_MAX];
	unsigned int next = 2 * SYSCALL_TRACE_ELEMENTS_MAX + 1;
	unsigned int i, nr;

	if (!list)
		return;

	nr = min_t(unsigned int, list->len / half, ARRAY_SIZE(requests));
	for (i = 0; i < nr; i++) {
		struct iocb iocb = { };

		const void *pos = cap->pos;

		if (!add_piece(cap, arg, i + 1, SYSCALL_TRACE_STRUCT,
			       syscall_trace_get_uint(list->data + i * half, half), each, each, 1))
			break;
		blob = syscall_trace_blob_at(pos);
		/* One that is not there as a whole is shown as its address. */
		if (blob->len == each)
			memcpy(&iocb, blob->data, each);
		requests[i] = (struct request) {
			.opcode	= iocb.aio_lio_opcode,
			.buf	= iocb.aio_buf,
			.nbytes	= iocb.aio_nbytes,
		};
	}

	nr = i;
	for (i = 0; i < nr; i++)
		next = capture_request(cap, arg, &requests[i], i, nr - i, next);
}
