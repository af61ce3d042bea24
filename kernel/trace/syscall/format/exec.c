// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments and environments of programs.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* Print dots for strings of argv behind @shown, of @nr that were captured, and their number. */
static void print_others(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int shown,
			 unsigned int nr, bool truncated)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_in(fmt, arg, SYSCALL_STRV_ALL);
	u64 all = 0;

	if (!truncated)
		all = nr;
	else if (blob && blob->len == sizeof(all))
		all = syscall_trace_get_uint(blob->data, sizeof(all));
	if (shown)
		trace_seq_puts(fmt->s, ", ");
	trace_seq_puts(fmt->s, "...");
	if (all > shown)
		trace_seq_printf(fmt->s, " /* %llu more */", all - shown);
}

/* argv: a string that was not captured shows as a pointer. */
SYSCALL_NESTED(strv)
{
	const struct syscall_trace_blob *ptrs, *str;
	unsigned int i, nr;

	ptrs = syscall_trace_need_list(fmt, arg, SYSCALL_TRACE_DIR_IN, 1);
	if (!ptrs)
		return;

	nr = ptrs->len / sizeof(u64);
	trace_seq_putc(fmt->s, '[');
	for (i = 0; i < nr && !syscall_trace_full(fmt); i++) {
		u64 ptr = syscall_trace_get_uint(ptrs->data + i * sizeof(ptr), sizeof(ptr));

		syscall_trace_comma(fmt);
		str = syscall_trace_find_in(fmt, arg, i + 1);
		if (str && str->status <= SYSCALL_TRACE_BLOB_TRUNCATED)
			syscall_trace_print_path(fmt, str->data, str->len,
						 str->status == SYSCALL_TRACE_BLOB_TRUNCATED);
		else
			syscall_trace_print_missing(fmt, ptr, str);
	}
	if (ptrs->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_list_fault(fmt, ptrs,
					       syscall_trace_arg(fmt, arg) +
					       (u64)nr * syscall_trace_fmt_long(fmt, arg));
	else if (ptrs->status == SYSCALL_TRACE_BLOB_TRUNCATED || i < nr)
		print_others(fmt, arg, i, nr, ptrs->status == SYSCALL_TRACE_BLOB_TRUNCATED);
	trace_seq_putc(fmt->s, ']');
}

/* envp: the pointer and the number of variables. */
SYSCALL_NESTED(envv)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_in(fmt, arg, 0);
	unsigned int count = blob ? syscall_trace_blob_count(blob) : 0;
	bool faulted;

	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	faulted = blob && blob->status == SYSCALL_TRACE_BLOB_FAULTED;
	if (blob && blob->status == SYSCALL_TRACE_BLOB_TRUNCATED)
		trace_seq_printf(fmt->s, " /* more than %u vars */", count);
	else if (blob && (blob->status == SYSCALL_TRACE_BLOB_OK || (faulted && count)))
		trace_seq_printf(fmt->s, " /* %u var%s%s */", count,
				 count == 1 ? "" : "s", faulted ? ", unterminated" : "");
}
