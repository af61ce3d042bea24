/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: how much is copied of what arguments lead to, and the room for that.
 */
#ifndef _SYSCALL_COPY_LIMITS_H
#define _SYSCALL_COPY_LIMITS_H

#include <linux/align.h>
#include <linux/spinlock.h>
#include <linux/syscall_trace_record.h>
#include <linux/types.h>

/* Default and limit of syscall_strlen; PATH_MAX counts the NUL, this does not. */
#define SYSCALL_TRACE_STRLEN_DEFAULT	256
#define SYSCALL_TRACE_STRLEN_MAX	4095

/* Default and limit of syscall_datalen. */
#define SYSCALL_TRACE_DATALEN_DEFAULT	32
#define SYSCALL_TRACE_DATALEN_MAX	4095

/**
 * struct syscall_trace_limits - how much is copied of what arguments lead to
 * @version: changes with each update
 * @strlen: bytes of a string to copy, the most that any instance wants; 0: copy none
 * @datalen: bytes of data, likewise
 * @room: bytes of all blobs of a call, at most what the largest record holds
 * @least: what the smallest record does: there should not be more blobs than it has room for
 * @mask: the bits of syscall_trace_call.captures that mean work with these limits
 * @structs: copy structures
 * @tight: the longest strings and data do not fit into @room together
 * @clip: some instance wants less than is copied, or its records hold less
 */
struct syscall_trace_limits {
	u32		version;
	unsigned int	strlen;
	unsigned int	datalen;
	unsigned int	room;
	unsigned int	least;
	u32		mask;
	bool		structs;
	bool		tight;
	bool		clip;
};

/* @version is also read without syscall_trace_limits_lock. */
extern struct syscall_trace_limits syscall_trace_limits;
extern spinlock_t syscall_trace_limits_lock;

void syscall_trace_update_limits(void);

/* Bytes for all that a call copies except strings and data; the arguments share them. */
#define SYSCALL_TRACE_STRUCTS_ROOM	2048

static inline size_t syscall_trace_blob_size(size_t len)
{
	return ALIGN(sizeof(struct syscall_trace_blob) + len,
		     SYSCALL_TRACE_BLOB_ALIGN);
}

/*
 * Bytes of a blob for a string of @limit bytes, an upper bound that is cheap to compute.
 * One more byte is read, to tell a string that just fits from a longer one.
 */
static inline size_t syscall_trace_string_room(unsigned int limit)
{
	return limit + 1 + SYSCALL_TRACE_BLOB_HEAD_MAX + SYSCALL_TRACE_BLOB_ALIGN;
}

#endif /* _SYSCALL_COPY_LIMITS_H */
