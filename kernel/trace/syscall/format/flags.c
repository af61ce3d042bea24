// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints flags with a remark if none of them is known. Called by printers of
 * several families.
 */
#include "format.h"

/* The bits of @val that no constant of the set explains. */
u64 syscall_trace_unnamed_bits(const struct syscall_trace_set *set, u64 val)
{
	u64 known = 0;
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if ((val & set->consts[i].mask) == set->consts[i].value)
			known |= set->consts[i].mask;
	}

	return val & ~known;
}

/* Print a number, and @what it may be as a remark. */
void syscall_trace_print_unknown(struct syscall_trace_fmt *fmt, u64 val, const char *what)
{
	trace_seq_printf(fmt->s, "0x%llx /* %s */", val, what);
}

/* Print flags; if none has a name, @what is the remark. */
void syscall_trace_print_flags(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u64 val, const char *what)
{
	if (syscall_trace_unnamed_bits(set, (u32)val) == (u32)val && val)
		syscall_trace_print_unknown(fmt, (u32)val, what);
	else
		syscall_trace_print_set(fmt, set, val);
}

/*
 * Print the number in the bits of @mask, and flags. @what is the remark if the number has no
 * name, @others if no flag has one.
 */
void syscall_trace_print_number_and_flags(struct syscall_trace_fmt *fmt,
					  const struct syscall_trace_set *set, u64 val,
					  u64 mask, const char *what, const char *others)
{
	u64 flags = val & ~mask, rest = syscall_trace_unnamed_bits(set, flags);
	unsigned int i;

	if (syscall_trace_unnamed_bits(set, val & mask))
		syscall_trace_print_unknown(fmt, val & mask, what);
	else
		syscall_trace_print_set(fmt, set, val & mask);
	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask & flags & ~rest)
			trace_seq_printf(fmt->s, "|%s", set->consts[i].name);
	}
	if (!rest)
		return;
	trace_seq_putc(fmt->s, '|');
	if (others && rest == flags)
		syscall_trace_print_unknown(fmt, rest, others);
	else
		syscall_trace_print_in_hex(fmt, rest);
}
