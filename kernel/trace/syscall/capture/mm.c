// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures memory: policies, and what is resident.
 */
#include <linux/mm.h>

#include "length.h"
#include "nested.h"

/*
 * A set of nodes, in whole longs. The length is the number of bits + 1; the kernel rejects
 * 0.
 */
SYSCALL_CAPTURE(nodemask)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	u64 len = syscall_trace_length(cap, arg);
	u64 nr = len ? DIV_ROUND_UP_ULL(len - 1, 8 * size) : 0;
	struct syscall_trace_blob *blob;

	blob = syscall_trace_begin_nested(cap, arg);
	/* The set is empty, or too large for memory. */
	if (!blob || len == 1 || len >= S64_MAX)
		return;

	syscall_trace_copy(cap, blob, cap->args[arg], nr * size,
			   min_t(u64, nr, SYSCALL_TRACE_ELEMENTS_MAX) * size);
	syscall_trace_end_blob(cap, blob);
}

/* One byte for each page. */
SYSCALL_CAPTURE(mincore)
{
	u64 pages = DIV_ROUND_UP_ULL((u64)syscall_trace_length(cap, arg), PAGE_SIZE);
	struct syscall_trace_blob *blob = syscall_trace_begin_nested(cap, arg);

	if (!blob)
		return;
	syscall_trace_copy(cap, blob, cap->args[arg], pages, SYSCALL_TRACE_ELEMENTS_MAX);
	syscall_trace_end_blob(cap, blob);
}
