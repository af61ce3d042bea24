// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the rules of Landlock, and what seccomp tells and is told.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* Dots stand for members of newer kernels. */
SYSCALL_STRUCT(landlock_ruleset_attr)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, len);
	trace_seq_puts(fmt->s, len > type->size[SYSCALL_TRACE_WIDE] ||
		       fmt->blob->status != SYSCALL_TRACE_BLOB_OK ? ", ...}" : "}");
}

/* The call is named if its number is one of a known ABI. */
SYSCALL_STRUCT(seccomp_data)
{
	u64 arch = syscall_trace_member(fmt, type, "arch", data, len);

	trace_seq_puts(fmt->s, "{nr=");
	syscall_trace_print_nr(fmt, arch, syscall_trace_member(fmt, type, "nr", data, len));
	syscall_trace_print_fields(fmt, type, 1, type->nr_fields, data, len);
	trace_seq_putc(fmt->s, '}');
}

/* The result that a supervisor gives a call: 0, or less than that for an error. */
SYSCALL_KIND(seccomp_error)
{
	const struct syscall_trace_const *c = (s64)val < 0 ?
		syscall_trace_find_const(&syscall_trace_errnos, -val) : NULL;

	if (c)
		trace_seq_printf(fmt->s, "-%s", c->name);
	else
		syscall_trace_print_signed(fmt, val);
}
