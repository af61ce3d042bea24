/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: arguments that a call has in one ABI and lacks in another.
 */
#ifndef _SYSCALL_FILTER_SIBLINGS_H
#define _SYSCALL_FILTER_SIBLINGS_H

#include "filter.h"

/* Is an entry point among those that a condition is about? */
static inline bool syscall_filter_is_chosen(const unsigned long *calls, unsigned int i)
{
	return calls[i / BITS_PER_LONG] >> i % BITS_PER_LONG & 1;
}

unsigned int syscall_filter_find_arg(const struct syscall_trace_call *call, const char *name);
void syscall_filter_bind_siblings(struct syscall_filter_test *test, const unsigned long *calls,
				  bool in_place);

#endif /* _SYSCALL_FILTER_SIBLINGS_H */
