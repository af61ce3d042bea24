// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the rules of Landlock.
 */
#include "format.h"
#include "printers.h"

/* Dots stand for members of newer kernels. */
SYSCALL_STRUCT(landlock_ruleset_attr)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, len);
	trace_seq_puts(fmt->s, len > type->size[SYSCALL_TRACE_WIDE] ||
		       fmt->blob->status != SYSCALL_TRACE_BLOB_OK ? ", ...}" : "}");
}
