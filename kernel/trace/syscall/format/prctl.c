// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of prctl().
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* Where the tags of PR_SET_TAGGED_ADDR_CTRL are: a bit for each. */
#define TAGS_SHIFT	3
#define TAGS_MASK	0xffff

SYSCALL_KIND(pr_tagged_addr_ctrl)
{
	u64 tags = val >> TAGS_SHIFT & TAGS_MASK;

	syscall_trace_print_set(fmt, type->set, val & ~((u64)TAGS_MASK << TAGS_SHIFT));
	if (tags)
		trace_seq_printf(fmt->s, "|0x%llx<<PR_MTE_TAG_SHIFT", tags);
}

/* A length of a vector in the low 16 bits, and flags above it. */
SYSCALL_KIND(vector_length)
{
	u64 len = val & U16_MAX, flags = val - len;

	if (flags && syscall_trace_has_const(type->set, flags))
		syscall_trace_print_set(fmt, type->set, flags);
	else if (flags)
		syscall_trace_print_in_hex(fmt, flags);
	if (flags)
		trace_seq_putc(fmt->s, '|');
	syscall_trace_print_in_hex(fmt, len);
}

/* prctl(): the name of a thread. */
SYSCALL_STRUCT(comm)
{
	syscall_trace_print_path(fmt, data, strnlen(data, len), false);
}
