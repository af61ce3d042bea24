/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: option syscall_batch, for what else has to do with blocks. What records
 * are written by is in record/batch.h and blocks.h.
 */
#ifndef _SYSCALL_BUILTIN_BATCH_H
#define _SYSCALL_BUILTIN_BATCH_H

#include <linux/types.h>

struct ring_buffer_block;
struct syscall_trace_instance;
struct trace_array;

int syscall_trace_overwrite_changes(struct trace_array *tr, bool overwrite);
int syscall_trace_write_block(struct syscall_trace_instance *inst, struct ring_buffer_block *block);
void *syscall_trace_batch_full(struct syscall_trace_instance *inst, struct ring_buffer_block *block,
			       u64 *ts, unsigned int size);

#endif /* _SYSCALL_BUILTIN_BATCH_H */
