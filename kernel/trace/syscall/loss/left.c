// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: records that go where readers of the trace do not see them. Calls are not
 * said to be missing then.
 */
#include "../builtin/again.h"
#include "ended.h"
#include "losses.h"
#include "tally.h"

/**
 * syscall_trace_swaps - a snapshot takes the place of the ring buffer
 * @tr: the instance
 *
 * Context: any; two snapshots at a time may count as one.
 */
void syscall_trace_swaps(struct trace_array *tr)
{
	syscall_tally_swaps(&tr->syscall_trace.losses);
	syscall_trace_misses_ended(&tr->syscall_trace.losses);
}

/**
 * syscall_trace_reads_raw - somebody is about to read trace_pipe_raw
 * @iter: what the file has open
 *
 * Context: task context, may sleep.
 */
void syscall_trace_reads_raw(struct trace_iterator *iter)
{
	if (iter->snapshot)
		return;
	syscall_trace_tell_ended(&iter->tr->syscall_trace);
	syscall_trace_tell_again(iter);
	syscall_tally_leaves(&iter->tr->syscall_trace.losses);
}
