// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what only x86 has: segments, and the offsets of struct user.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/*
 * Where what is no register is in struct user. Every 32-bit program is told of the places
 * in the 64-bit structure, too.
 */
SYSCALL_KIND(user_offset)
{
	static const char * const regs[] = {
		"R15", "R14", "R13", "R12", "RBP", "RBX", "R11", "R10", "R9", "R8", "RAX",
		"RCX", "RDX", "RSI", "RDI", "ORIG_RAX", "RIP", "CS", "EFL", "RSP", "SS",
	};
	static const struct {
		unsigned int	offset;
		const char	*name;
	} others[] = {
		{ 216, "u_fpvalid" }, { 224, "i387" }, { 736, "u_tsize" },
		{ 744, "u_dsize" }, { 752, "u_ssize" }, { 760, "start_code" },
		{ 768, "start_stack" }, { 776, "signal" }, { 784, "reserved" },
		{ 792, "u_ar0" }, { 800, "u_fpstate" }, { 808, "magic" },
		{ 816, "u_comm" }, { 848, "u_debugreg" }, { 912, NULL },
	};
	unsigned int i, reg = min_t(u64, val / 8, ARRAY_SIZE(regs) - 1);
	u64 from = 8 * reg;

	if (val > 912) {
		syscall_trace_print_pointer(fmt, val);
		return;
	}
	for (i = ARRAY_SIZE(others); i--;) {
		if (val >= others[i].offset)
			break;
	}
	if (i == ARRAY_SIZE(others) - 1) {
		trace_seq_puts(fmt->s, "sizeof(struct user)");
		return;
	}
	if (i < ARRAY_SIZE(others)) {
		trace_seq_printf(fmt->s, "offsetof(struct user, %s)", others[i].name);
		from = others[i].offset;
	} else {
		trace_seq_printf(fmt->s, "8*%s", regs[reg]);
	}
	if (val > from)
		trace_seq_printf(fmt->s, "+%llu", val - from);
}

/* One bit each but for the contents; the last one is not i386's. */
SYSCALL_STRUCT(user_desc)
{
	u32 flags = syscall_trace_member(fmt, type, "flags", data, len);

	/* modify_ldt() takes anything, by its size. */
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
	if (!syscall_trace_narrow(fmt))
		trace_seq_printf(fmt->s, ", lm=%u", flags >> 7 & 1);
	trace_seq_putc(fmt->s, '}');
}

/* The kernel has chosen an entry if it was told to. */
SYSCALL_KIND(thread_area)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, 0, 0);
	u64 entry;

	trace_seq_printf(fmt->s, "%lld", (s64)val);
	if (blob && syscall_trace_field(fmt, fmt->call->args[0].type, "entry_number",
					blob->data, blob->len, &entry))
		trace_seq_printf(fmt->s, " (entry_number=%llu)", entry);
}

/* Asks for one entry, by its number in the structure that it comes in. */
SYSCALL_PRINT(get_thread_area)
{
	const struct syscall_trace_type *type = fmt->call->args[0].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, 0, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, 0, 0);

	if (!fmt->at_exit && fmt->halves)
		return;
	if (out || !in || in->status != SYSCALL_TRACE_OK) {
		syscall_trace_print_blob(fmt, 0, out);
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "entry_number");
	trace_seq_puts(fmt->s, ", ...}");
}

/* On x86-64, an error is cut off to 32 bits and reads as a number. */
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
