/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: option syscall_batch. Records wait in a block of their CPU, and go into
 * the ring buffer together.
 */
#ifndef _SYSCALL_BATCH_H
#define _SYSCALL_BATCH_H

#include "../../trace.h"

int syscall_trace_update_batches(void);
int syscall_trace_overwrite_changes(struct trace_array *tr, bool overwrite);
void syscall_trace_leave_batch(struct syscall_trace_instance *inst);
int syscall_trace_write_block(struct trace_array *tr, struct ring_buffer_block *block);
void syscall_trace_flush_here(struct trace_array *tr);
void *syscall_trace_batch_full(struct trace_array *tr, struct ring_buffer_block *block, u64 *ts,
			       unsigned int size);

#endif /* _SYSCALL_BATCH_H */
