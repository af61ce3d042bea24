// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of calls on the system as a whole.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* SWAP_FLAG_PRIO_MASK, which only a header of the kernel has. */
#define PRIORITY_MASK	0x7fff

/* Flags and, in the low bits, a priority. */
SYSCALL_KIND(swap_flags)
{
	u32 flags = (u32)val & ~PRIORITY_MASK;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		trace_seq_putc(fmt->s, '|');
	}
	syscall_trace_print_unsigned(fmt, (u32)val & PRIORITY_MASK);
}

/* The number, with its name as a comment. */
SYSCALL_KIND(numbered)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, (u32)val);

	trace_seq_printf(fmt->s, "%d /* %s%s */", (s32)val, c ? c->name : type->set->unknown,
			 c ? "" : "???");
}

SYSCALL_NESTED(hostname)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_in(fmt, arg, 0);

	if (!blob || blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	else
		syscall_trace_print_text(fmt, blob);
}
