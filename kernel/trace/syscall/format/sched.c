// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of calls on scheduling.
 */
#include <linux/ioprio.h>
#include <linux/sched.h>

#include "../named_types.h"
#include "format.h"
#include "list.h"
#include "printers.h"

/* No more bytes of a mask are printed: the kernel's own masks are not longer. */
#define CPUMASK_MAX	128

SYSCALL_STRUCT(cpumask)
{
	if (fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_bits(fmt, data, 8 * min_t(size_t, len, CPUMASK_MAX),
					 len > CPUMASK_MAX);
}

/* Bytes of the first and the second version of struct sched_attr. */
#define SCHED_ATTR_0	48
#define SCHED_ATTR_1	56

/* The member size says which version the caller uses. */
SYSCALL_STRUCT(sched_attr)
{
	bool given = !(fmt->call->args[1].dir & SYSCALL_TRACE_DIR_OUT);
	u64 size = syscall_trace_member(fmt, type, "size", data, len), wanted;

	wanted = given && !size ? SCHED_ATTR_0 : size;
	if (len < sizeof(u32) ||
	    (wanted >= SCHED_ATTR_0 && len < min_t(u64, wanted, SCHED_ATTR_1))) {
		syscall_trace_print_address(fmt);
		return;
	}

	if (wanted < SCHED_ATTR_0)
		len = sizeof(u32);
	else if (wanted < SCHED_ATTR_1)
		len = SCHED_ATTR_0;
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, len);
	if (wanted > SCHED_ATTR_1)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, '}');
}

/* Of an I/O priority: what older headers do not have. */
#define LEVEL_BITS	3
#define LEVEL_MASK	((1 << LEVEL_BITS) - 1)

/* The bits between the class and the level are a hint. */
SYSCALL_KIND(ioprio)
{
	u64 hint = (val & IOPRIO_PRIO_MASK) >> LEVEL_BITS;

	trace_seq_puts(fmt->s, hint ? "IOPRIO_PRIO_VALUE_HINT(" : "IOPRIO_PRIO_VALUE(");
	syscall_trace_print_set(fmt, type->set, val >> IOPRIO_CLASS_SHIFT);
	trace_seq_printf(fmt->s, ", %llu", val & LEVEL_MASK);
	if (hint) {
		trace_seq_puts(fmt->s, ", ");
		syscall_trace_print_set(fmt, syscall_trace_ioprio_hint.set, hint);
	}
	trace_seq_putc(fmt->s, ')');
}

/* An unknown policy hides the flags, too. */
SYSCALL_KIND(sched_policy)
{
	if (syscall_trace_unnamed_bits(type->set, (u32)val))
		syscall_trace_print_unknown(fmt, (u32)val, "SCHED_???");
	else
		syscall_trace_print_set(fmt, type->set, val);
}

SYSCALL_KIND(sched_policy_flags)
{
	syscall_kind_sched_policy(fmt, type, val);
}

/* A number, in hex if it has a flag, and what that means. */
SYSCALL_KIND(got_policy)
{
	if (val & SCHED_RESET_ON_FORK)
		syscall_trace_print_in_hex(fmt, (u32)val);
	else
		syscall_trace_print_signed(fmt, (s64)val);
	if (syscall_trace_unnamed_bits(type->set, (u32)val))
		return;
	trace_seq_puts(fmt->s, " (");
	syscall_trace_print_set(fmt, type->set, (u32)val);
	trace_seq_putc(fmt->s, ')');
}
