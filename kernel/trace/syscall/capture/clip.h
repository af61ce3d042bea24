/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: how much of the copies goes into a record.
 */
#ifndef _SYSCALL_CAPTURE_CLIP_H
#define _SYSCALL_CAPTURE_CLIP_H

#include "../copy_limits.h"

/**
 * struct syscall_trace_clip - what of a call's blobs goes into a record
 * @strlen: bytes of a string
 * @datalen: bytes of data
 * @piece: bytes of any blob
 * @room: bytes of all: those behind are left out
 * @structs: all that is neither a string nor data, and what it leads to
 */
struct syscall_trace_clip {
	bool		structs;
	unsigned int	strlen;
	unsigned int	datalen;
	unsigned int	piece;
	size_t		room;
};

unsigned int syscall_trace_string_limit(const struct syscall_trace_limits *limits, u32 captures);
size_t syscall_trace_clip_blobs(void *dst, const void *blobs, size_t size,
				const struct syscall_trace_clip *clip);

#endif /* _SYSCALL_CAPTURE_CLIP_H */
