// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: copies what one argument leads to, by its type in the table. For
 * several pieces of memory, the type has a function in the file of its family, which calls
 * this file for single pieces. Called by capture.c.
 */
#include <linux/bitops.h>
#include <linux/overflow.h>

#include "../refusals.h"
#include "arg.h"
#include "length.h"

/* In line, because data is what is captured most often. */
static __always_inline struct syscall_trace_blob *
begin_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob;
	s64 len;

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_DATA);
	if (!blob)
		return NULL;

	if (!cap->args[arg]) {
		blob->status = SYSCALL_TRACE_BLOB_NULL;
		return blob;
	}

	len = syscall_trace_length(cap, arg);
	if (len < 0)
		return NULL;
	syscall_trace_copy(cap, blob, cap->args[arg], len, cap->limits->datalen);

	return blob;
}

static void capture_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob = begin_data(cap, arg);

	if (blob)
		syscall_trace_end_blob(cap, blob);
}

/**
 * syscall_trace_begin_data - begin a blob with the data of an argument
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 * Return: the blob, to be ended, or NULL if there is no room or no length.
 */
struct syscall_trace_blob *
syscall_trace_begin_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	return begin_data(cap, arg);
}

/* Bytes to copy of a structure whose size the caller passes, or of a set of bits. */
#define SIZED_MAX	256

/**
 * syscall_trace_copy_structs - copy structures, or integers, to a blob
 * @cap: the capture
 * @blob: the blob
 * @type: what they are
 * @addr: where they are in user space
 * @len: how many elements, bytes or bits
 *
 * Context: may sleep.
 * Return: false if they cannot be in memory, because @len is negative or too large.
 */
bool syscall_trace_copy_structs(struct syscall_trace_capture *cap,
				struct syscall_trace_blob *blob,
				const struct syscall_trace_type *type, unsigned long addr,
				s64 len)
{
	size_t each = syscall_trace_type_size(cap, type), limit = SIZED_MAX, size, end;

	if (len < 0)
		return false;

	if (type->count_by == SYSCALL_TRACE_BYTES) {
		size = len;
	} else if (type->count_by == SYSCALL_TRACE_BITS) {
		/* The kernel reads longs. */
		size = ALIGN(BITS_TO_BYTES(min_t(s64, len, 8 * SIZED_MAX)),
			     syscall_trace_word_size(cap->task));
	} else {
		limit = min_t(s64, len, SYSCALL_TRACE_ELEMENTS_MAX) * each;
		/* An array that wraps around the address space is treated as unreadable. */
		if (check_mul_overflow((size_t)len, each, &size) ||
		    check_add_overflow(addr, size, &end))
			return false;
	}
	syscall_trace_copy(cap, blob, addr, size, limit);

	return true;
}

/* Copy the structures that an argument leads to, @len if it has a length; false: there are none. */
static bool copy_plain(struct syscall_trace_capture *cap, unsigned int arg,
		       struct syscall_trace_blob *blob, s64 len)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	size_t each;

	if (desc->len_by != SYSCALL_TRACE_LEN_NONE)
		return syscall_trace_copy_structs(cap, blob, desc->type, cap->args[arg], len);

	each = syscall_trace_type_size(cap, desc->type);
	syscall_trace_copy(cap, blob, cap->args[arg], each, each);

	return each;
}

/**
 * syscall_trace_capture_plain - capture an argument that is one piece of memory
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 * Return: the blob, which is part of the record, or NULL if there is none.
 */
const struct syscall_trace_blob *
syscall_trace_capture_plain(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	struct syscall_trace_blob *blob;
	bool has_length;
	s64 len = 0;

	/* Reading the length may fault: do it once, and only if it is needed. */
	has_length = cap->args[arg] && desc->len_by != SYSCALL_TRACE_LEN_NONE;
	if (has_length)
		len = syscall_trace_length(cap, arg);
	/* Of elements, as many are shown as there are. */
	if (has_length && desc->type->count_by != SYSCALL_TRACE_ELEMENTS)
		blob = syscall_trace_add_counted(cap, arg, 0, desc->type->sort, len);
	else
		blob = syscall_trace_add_blob(cap, arg, 0, desc->type->sort);
	if (!blob)
		return NULL;

	if (!cap->args[arg])
		blob->status = SYSCALL_TRACE_BLOB_NULL;
	else if (!copy_plain(cap, arg, blob, len))
		return NULL;
	syscall_trace_end_blob(cap, blob);

	return blob;
}

/*
 * Capture a string that the kernel wrote, or one with the limit of data. No more is read
 * than the kernel reads: memory behind that need not be readable.
 */
static void capture_string(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	size_t end = desc->len_by == SYSCALL_TRACE_LEN_CONST ? desc->len : SIZE_MAX;
	size_t limit = syscall_trace_text_limit(cap, desc->type);
	struct syscall_trace_blob *blob = cap->pos;
	size_t share = syscall_trace_share(cap), wanted;

	if (!limit)
		return;
	if (share <= 1) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
		return;
	}
	/* One byte more is read, to tell whether that is all. */
	wanted = min(limit, share - 1);
	syscall_trace_copy_string(blob, syscall_trace_captured(cap, arg),
				  (const char __user *)cap->args[arg], min(wanted, end - 1));
	if (desc->type->count_by == SYSCALL_TRACE_BYTES)
		blob->sort = SYSCALL_TRACE_DATA;
	if (blob->status == SYSCALL_TRACE_BLOB_TRUNCATED) {
		if (wanted >= end)
			blob->len = end;
		else if (wanted < limit)
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);
	}
	syscall_trace_end_blob(cap, blob);
}

static void capture_anything(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	if (type->capture)
		type->capture(cap, arg);
	else if (type->sort == SYSCALL_TRACE_DATA)
		capture_data(cap, arg);
	else
		syscall_trace_capture_plain(cap, arg);
}

/* Mark an argument of which nothing was captured, because memory was not resident. */
static noinline void note_absent(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob;
	void *pos;

	cap->task->absent = false;
	for (pos = cap->store->blobs; pos < cap->pos; pos = syscall_trace_blob_end(blob)) {
		blob = syscall_trace_blob_at(pos);
		if (blob->arg == syscall_trace_captured(cap, arg))
			return;
	}

	blob = syscall_trace_add_blob(cap, arg, 0, cap->call->args[arg].type->sort);
	if (!blob)
		return;
	syscall_trace_set_faulted(blob, true);
	syscall_trace_end_blob(cap, blob);
}

/**
 * syscall_trace_capture_arg - copy what an argument leads to, if that is wanted
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 */
void syscall_trace_capture_arg(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	if (type->sort == SYSCALL_TRACE_STRING)
		capture_string(cap, arg);
	else if (type->sort == SYSCALL_TRACE_DATA ? cap->limits->datalen :
						    cap->limits->structs)
		capture_anything(cap, arg);
	if (unlikely(cap->task->absent))
		note_absent(cap, arg);
	cap->sharers--;
}
