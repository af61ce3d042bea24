/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what captures and printers must agree on: how to read integers and
 * variants, and the part numbers of an argument's blobs.
 */
#ifndef _SYSCALL_PIECES_H
#define _SYSCALL_PIECES_H

#include <linux/string.h>
#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>

/**
 * syscall_trace_get_uint - read an unsigned integer that need not be aligned
 * @data: its bytes
 * @size: how many, up to 8
 *
 * Return: the integer.
 */
static inline u64 syscall_trace_get_uint(const void *data, size_t size)
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

/**
 * syscall_trace_find_choice - find the choice of a variant for a value
 * @variant: the variant
 * @val: the value that decides
 *
 * Return: the choice, or NULL if there is none, or @variant is another type.
 */
static inline const struct syscall_trace_field *
syscall_trace_find_choice(const struct syscall_trace_type *variant, u32 val)
{
	const struct syscall_trace_field *choice = variant->fields;

	if (variant->sort != SYSCALL_TRACE_VARIANT)
		return NULL;
	for (; choice < variant->fields + variant->nr_fields; choice++) {
		if (!choice->name || choice->value == val)
			return choice;
	}

	return NULL;
}

/* The type of that choice; @type itself if there is none, or it is no variant. */
static inline const struct syscall_trace_type *
syscall_trace_chosen(const struct syscall_trace_type *type, u32 val)
{
	const struct syscall_trace_field *choice = syscall_trace_find_choice(type, val);

	return choice ? choice->type : type;
}

/* What the members of clone3()'s structure lead to. */
#define SYSCALL_CLONE3_PIDFD		1
#define SYSCALL_CLONE3_PARENT_TID	2
#define SYSCALL_CLONE3_SET_TID		3

/* How many strings argv has, as a word, if more than are copied. Each of these has a part. */
#define SYSCALL_STRV_ALL		SYSCALL_TRACE_PART_MAX

/*
 * The part numbers of a message: 0 is its header, and from SYSCALL_MSG_DATA on, each element
 * of its vector has one. The next message begins SYSCALL_MSG_PARTS later.
 */
#define SYSCALL_MSG_NAME		1
#define SYSCALL_MSG_IOV			2
#define SYSCALL_MSG_CONTROL		3
#define SYSCALL_MSG_DATA		4
#define SYSCALL_MSG_PARTS		(SYSCALL_MSG_DATA + SYSCALL_TRACE_ELEMENTS_MAX)
#define SYSCALL_MSGS_MAX		((SYSCALL_TRACE_PART_MAX + 1) / SYSCALL_MSG_PARTS)

/* Bytes of a struct ifreq; the table does not declare its end. */
#define SYSCALL_IFREQ_SIZE(narrow)	((narrow) ? 32 : 40)

#endif /* _SYSCALL_PIECES_H */
