// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints types of netfilter's messages.
 */
#include "../named_types.h"
#include "format.h"
#include "printers.h"

/* The number of a subsystem of netfilter and, in the lower byte, that of its message. */
SYSCALL_KIND(nfnl_type)
{
	const struct syscall_trace_type *messages = &syscall_trace_nfnl_messages;

	if (syscall_trace_print_const(fmt, type->set, val))
		return;
	syscall_trace_print_set(fmt, messages->set, val >> 8);
	trace_seq_puts(fmt->s, "<<8|");
	syscall_trace_print_scalar(fmt, syscall_trace_chosen(messages, val >> 8), val & 0xff);
}
