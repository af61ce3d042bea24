// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures asynchronous input and output.
 */
#include <linux/overflow.h>
#include <uapi/linux/aio_abi.h>

#include "io.h"
#include "nested.h"

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
			syscall_trace_add_piece(cap, arg, part, SYSCALL_TRACE_DATA, req->buf,
						req->nbytes, datalen, rest);
		else
			syscall_trace_note_missing(cap, arg);
		return next;
	case IOCB_CMD_PREADV:
	case IOCB_CMD_PWRITEV:
		if (check_mul_overflow((size_t)req->nbytes, 2 * half, &size))
			size = SIZE_MAX;
		if (!syscall_trace_add_piece(cap, arg, part, SYSCALL_TRACE_STRUCT, req->buf, size,
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

		syscall_trace_add_piece(cap, arg, next++, SYSCALL_TRACE_DATA,
					syscall_trace_get_uint(iov, half),
					syscall_trace_get_uint(iov + half, half), datalen,
					nr - i + rest - 1);
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
	const struct syscall_trace_blob *list = syscall_trace_capture_list(cap, arg, half), *blob;
	struct request requests[SYSCALL_TRACE_ELEMENTS_MAX];
	unsigned int next = 2 * SYSCALL_TRACE_ELEMENTS_MAX + 1;
	unsigned int i, nr;

	if (!list)
		return;

	nr = min_t(unsigned int, list->len / half, ARRAY_SIZE(requests));
	for (i = 0; i < nr; i++) {
		struct iocb iocb = { };
		const void *pos = cap->pos;

		if (!syscall_trace_add_piece(cap, arg, i + 1, SYSCALL_TRACE_STRUCT,
					     syscall_trace_get_uint(list->data + i * half, half),
					     each, each, 1))
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
