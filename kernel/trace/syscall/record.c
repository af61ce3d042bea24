// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the rare cases of writing a record: unusual flags in its head, and
 * less of strings and data than was copied. Called by trace_syscalls.c.
 */
#include "capture/capture.h"
#include "record.h"

/* The flags of the context; preemption, off by now, does not count. */
unsigned int syscall_trace_resched_context(void)
{
	return tracing_gen_ctx() & ~0xffff;
}

/*
 * Find how much of each blob goes into the record of an instance. The ring buffer would
 * refuse a record that is too large: the longest blobs are cut until all of them fit.
 */
static struct syscall_trace_clip record_limits(const struct syscall_trace_instance *inst,
					       const struct syscall_trace_task *task,
					       const struct syscall_trace_store *store,
					       struct trace_buffer *buffer)
{
	struct syscall_trace_clip clip = {
		.strlen		= READ_ONCE(inst->strlen),
		.datalen	= READ_ONCE(inst->datalen),
		.piece		= U16_MAX,
	};
	size_t max = syscall_trace_record_room(buffer);

	if (syscall_trace_clip_blobs(NULL, task, store, &clip) <= max)
		return clip;

	syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SPACE);
	clip.piece = max;
	while (clip.piece && syscall_trace_clip_blobs(NULL, task, store, &clip) > max)
		clip.piece -= DIV_ROUND_UP(clip.piece, 8);

	return clip;
}

/* Copy the arguments, and of each blob as much as @clip allows. */
static void copy_clipped(unsigned long *args, const struct syscall_trace_task *task,
			 const struct syscall_trace_store *store,
			 const struct syscall_trace_clip *clip)
{
	unsigned int nr_args = task->head.nr_args;

	memcpy(args, store->args, nr_args * sizeof(*args));
	syscall_trace_clip_blobs(args + nr_args, task, store, clip);
}

static unsigned int clipped_words(const struct syscall_trace_task *task,
				  const struct syscall_trace_store *store,
				  const struct syscall_trace_clip *clip)
{
	return task->head.nr_args +
	       syscall_trace_clip_blobs(NULL, task, store, clip) / sizeof(*store->args);
}

void syscall_trace_store_enter_clipped(struct syscall_trace_instance *inst,
				       const struct syscall_trace_task *task,
				       const struct syscall_trace_store *store)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_trace_clip clip = record_limits(inst, task, store, buffer);
	unsigned int nr = clipped_words(task, store, &clip);
	struct syscall_enter_entry *entry;
	struct ring_buffer_event *event;

	entry = syscall_trace_reserve(buffer, task, TRACE_SYSCALL_ENTER,
				      struct_size(entry, args, nr), &event);
	if (!entry)
		return;
	copy_clipped(entry->args, task, store, &clip);
	syscall_trace_commit(tr, buffer, event);
}

void syscall_trace_store_exit_clipped(struct syscall_trace_instance *inst,
				      const struct syscall_trace_task *task,
				      const struct syscall_trace_store *store, long ret)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_trace_clip clip = record_limits(inst, task, store, buffer);
	unsigned int nr = clipped_words(task, store, &clip);
	struct syscall_exit_entry *entry;
	struct ring_buffer_event *event;

	entry = syscall_trace_reserve(buffer, task, TRACE_SYSCALL_EXIT,
				      struct_size(entry, args, nr), &event);
	if (!entry)
		return;
	entry->ret = ret;
	copy_clipped(entry->args, task, store, &clip);
	syscall_trace_commit(tr, buffer, event);
}
