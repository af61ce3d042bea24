// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what schedulers need.
 */
#include <linux/ioprio.h>

#include "format.h"
#include "printers.h"

/* The CPUs' numbers. The kernel's own masks are never longer than this. */
#define CPUMASK_MAX	128

SYSCALL_STRUCT(cpumask)
{
	if (fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_bits(fmt, data, 8 * min_t(size_t, len, CPUMASK_MAX),
					 len > CPUMASK_MAX);
}

/* What a structure of the first version has, and of the second. */
#define SCHED_ATTR_0	48
#define SCHED_ATTR_1	56

/* The first member says how much of it the caller knows. */
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

SYSCALL_KIND(ioprio)
{
	trace_seq_puts(fmt->s, "IOPRIO_PRIO_VALUE(");
	syscall_trace_print_set(fmt, type->set, val >> IOPRIO_CLASS_SHIFT);
	trace_seq_printf(fmt->s, ", %llu)", val & IOPRIO_PRIO_MASK);
}
