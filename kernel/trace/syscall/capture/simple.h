/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: makes copies that are simple, by the lists that the generator has made
 * of the table. What is not simple after all is left to arg.c, which comes to the same
 * blobs by the types of the arguments. In line, for capture.c: entry and exit need different
 * parts of it.
 */
#ifndef _SYSCALL_CAPTURE_SIMPLE_H
#define _SYSCALL_CAPTURE_SIMPLE_H

#include <linux/bitops.h>
#include <linux/socket.h>

#include "netlink.h"

/* How many elements, bytes or bits there are; negative: too many for a copy to be simple. */
static __always_inline s64 syscall_trace_simple_length(const struct syscall_trace_store *store,
						       const struct syscall_trace_copy *copy,
						       long ret)
{
	s64 len = store->args[copy->len];

	if (!(copy->flags & SYSCALL_TRACE_COPY_LONG))
		len = (s32)len;
	if (copy->flags & SYSCALL_TRACE_COPY_RESULT)
		len = min_t(s64, len, ret);

	return len;
}

static __always_inline unsigned int
syscall_trace_simple_size(const struct syscall_trace_task *task,
			  const struct syscall_trace_copy *copy)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[task->abi];

	return copy->size[copy->flags & SYSCALL_TRACE_COPY_COMPAT ? desc->compat_layout :
								    desc->layout];
}

/* The bytes of an array, or of longs with bits; U32_MAX: too many for a copy to be simple. */
static __always_inline unsigned int
syscall_trace_simple_array(const struct syscall_trace_task *task,
			   const struct syscall_trace_copy *copy, s64 len)
{
	if (len > copy->limit || copy->flags & SYSCALL_TRACE_COPY_NULL)
		return U32_MAX;
	if (copy->flags & SYSCALL_TRACE_COPY_BITS)
		return ALIGN(BITS_TO_BYTES((u32)len), syscall_trace_word_size(task));

	return len * syscall_trace_simple_size(task, copy);
}

/*
 * Is what goes through a socket, or its address, nothing that leads to more? The flags are behind
 * the length of the data: with MSG_TRUNC, the socket may have written none of it.
 */
static __always_inline bool syscall_trace_is_plain(const struct syscall_trace_store *store,
						   const struct syscall_trace_copy *copy,
						   const struct syscall_trace_blob *blob)
{
	u16 family;

	if (blob->sort == SYSCALL_TRACE_DATA)
		return !(store->args[copy->arg + 2] & MSG_TRUNC) &&
		       !syscall_trace_like_netlink(blob);

	family = syscall_trace_number_at(blob, 0, sizeof(family));
	/* Addresses of other families may have the number of an interface. */
	return family == AF_UNIX || family == AF_INET;
}

/* Copy memory to a blob. Returns false if that is not simple. */
static __always_inline bool
syscall_trace_copy_object(struct syscall_trace_blob *blob,
			  const struct syscall_trace_task *task,
			  const struct syscall_trace_store *store,
			  const struct syscall_trace_copy *copy, unsigned long addr, long ret)
{
	unsigned int size;
	s64 len;

	if (copy->flags & SYSCALL_TRACE_COPY_FIXED) {
		len = copy->len;
		size = syscall_trace_simple_size(task, copy);
	} else {
		len = syscall_trace_simple_length(store, copy, ret);
		if (unlikely(len < 0))
			return false;
		if (copy->flags & SYSCALL_TRACE_COPY_DATA) {
			size = min_t(u64, len, store->limits.datalen);
			if (size < len)
				blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
			if (unlikely(size > copy->limit))
				return false;
		} else {
			size = syscall_trace_simple_array(task, copy, len);
			if (unlikely(size > SYSCALL_TRACE_SIMPLE_MAX))
				return false;
		}
	}
	blob->len = size;

	return likely(syscall_trace_read_all(blob->data, addr, size)) &&
	       (!(copy->flags & SYSCALL_TRACE_COPY_SOCKET) ||
		syscall_trace_is_plain(store, copy, blob));
}

/**
 * syscall_trace_copy_simply - make copies, if they are simple
 * @task: the current task's call
 * @store: its store, where the blobs go behind those that are there
 * @copy: the first copy of the list, or NULL
 * @at: SYSCALL_TRACE_BLOB_AT_EXIT at the end of a call, 0 when it begins
 * @ret: at the end of a call, the return value; it has not failed
 *
 * The blobs are what arg.c would make: each of them is sure to get all that is wanted.
 *
 * Context: the task's own. Sleeps only when a call begins, for a string.
 * Return: false if a copy is not simple. Then the store is as it was.
 */
static __always_inline bool
syscall_trace_copy_simply(const struct syscall_trace_task *task,
			  struct syscall_trace_store *store,
			  const struct syscall_trace_copy *copy, unsigned int at, long ret)
{
	void *pos = store->blobs + store->size;

	if (!copy || unlikely(store->limits.tight || syscall_trace_has_devices()))
		return false;

	for (; copy->what; copy++) {
		unsigned long addr = store->args[copy->arg];
		struct syscall_trace_blob *blob = pos;

		if (unlikely(!(store->limits.mask >> SYSCALL_TRACE_HAS_SHIFT & copy->what)))
			continue;
		if (!at && copy->flags & SYSCALL_TRACE_COPY_TEXT) {
			pos += syscall_trace_copy_string(blob, copy->arg,
							 (const char __user *)addr,
							 store->limits.strlen);
			continue;
		}
		if (at && copy->flags & SYSCALL_TRACE_COPY_FOUND && ret <= 0)
			continue;
		if (copy->flags & SYSCALL_TRACE_COPY_BITS)
			blob = syscall_trace_put_part(pos, 0,
						      syscall_trace_simple_length(store, copy,
										  ret));
		*blob = (struct syscall_trace_blob) {
			.arg		= copy->arg | at,
			.sort		= copy->sort,
			.has_part	= !!(copy->flags & SYSCALL_TRACE_COPY_BITS),
		};
		if (!addr)
			blob->status = SYSCALL_TRACE_BLOB_NULL;
		else if (!syscall_trace_copy_object(blob, task, store, copy, addr, ret))
			return false;
		pos = syscall_trace_blob_end(blob);
	}
	store->size = pos - (void *)store->blobs;

	return true;
}

#endif /* _SYSCALL_CAPTURE_SIMPLE_H */
