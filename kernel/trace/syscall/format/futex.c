// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints operations of futex().
 */
#include <uapi/linux/futex.h>

#include "format.h"
#include "printers.h"

/* The set names operations with their flags. Only a few operations take the clock. */
SYSCALL_KIND(futex_op)
{
	const u32 clocked = 1 << FUTEX_WAIT | 1 << FUTEX_WAIT_BITSET |
			    1 << FUTEX_WAIT_REQUEUE_PI | 1 << FUTEX_LOCK_PI2;
	bool has_clock = val & FUTEX_CLOCK_REALTIME;

	if ((u32)val == (FUTEX_FD | FUTEX_PRIVATE_FLAG))
		trace_seq_puts(fmt->s, "FUTEX_FD|FUTEX_PRIVATE_FLAG");
	else if (syscall_trace_unnamed_bits(type->set, (u32)val) ||
		 (has_clock && !(clocked >> (val & FUTEX_CMD_MASK & 0x1f) & 1)))
		syscall_trace_print_unknown(fmt, (u32)val, "FUTEX_???");
	else
		syscall_trace_print_set(fmt, type->set, val);
}

/* val3 of FUTEX_WAKE_OP: an operation and a comparison, each with its argument. */
SYSCALL_KIND(futex_wake_op)
{
	static const char * const compare[] = {
		[FUTEX_OP_CMP_EQ] = "FUTEX_OP_CMP_EQ",
		[FUTEX_OP_CMP_NE] = "FUTEX_OP_CMP_NE",
		[FUTEX_OP_CMP_LT] = "FUTEX_OP_CMP_LT",
		[FUTEX_OP_CMP_LE] = "FUTEX_OP_CMP_LE",
		[FUTEX_OP_CMP_GT] = "FUTEX_OP_CMP_GT",
		[FUTEX_OP_CMP_GE] = "FUTEX_OP_CMP_GE",
	};
	u32 op = val >> 28 & 7, cmp = val >> 24 & 0xf, arg = val >> 12 & 0xfff;
	const struct syscall_trace_const *c;

	if (val >> 28 & FUTEX_OP_OPARG_SHIFT)
		trace_seq_puts(fmt->s, "FUTEX_OP_OPARG_SHIFT<<28|");
	c = syscall_trace_find_const(type->set, op);
	if (c)
		trace_seq_printf(fmt->s, "%s<<28|", c->name);
	else
		trace_seq_printf(fmt->s, "0x%x<<28 /* FUTEX_OP_??? */|", op);
	trace_seq_printf(fmt->s, arg ? "0x%x<<12|" : "%u<<12|", arg);
	if (cmp < ARRAY_SIZE(compare))
		trace_seq_printf(fmt->s, "%s<<24|", compare[cmp]);
	else
		trace_seq_printf(fmt->s, "0x%x<<24 /* FUTEX_OP_CMP_??? */|", cmp);
	syscall_trace_print_in_hex(fmt, val & 0xfff);
}
