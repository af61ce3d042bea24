/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: copies of what the arguments of a call lead to, when it begins and ends.
 */
#ifndef _SYSCALL_CAPTURE_H
#define _SYSCALL_CAPTURE_H

#include <linux/bitops.h>

#include "blob.h"

void syscall_trace_capture_input(struct syscall_trace_task *task,
				 struct syscall_trace_store *store,
				 const struct syscall_trace_call *call);
bool syscall_trace_capture_simple(const struct syscall_trace_task *task, long ret);
void syscall_trace_capture_exit(struct syscall_trace_task *task,
				struct syscall_trace_store *store, long ret);
void syscall_trace_drop_written(struct syscall_trace_store *store);
bool syscall_trace_capture_late(struct syscall_trace_task *task);
void syscall_trace_forget_late(struct syscall_trace_task *task);

/* Let the exit copy, too, and print what the kernel may write. */
static __always_inline void syscall_trace_note_output(struct syscall_trace_task *task,
						      struct syscall_trace_store *store,
						      const struct syscall_trace_call *call)
{
	task->flags |= SYSCALL_TRACE_HEAD_SPLIT;
	store->call = call;
}

/* The bytes that the caller has for the data that is all that a call copies. */
static __always_inline u64 syscall_trace_flat_length(const struct syscall_trace_store *store,
						     const struct syscall_trace_call *call)
{
	return store->args[call->flat_len];
}

/*
 * Copy the data that is all that a call copies: @len bytes, as far as that is wanted. Returns
 * the size of the blob; 0: it is not simple, and the functions of arg.c have to do it.
 */
static __always_inline unsigned int
syscall_trace_copy_flat(struct syscall_trace_store *store,
			const struct syscall_trace_call *call, unsigned int at, u64 len)
{
	unsigned int wanted = min_t(u64, len, store->limits.datalen), arg = call->flat - 1;
	struct syscall_trace_blob *blob = (void *)store->blobs;
	unsigned long addr = store->args[arg];

	if (unlikely(!addr || store->limits.tight || syscall_trace_has_devices()))
		return 0;
	*blob = (struct syscall_trace_blob) {
		.len	= wanted,
		.arg	= arg | at,
		.status	= wanted < len ? SYSCALL_TRACE_BLOB_TRUNCATED : SYSCALL_TRACE_BLOB_OK,
		.sort	= SYSCALL_TRACE_DATA,
	};
	if (unlikely(!syscall_trace_read_all(blob->data, addr, wanted)))
		return 0;

	return syscall_trace_blob_size(wanted);
}

/* Are strings all that is copied when a call begins, or nothing? There may be output. */
static __always_inline bool
syscall_trace_begins_with_strings(const struct syscall_trace_store *store,
				  const struct syscall_trace_call *call)
{
	if (call->captures == SYSCALL_TRACE_STR_MASK(call->captures))
		return true;

	/* If the room is tight, strings must leave some for the output. */
	return !(call->captures & SYSCALL_TRACE_HAS_ENTRY_WORK & ~SYSCALL_TRACE_STR_MASK(~0U)) &&
	       !(store->limits.tight && SYSCALL_TRACE_STR_MASK(call->captures));
}

unsigned int syscall_trace_capture_strings(struct syscall_trace_store *store,
					   const struct syscall_trace_call *call);

/*
 * Copy the strings of a call that has nothing else to copy. Most such calls have one, which is
 * resident and not too long. Only that is done here. All others start again in a function that
 * is not inline: variables that live across the read would cost the common case, too. Returns
 * the size of the blobs.
 */
static __always_inline unsigned int
syscall_trace_capture_string(struct syscall_trace_store *store,
			     const struct syscall_trace_call *call)
{
	unsigned int strings = SYSCALL_TRACE_STR_MASK(call->captures);
	struct syscall_trace_blob *blob = (void *)store->blobs;
	const char __user *str;
	unsigned long len;

	if (unlikely(!strings || strings & (strings - 1)))
		return syscall_trace_capture_strings(store, call);

	syscall_trace_begin_string(blob, __ffs(strings));
	str = (const char __user *)store->args[__ffs(strings)];
	if (unlikely(!str || syscall_trace_has_devices()))
		return syscall_trace_capture_strings(store, call);
	len = syscall_trace_read_resident_string(blob->data, str, store->limits.strlen + 1);
	if (unlikely(len > store->limits.strlen))
		return syscall_trace_capture_strings(store, call);
	blob->len = len;

	return syscall_trace_blob_size(len);
}

/* Copy what the arguments of a call, which are in the store, lead to when it begins. */
static __always_inline void syscall_trace_capture_enter(struct syscall_trace_task *task,
							struct syscall_trace_store *store,
							const struct syscall_trace_call *call)
{
	store->size = 0;
	if (likely(syscall_trace_begins_with_strings(store, call))) {
		if (call->captures & ~SYSCALL_TRACE_STR_MASK(~0U) &&
		    call->captures & store->limits.mask)
			syscall_trace_note_output(task, store, call);
		if (store->limits.strlen)
			store->size = syscall_trace_capture_string(store, call);
	} else if (call->captures & store->limits.mask) {
		if (call->flat) {
			u64 length = syscall_trace_flat_length(store, call);

			store->size = syscall_trace_copy_flat(store, call, 0, length);
		}
		if (!store->size)
			syscall_trace_capture_input(task, store, call);
	}
	store->entered = store->size;
}

#endif /* _SYSCALL_CAPTURE_H */
