// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what only x86 has: segments, and offsets in struct user.
 */
#include "format.h"
#include "list.h"
#include "printers.h"

/* Bytes of struct user, and of the registers in it, on x86-64. */
#define USER_SIZE	912
#define USER_REGS	216

/*
 * As in strace, 32-bit programs are shown the names for 64 bits, too. The registers come
 * first, 8 bytes each.
 */
SYSCALL_KIND(user_offset)
{
	const struct syscall_trace_const *c = type->set->consts, *last = c + type->set->nr - 1;

	if (val > USER_SIZE) {
		syscall_trace_print_pointer(fmt, val);
		return;
	}
	if (val == USER_SIZE) {
		trace_seq_puts(fmt->s, "sizeof(struct user)");
		return;
	}
	while (c < last && c[1].value <= val)
		c++;
	if (c->value < USER_REGS)
		trace_seq_printf(fmt->s, "8*%s", c->name);
	else
		trace_seq_printf(fmt->s, "offsetof(struct user, %s)", c->name);
	if (val > c->value)
		trace_seq_printf(fmt->s, "+%llu", val - c->value);
}

/* Contents has two bits, each other flag one. i386 has no lm. */
SYSCALL_STRUCT(user_desc)
{
	u32 flags = syscall_trace_member(fmt, type, "flags", data, len);

	/* modify_ldt() has a size; with another one, this is no such structure. */
	if (fmt->call->nr_args == 3 && syscall_trace_arg(fmt, 2) != len) {
		syscall_trace_print_address(fmt);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "entry_number", "base_addr", "limit");
	trace_seq_printf(fmt->s, ", seg_32bit=%u, contents=%u, read_exec_only=%u",
			 flags & 1, flags >> 1 & 3, flags >> 3 & 1);
	trace_seq_printf(fmt->s, ", limit_in_pages=%u, seg_not_present=%u, useable=%u",
			 flags >> 4 & 1, flags >> 5 & 1, flags >> 6 & 1);
	if (!syscall_trace_is_narrow(fmt))
		trace_seq_printf(fmt->s, ", lm=%u", flags >> 7 & 1);
	trace_seq_putc(fmt->s, '}');
}

/* The kernel writes the number of the entry that it has chosen. */
SYSCALL_KIND(thread_area)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, 0, 0);
	u64 entry;

	trace_seq_printf(fmt->s, "%lld", (s64)val);
	if (blob && syscall_trace_read_member(fmt, fmt->call->args[0].type, "entry_number",
					      blob->data, blob->len, &entry))
		trace_seq_printf(fmt->s, " (entry_number=%llu)", entry);
}

/* The caller passes the number of an entry in the structure that the kernel fills. */
SYSCALL_PRINT(get_thread_area)
{
	const struct syscall_trace_type *type = fmt->call->args[0].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, 0, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, 0, 0);

	if (!fmt->at_exit && fmt->is_split)
		return;
	if (out || !in || in->status != SYSCALL_TRACE_BLOB_OK) {
		syscall_trace_print_blob(fmt, 0, out);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "entry_number");
	trace_seq_puts(fmt->s, ", ...}");
}

/* x86-64 cuts the error to 32 bits, so it looks like a number. */
SYSCALL_KIND(ldt_result)
{
	const struct syscall_trace_const *c;

	trace_seq_printf(fmt->s, "%lld", (s64)val);
	if (val < 0xfffff000 || val > U32_MAX)
		return;
	c = syscall_trace_find_const(&syscall_trace_errnos, -(u32)val);
	if (c)
		trace_seq_printf(fmt->s, " %s (%s)", c->name, c->text ?: "");
}
