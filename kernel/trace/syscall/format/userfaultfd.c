// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of userfaultfd's commands.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

SYSCALL_NESTED(uffdio_api)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_need_whole(fmt, arg);
	const struct syscall_trace_blob *out;

	if (!in)
		return;
	out = syscall_trace_whole_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT);

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "api", "features");
	if (out) {
		trace_seq_puts(fmt->s, " => ");
		syscall_trace_print_field(fmt, type, "features", out->data, out->len);
		syscall_trace_print_members(fmt, type, out->data, out->len, "ioctls");
	}
	trace_seq_putc(fmt->s, '}');
}

/* A bit for each command number. */
SYSCALL_KIND(uffd_ioctls)
{
	const struct syscall_trace_set *set = type->set;
	const char *sep = "";
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		u64 bit = 1ULL << (set->consts[i].value & 63);

		if (!(val & bit))
			continue;
		trace_seq_printf(fmt->s, "%s1<<%s", sep, set->consts[i].name);
		val &= ~bit;
		sep = "|";
	}
	if (val || !*sep)
		trace_seq_printf(fmt->s, val ? "%s0x%llx" : "%s%llu", sep, val);
}
