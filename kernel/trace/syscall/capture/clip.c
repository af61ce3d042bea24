// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: limits of strings and data: how much of them is copied, and how much
 * goes into the record of an instance that wants less. Called by the hooks, by record.c and
 * by capture.c.
 */
#include <linux/bitops.h>
#include <linux/netlink.h>

#include "blob.h"
#include "clip.h"

/* Room that strings leave to other arguments where the longest ones do not fit. */
#define OTHERS_ROOM	(SYSCALL_TRACE_STRUCTS_ROOM + SYSCALL_TRACE_DATALEN_DEFAULT)

/**
 * syscall_trace_string_limit - bytes that are copied of each string of a call at most
 * @limits: the limits of the call
 * @captures: syscall_trace_call.captures
 *
 * As a rule, that is limits->strlen. Where a record does not hold the longest strings and
 * data together, each string gets the same share of it, and other arguments keep
 * OTHERS_ROOM.
 *
 * Context: any.
 * Return: bytes, without the NUL.
 */
unsigned int syscall_trace_string_limit(const struct syscall_trace_limits *limits, u32 captures)
{
	unsigned int nr = hweight8(SYSCALL_TRACE_STR_MASK(captures));
	unsigned int room = limits->room;

	if (!limits->tight || !limits->strlen || !nr)
		return limits->strlen;
	if (captures != SYSCALL_TRACE_STR_MASK(captures))
		room -= OTHERS_ROOM;

	return min_t(unsigned int, limits->strlen, room / nr - syscall_trace_string_room(0));
}

/* Is it what is only there if structures are copied? Words in memory say which call it is. */
static bool is_of_struct(const struct syscall_trace_blob *blob)
{
	unsigned int arg = blob->arg & ~SYSCALL_TRACE_BLOB_AT_EXIT;

	if (arg == SYSCALL_TRACE_BLOB_WORDS || arg == SYSCALL_TRACE_BLOB_IFNAME)
		return false;

	return (blob->sort != SYSCALL_TRACE_STRING && blob->sort != SYSCALL_TRACE_DATA) ||
	       syscall_trace_blob_nr(blob);
}

/* Bytes of a blob that an instance wants at most. */
static unsigned int clip_limit(const struct syscall_trace_blob *blob,
			       const struct syscall_trace_clip *clip)
{
	if (!clip->structs && is_of_struct(blob))
		return 0;
	if (blob->sort == SYSCALL_TRACE_STRING)
		return clip->strlen;
	if (blob->sort == SYSCALL_TRACE_DATA &&
	    !(syscall_trace_is_netlink(blob) && clip->datalen >= sizeof(struct nlmsghdr)))
		return clip->datalen;

	return U16_MAX;
}

/**
 * syscall_trace_clip_blobs - copy the blobs of a call, cut to the limits of an instance
 * @dst: where to, or NULL to learn the size
 * @blobs: the blobs
 * @size: bytes of @blobs
 * @clip: the limits
 *
 * Context: any.
 * Return: bytes written.
 */
size_t syscall_trace_clip_blobs(void *dst, const void *blobs, size_t size,
				const struct syscall_trace_clip *clip)
{
	const void *from = blobs, *end = blobs + size;
	size_t to = 0;

	while (from < end) {
		const struct syscall_trace_blob *blob = syscall_trace_blob_at(from);
		unsigned int limit = clip_limit(blob, clip);
		unsigned int len = min3((unsigned int)blob->len, limit, clip->piece);
		size_t clipped = (void *)blob - from + syscall_trace_blob_size(len);
		const void *start = from;

		from = syscall_trace_blob_end(blob);
		if (!limit)
			continue;
		if (to + clipped > clip->room)
			break;
		if (dst) {
			struct syscall_trace_blob *out;

			memcpy(dst + to, start, clipped);
			out = syscall_trace_blob_at(dst + to);
			/* The missing rest does not matter if the instance cuts before it. */
			if (len < blob->len || (len == limit && blob->status ==
							       SYSCALL_TRACE_BLOB_FAULTED)) {
				out->len = len;
				out->status = SYSCALL_TRACE_BLOB_TRUNCATED;
				out->absent = false;
			}
			if (syscall_trace_is_netlink(out) && limit < sizeof(struct nlmsghdr))
				syscall_trace_part_of(out)->count = 0;
		}
		to += clipped;
	}

	return to;
}
