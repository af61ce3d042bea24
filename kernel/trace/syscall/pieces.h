/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the captures of nested data and its printers agree on: the part
 * numbers of the blobs of one argument, and how much there is of what has no length.
 */
#ifndef _SYSCALL_PIECES_H
#define _SYSCALL_PIECES_H

#include <linux/string.h>
#include <linux/syscall_trace.h>

/**
 * syscall_trace_get_long - take an integer out of what was captured
 * @data: where it is
 * @size: its size, up to 8
 *
 * Return: the integer, without a sign.
 */
static inline u64 syscall_trace_get_long(const void *data, size_t size)
{
	u64 val = 0;

	memcpy(&val, data, size);

	return val;
}

/**
 * syscall_trace_long_size - bytes of a long or a pointer in a structure
 * @type: the structure's type
 * @abi: index of the ABI
 *
 * Return: 4 or 8.
 */
static inline size_t syscall_trace_long_size(const struct syscall_trace_type *type,
					     unsigned int abi)
{
	return syscall_trace_layout(type, abi) == SYSCALL_TRACE_NARROW ? sizeof(u32) :
									 sizeof(u64);
}

/* What clone3() has beside its structure. */
#define SYSCALL_CLONE3_PIDFD		1
#define SYSCALL_CLONE3_PARENT_TID	2
#define SYSCALL_CLONE3_SET_TID		3

/*
 * The pieces of a message, behind its header, by part number; behind the last one, the
 * data of each element of the vector. Of several messages, each has so many parts.
 */
#define SYSCALL_MSG_NAME		1
#define SYSCALL_MSG_IOV			2
#define SYSCALL_MSG_CONTROL		3
#define SYSCALL_MSG_DATA		4
#define SYSCALL_MSG_PARTS		(SYSCALL_MSG_DATA + SYSCALL_TRACE_ELEMENTS_MAX)
#define SYSCALL_MSGS_MAX		7

/* Bytes of a struct ifreq by the layout it has: its end is not looked at. */
#define SYSCALL_IFREQ_SIZE(narrow)	((narrow) ? 32 : 40)

#endif /* _SYSCALL_PIECES_H */
