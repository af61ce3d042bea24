/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: option syscall_batch: puts records into blocks. In line, for the hooks.
 */
#ifndef _SYSCALL_BUILTIN_BATCH_H
#define _SYSCALL_BUILTIN_BATCH_H

#include <linux/percpu.h>
#include <linux/ring_buffer.h>

#include "../capture/clip.h"
#include "../loss/counter.h"
#include "../record/batch.h"
#include "../record/record.h"

/* Bytes of a block: what a sub-buffer of one page takes. */
#define SYSCALL_TRACE_BLOCK_ROOM	4032

int syscall_trace_write_block(struct syscall_trace_instance *inst, struct ring_buffer_block *block);
void syscall_trace_flush_interrupted(struct syscall_trace_instance *inst);
bool syscall_trace_waits_since(const struct trace_array *tr, u64 time);
void *syscall_trace_batch_full(struct syscall_trace_instance *inst, struct ring_buffer_block *block,
			       u64 *ts, unsigned int size);

/* Whoever follows @batch is not preemptible: syscall_trace_leave_batch() waits for that. */
static inline struct ring_buffer_block *
syscall_trace_block_of(const struct syscall_trace_instance *inst, int cpu)
{
	struct ring_buffer_block __percpu *batch = READ_ONCE(inst->batch);

	return batch ? per_cpu_ptr(batch, cpu) : NULL;
}

static inline void syscall_trace_empty_block(struct ring_buffer_block *block)
{
	block->nr = 0;
	WRITE_ONCE(block->size, 0);
}

/* A record is not put into a block, because recording is off. */
static inline enum syscall_trace_put
syscall_trace_batch_drop(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
			 int type)
{
	syscall_trace_miss_record(task, inst, type);

	return SYSCALL_TRACE_DROPPED;
}

/*
 * Put a record into a block of this CPU. @ts: what ring_buffer_block_time() says. Interrupts
 * are disabled since before that.
 */
static __always_inline enum syscall_trace_put
syscall_trace_batch_put(struct syscall_trace_instance *inst, struct ring_buffer_block *block,
			u64 ts, struct syscall_trace_task *task, int type, unsigned int context,
			const struct syscall_trace_contents *what, unsigned int size,
			const struct syscall_trace_clip *clip)
{
	struct syscall_trace_plan plan = syscall_trace_plan_record(inst, task, type, what, size);
	unsigned int room = ring_buffer_block_event_size(plan.size);
	struct syscall_call_entry *entry = NULL;
	unsigned int end;
	void *data;

	/* What is recorded after it was switched off would show when it is on again. */
	if (unlikely(!ts))
		return syscall_trace_batch_drop(inst, task, type);

	if (likely(!inst->has_company))
		entry = ring_buffer_block_reserve(block, ts, room);
	if (unlikely(!entry)) {
		entry = syscall_trace_batch_full(inst, block, &ts, room);
		if (!entry)
			return block->size ? syscall_trace_batch_drop(inst, task, type) :
					     SYSCALL_TRACE_NOT_PUT;
	}

	end = block->size + room;
	entry->ent = (struct trace_entry) { .type = type, .pid = current->pid };
	if (unlikely(context))
		tracing_generic_entry_update(&entry->ent, type, context);
	data = syscall_trace_fill(entry, plan, task, type, what);
	entry->head.seq = syscall_trace_take_seq(task, inst, type);
	syscall_trace_put_data(data, what->data, what->args_size + (clip ? 0 : size));
	if (clip)
		syscall_trace_clip_blobs(data + what->args_size, syscall_trace_blobs_of(what),
					 what->size, clip);
	__this_cpu_write(trace_taskinfo_save, true);
	ring_buffer_block_commit(block, ts, end);

	return SYSCALL_TRACE_PUT;
}

#endif /* _SYSCALL_BUILTIN_BATCH_H */
