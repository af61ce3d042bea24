/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: finds calls in the table.
 */
#ifndef _SYSCALL_CAPTURE_TABLE_H
#define _SYSCALL_CAPTURE_TABLE_H

#include <linux/nospec.h>
#include <linux/syscall_trace_table.h>
#include <asm/syscall_trace.h>

/* The table's entry for a number of an ABI, or NULL. */
static __always_inline const struct syscall_trace_call *syscall_trace_call_of(int nr, u8 abi)
{
	const struct syscall_trace_abi *desc = &syscall_trace_abis[abi];
	unsigned long index = (unsigned int)nr;

	if (unlikely(index >= desc->nr_slots))
		return NULL;

	return desc->slots[array_index_nospec(index, desc->nr_slots)].call;
}

/* The table's entry for a call of the current task, or NULL; @abi gets the index of the ABI. */
static __always_inline const struct syscall_trace_call *syscall_trace_find_call(int nr, u8 *abi)
{
	*abi = syscall_trace_arch_abi(&nr);

	return syscall_trace_call_of(nr, *abi);
}

/* The case of a call, as far as its words tell. */
static inline const struct syscall_trace_call *
syscall_trace_case_of(const struct syscall_trace_call *call, const unsigned long *args)
{
	const struct syscall_trace_call *found = call;

	while (found && !found->target) {
		call = found;
		if (!call->cases)
			break;
		found = syscall_trace_find_case(call, args[call->cases->arg]);
	}

	return call;
}

#endif /* _SYSCALL_CAPTURE_TABLE_H */
