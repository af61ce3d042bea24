// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints types and protocols of sockets.
 */
#include <linux/swab.h>

#include "format.h"
#include "printers.h"

#define SOCK_TYPE_BITS	0xf

/* A type in the low bits, and flags. */
SYSCALL_KIND(socket_type)
{
	const struct syscall_trace_set *set = type->set;
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		if (set->consts[i].mask != SOCK_TYPE_BITS ||
		    set->consts[i].value != (val & SOCK_TYPE_BITS))
			continue;
		trace_seq_puts(fmt->s, set->consts[i].name);
		val &= ~(u64)SOCK_TYPE_BITS;
		if (!(u32)val)
			return;
		trace_seq_putc(fmt->s, '|');
		break;
	}
	syscall_trace_print_set(fmt, set, val);
}

SYSCALL_KIND(protocol_packet)
{
	trace_seq_puts(fmt->s, "htons(");
	syscall_trace_print_set(fmt, type->set, __swab16(val));
	trace_seq_putc(fmt->s, ')');
}
