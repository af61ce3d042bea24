// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: shared by captures of several pieces of memory. For a structure WORD
 * that syscalls.def declares as nested, syscall_capture_WORD() makes a blob with a part
 * number for each piece, and syscall_nested_WORD() prints them. Called by the files of the
 * families.
 */
#include "blob.h"
#include "nested.h"

static struct syscall_trace_blob *check_null(struct syscall_trace_capture *cap, unsigned int arg,
					     struct syscall_trace_blob *blob)
{
	if (blob && !cap->args[arg]) {
		blob->status = SYSCALL_TRACE_BLOB_NULL;
		syscall_trace_end_blob(cap, blob);
		return NULL;
	}

	return blob;
}

/**
 * syscall_trace_begin_nested - begin the first piece of an argument
 * @cap: the capture
 * @arg: index of the argument
 *
 * Return: the blob, without data; NULL if there is no room, or a null pointer, which is
 * captured.
 */
struct syscall_trace_blob *
syscall_trace_begin_nested(struct syscall_trace_capture *cap, unsigned int arg)
{
	return check_null(cap, arg, syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_NESTED));
}

/**
 * syscall_trace_begin_counted - begin the only piece of an argument, with a number of elements
 * @cap: the capture
 * @arg: index of the argument
 * @count: see struct syscall_trace_blob_part
 *
 * Return: as syscall_trace_begin_nested().
 */
struct syscall_trace_blob *
syscall_trace_begin_counted(struct syscall_trace_capture *cap, unsigned int arg, u64 count)
{
	return check_null(cap, arg, syscall_trace_add_counted(cap, arg, 0, SYSCALL_TRACE_NESTED,
							      count));
}
