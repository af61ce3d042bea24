// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints capabilities.
 */
#include <linux/capability.h>

#include "format.h"
#include "printers.h"

/* Print 32 capabilities, the first of which is number @from. */
static void print_capabilities(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_set *set, u32 val,
			       unsigned int from)
{
	const struct syscall_trace_const *c;
	const char *sep = "";
	unsigned int bit;
	u32 left = val;

	for (bit = 0; bit < 32 && !syscall_trace_full(fmt); bit++) {
		c = val >> bit & 1 ? syscall_trace_find_const(set, from + bit) : NULL;
		if (!c)
			continue;
		trace_seq_printf(fmt->s, "%s1<<%s", sep, c->name);
		sep = "|";
		left &= ~(1U << bit);
	}
	if (left && (*sep || syscall_trace_full(fmt)))
		trace_seq_printf(fmt->s, "%s0x%x", sep, left);
	else if (left)
		trace_seq_printf(fmt->s, "0x%x /* CAP_??? */", left);
	else if (!*sep)
		trace_seq_putc(fmt->s, '0');
}

/* The upper half of each set is in a second structure. */
SYSCALL_STRUCT(cap_data)
{
	static const char * const names[] = { "effective", "permitted", "inheritable" };
	const size_t half = 3 * sizeof(u32);
	const struct syscall_trace_blob *header;
	u64 version = 0, low, high;
	unsigned int i, nr = 1;

	header = syscall_trace_find_blob(fmt, 0, fmt->at_exit ? SYSCALL_TRACE_DIR_OUT :
					 SYSCALL_TRACE_DIR_IN, 0);
	if (header && header->status == SYSCALL_TRACE_BLOB_OK)
		version = syscall_trace_member(fmt, fmt->call->args[0].type, "version",
					       header->data, header->len);
	if (version == _LINUX_CAPABILITY_VERSION_2 || version == _LINUX_CAPABILITY_VERSION_3)
		nr = 2;
	if (!version || len < nr * half) {
		syscall_trace_print_address(fmt);
		return;
	}

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const struct syscall_trace_field *field;

		field = syscall_trace_find_field(type, names[i]);
		low = syscall_trace_member(fmt, type, names[i], data, half);
		high = nr == 2 ? syscall_trace_member(fmt, type, names[i], data + half, half) : 0;

		syscall_trace_comma(fmt);
		trace_seq_printf(fmt->s, "%s=", names[i]);
		if (!field)
			continue;
		if (low || !high)
			print_capabilities(fmt, field->type->set, low, 0);
		if (low && high)
			trace_seq_putc(fmt->s, '|');
		if (high)
			print_capabilities(fmt, field->type->set, high, 32);
	}
	trace_seq_putc(fmt->s, '}');
}
