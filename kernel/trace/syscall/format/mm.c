// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of calls on memory.
 */
#include <uapi/linux/mempolicy.h>
#include <uapi/linux/mman.h>

#include "format.h"
#include "list.h"
#include "printers.h"

#define PAGE_BITS	12

/* Flags and, above them, the logarithm of the size of huge pages. */
SYSCALL_KIND(memfd_flags)
{
	unsigned int huge = (u32)val >> 26;
	u64 flags = val & 0x3ffffff;

	if (flags || !huge)
		syscall_trace_print_set(fmt, type->set, flags);
	if (huge)
		trace_seq_printf(fmt->s, "%s%u<<MFD_HUGE_SHIFT", flags ? "|" : "", huge);
}

SYSCALL_NESTED(nodemask)
{
	size_t size = syscall_trace_fmt_long(fmt, arg);
	const struct syscall_trace_blob *blob;
	unsigned int i;

	blob = syscall_trace_need_list(fmt, arg, syscall_trace_fmt_dir(fmt, arg), size);
	if (!blob)
		return;

	trace_seq_putc(fmt->s, '[');
	for (i = 0; (i + 1) * size <= blob->len && !syscall_trace_full(fmt); i++) {
		u64 word = syscall_trace_get_uint(blob->data + i * size, size);

		syscall_trace_comma(fmt);
		/* As in strace, the width includes the 0x. */
		if (word)
			trace_seq_printf(fmt->s, "0x%0*llx", (int)(2 * size - 2), word);
		else
			trace_seq_printf(fmt->s, "%0*d", (int)(2 * size), 0);
	}
	syscall_trace_end_list(fmt, blob, i, size, syscall_trace_arg(fmt, arg));
}

/* The flags of get_mempolicy(). */
#define POLICY_FLAGS	4

SYSCALL_STRUCT(mempolicyp)
{
	u64 val;

	if (!syscall_trace_read_member(fmt, type, "mode", data, len, &val)) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '[');
	if (syscall_trace_arg(fmt, POLICY_FLAGS) & MPOL_F_NODE)
		syscall_trace_print_signed(fmt, (s32)val);
	else
		syscall_trace_print_scalar(fmt, type->fields[0].type, val);
	trace_seq_putc(fmt->s, ']');
}

/* A bit for each page: is it resident? */
SYSCALL_NESTED(mincore)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, arg, 0);
	unsigned int i;

	if (!blob || blob->status >= SYSCALL_TRACE_BLOB_FAULTED) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < blob->len && !syscall_trace_full(fmt); i++)
		trace_seq_printf(fmt->s, "%s%u", i ? ", " : "", blob->data[i] & 1);
	syscall_trace_end_list(fmt, blob, i, 1, 0);
}

/* An offset in pages is shown in bytes. */
SYSCALL_KIND(pgoff)
{
	syscall_kind_hex(fmt, type, val << PAGE_BITS);
}

/* If no flag has a name, the number alone is printed, without a remark. */
SYSCALL_KIND(bare_flags)
{
	if (syscall_trace_unnamed_bits(type->set, (u32)val) == (u32)val)
		syscall_trace_print_in_hex(fmt, (u32)val);
	else
		syscall_trace_print_set(fmt, type->set, val);
}

/* The logarithm of the size of a huge page is in the upper bits. */
SYSCALL_KIND(mmap_flags)
{
	unsigned int huge = (u32)val >> MAP_HUGE_SHIFT;

	syscall_trace_print_number_and_flags(fmt, type->set,
					     val & ~((u64)MAP_HUGE_MASK << MAP_HUGE_SHIFT),
					     MAP_TYPE, "MAP_???", NULL);
	if (huge)
		trace_seq_printf(fmt->s, "|%u<<MAP_HUGE_SHIFT", huge);
}
