// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures directories, and handles of files.
 */
#include <linux/err.h>
#include <linux/limits.h>
#include <linux/math64.h>

#include "blob.h"
#include "nested.h"

/* Of the flags behind it: the number of a mount has 64 bits. The headers of old kernels lack it. */
#define UNIQUE_ID	0x1

/* The largest file handle there is. */
#define HANDLE_MAX	128

/*
 * Count the entries in the bytes that the kernel wrote. Other threads may have overwritten
 * them since: the count ends at an entry that is too short, or too long for the rest.
 */
SYSCALL_CAPTURE(dirent)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	size_t reclen_at = type->fields[2].offset[syscall_trace_layout(type, cap->task->abi)];
	unsigned long addr = cap->args[arg];
	size_t pos = 0, size = cap->ret;
	struct syscall_trace_blob *blob = syscall_trace_begin_counted(cap, arg, 0);
	struct syscall_trace_blob_part *counted;
	u16 reclen;

	if (!blob)
		return;
	counted = syscall_trace_part_of(blob);
	for (; pos < size && counted->count < U16_MAX; pos += reclen, counted->count++) {
		if (size - pos < reclen_at + sizeof(reclen) ||
		    syscall_trace_read(&reclen, addr + pos + reclen_at, sizeof(reclen)) ||
		    reclen < reclen_at + sizeof(reclen) || reclen > size - pos) {
			blob->status = SYSCALL_TRACE_BLOB_FAULTED;
			break;
		}
	}
	if (pos < size && blob->status == SYSCALL_TRACE_BLOB_OK)
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
	syscall_trace_end_blob(cap, blob);
}

/*
 * Capture @fixed bytes and the data behind them, up to @limit bytes of it. The integer of
 * @size bytes at @offset is the length of the data.
 */
static void capture_sized(struct syscall_trace_capture *cap, unsigned int arg, size_t fixed,
			  size_t offset, size_t size, size_t limit)
{
	struct syscall_trace_blob *blob = syscall_trace_begin_nested(cap, arg);

	if (!blob)
		return;
	syscall_trace_copy(cap, blob, cap->args[arg], fixed, fixed);
	if (blob->len == fixed)
		syscall_trace_copy(cap, blob, cap->args[arg] + fixed,
				   syscall_trace_get_uint(blob->data + offset, size), limit);
	syscall_trace_end_blob(cap, blob);
}

/* One entry and its name. */
SYSCALL_CAPTURE(old_dirent)
{
	size_t longs = 2 * syscall_trace_arg_long(cap, arg);

	capture_sized(cap, arg, longs + sizeof(u16), longs, sizeof(u16), NAME_MAX);
}

/* A file handle, whose first member is its size. One that is too long is not there. */
SYSCALL_CAPTURE(file_handle)
{
	bool failed = cap->at_exit && IS_ERR_VALUE(cap->ret);

	capture_sized(cap, arg, syscall_trace_type_size(cap, cap->call->args[arg].type), 0,
		      sizeof(u32), failed ? 0 : HANDLE_MAX);
}

SYSCALL_CAPTURE(mount_id)
{
	size_t size = cap->args[arg + 1] & UNIQUE_ID ? sizeof(u64) : sizeof(s32);

	syscall_trace_capture_part(cap, arg, 0, cap->args[arg], size, size);
}
