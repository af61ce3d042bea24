/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the blobs that a capture fills.
 */
#ifndef _SYSCALL_CAPTURE_BLOB_H
#define _SYSCALL_CAPTURE_BLOB_H

#include "../pieces.h"
#include "devices.h"
#include "memory.h"
#include "store.h"

/**
 * struct syscall_trace_capture - a capture of one call under way
 * @task: the current task's call
 * @store: where the copies go
 * @limits: limits of the copies
 * @call: the case of the call
 * @args: the arguments of @call
 * @pos: where the next blob goes
 * @end: the end of the space for blobs
 * @sharers: number of arguments still to capture, which share what is left of the space
 * @nr_ifnames: number of names of network interfaces that were captured
 * @ifindexes: the numbers of these interfaces
 * @ret: with @at_exit, the return value
 * @at_exit: the call has ended; if not, it begins
 */
struct syscall_trace_capture {
	struct syscall_trace_task	*task;
	struct syscall_trace_store	*store;
	const struct syscall_trace_limits *limits;
	const struct syscall_trace_call	*call;
	const unsigned long		*args;
	void				*pos;
	void				*end;
	unsigned int			sharers;
	unsigned int			nr_ifnames;
	int				ifindexes[SYSCALL_TRACE_IFNAMES_MAX];
	long				ret;
	bool				at_exit;
};

/* What stands for an argument in the blobs that are being made. */
static inline unsigned int syscall_trace_captured(const struct syscall_trace_capture *cap,
						  unsigned int arg)
{
	return cap->at_exit ? arg | SYSCALL_TRACE_BLOB_AT_EXIT : arg;
}

/* Bytes of a register of the ABI, and of the longs that sets of bits consist of. */
static inline size_t syscall_trace_word_size(const struct syscall_trace_task *task)
{
	return syscall_trace_abis[task->abi].layout == SYSCALL_TRACE_NARROW ?
	       sizeof(u32) : sizeof(u64);
}

/* Bytes of a structure, an integer or an element of that type. */
static inline size_t syscall_trace_type_size(const struct syscall_trace_capture *cap,
					     const struct syscall_trace_type *type)
{
	return type->size[syscall_trace_layout(type, cap->task->abi)];
}

/* Bytes of a long in what an argument leads to. */
static inline size_t syscall_trace_arg_long(const struct syscall_trace_capture *cap,
					    unsigned int arg)
{
	return syscall_trace_long_size(cap->call->args[arg].type, cap->task->abi);
}

/* Where the next blob goes. */
static inline void *syscall_trace_blob_end(const struct syscall_trace_blob *blob)
{
	return (void *)blob + syscall_trace_blob_size(blob->len);
}

/* Number the blob that is about to be made at @pos. Returns where it goes. */
static inline struct syscall_trace_blob *syscall_trace_put_part(void *pos, unsigned int part,
								u64 count)
{
	*(struct syscall_trace_blob_part *)pos = (struct syscall_trace_blob_part) {
		.count		= min_t(u64, count, U16_MAX),
		.part		= part & 0xff,
		.part_high	= part >> 8,
		.is_part	= true,
	};

	return pos + sizeof(struct syscall_trace_blob_part);
}

void syscall_trace_set_faulted(struct syscall_trace_blob *blob, bool absent);
size_t syscall_trace_end_string(struct syscall_trace_blob *blob, const char __user *str,
				long len, unsigned int limit);

static __always_inline void syscall_trace_begin_string(struct syscall_trace_blob *blob,
						       unsigned int arg)
{
	*blob = (struct syscall_trace_blob) {
		.arg	= arg,
		.status	= SYSCALL_TRACE_BLOB_OK,
		.sort	= SYSCALL_TRACE_STRING,
	};
}

/* Copy the string at @str into @blob, up to @limit bytes without its NUL. */
static __always_inline size_t
syscall_trace_copy_string(struct syscall_trace_blob *blob, unsigned int arg,
			  const char __user *str, unsigned int limit)
{
	unsigned long len;

	syscall_trace_begin_string(blob, arg);
	if (unlikely(!str || syscall_trace_has_devices()))
		return syscall_trace_end_string(blob, str, -EFAULT, limit);
	len = syscall_trace_read_resident_string(blob->data, str, limit + 1);
	if (unlikely(len > limit))
		return syscall_trace_end_string(blob, str, len, limit);
	blob->len = len;

	return syscall_trace_blob_size(len);
}

void syscall_trace_note_missing(struct syscall_trace_capture *cap, unsigned int arg);
struct syscall_trace_blob *
syscall_trace_add_blob(struct syscall_trace_capture *cap, unsigned int arg,
		       unsigned int part, unsigned int sort);
struct syscall_trace_blob *
syscall_trace_add_counted(struct syscall_trace_capture *cap, unsigned int arg,
			  unsigned int part, unsigned int sort, u64 count);
size_t syscall_trace_share(const struct syscall_trace_capture *cap);
size_t syscall_trace_piece(const struct syscall_trace_capture *cap, size_t size, size_t limit,
			   unsigned int rest);
void syscall_trace_copy(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			unsigned long addr, size_t size, size_t limit);
void syscall_trace_end_blob(struct syscall_trace_capture *cap,
			    const struct syscall_trace_blob *blob);
struct syscall_trace_blob *
syscall_trace_capture_blob(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned int sort,
			   unsigned long addr, size_t size, size_t limit);
bool syscall_trace_capture_words(struct syscall_trace_capture *cap, unsigned int arg,
				 unsigned int part, const u64 *words, unsigned int nr);
const struct syscall_trace_blob *
syscall_trace_entered(const struct syscall_trace_capture *cap, unsigned int arg,
		      unsigned int part);

/* Bytes that are left: none if what is kept for others begins before the next blob. */
static inline size_t syscall_trace_left(const struct syscall_trace_capture *cap)
{
	return cap->pos < cap->end ? cap->end - cap->pos : 0;
}

/* Do @size bytes of data fit into the blob that is being made? */
static inline bool syscall_trace_has_room(const struct syscall_trace_capture *cap,
					  const struct syscall_trace_blob *blob, size_t size)
{
	return cap->end - (void *)blob->data >= size;
}

/* The unsigned number that is @offset bytes into the blob; 0: the blob ends before. */
static inline u64 syscall_trace_number_at(const struct syscall_trace_blob *blob, size_t offset,
					  size_t size)
{
	return blob->len < offset + size ? 0 : syscall_trace_get_uint(blob->data + offset, size);
}

/* Copy a string that is a piece of an argument, where there is room for @limit bytes. */
static inline struct syscall_trace_blob *
syscall_trace_copy_part(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
			u64 addr, size_t limit)
{
	struct syscall_trace_blob *blob = syscall_trace_put_part(cap->pos, part, 0);

	syscall_trace_copy_string(blob, arg, (const char __user *)addr, limit);
	blob->has_part = true;

	return blob;
}

/* The limit of a string of that type, in bytes. */
static inline size_t syscall_trace_text_limit(const struct syscall_trace_capture *cap,
					      const struct syscall_trace_type *type)
{
	return type->count_by == SYSCALL_TRACE_BYTES ? cap->limits->datalen : cap->limits->strlen;
}

/* Capture one piece of nested data. */
static inline struct syscall_trace_blob *
syscall_trace_capture_part(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned long addr, size_t size, size_t limit)
{
	return syscall_trace_capture_blob(cap, arg, part, SYSCALL_TRACE_NESTED, addr, size,
					  limit);
}

#endif /* _SYSCALL_CAPTURE_BLOB_H */
