// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: writes records, except the most frequent one, which the hooks write in
 * line. Cuts what was copied for instances that want less. Called by trace_syscalls.c and
 * inflight.c.
 */
#include "capture/capture.h"
#include "record.h"

/* What tracing_gen_ctx() says of the need to reschedule. The rest is the tracer's doing. */
unsigned int syscall_trace_context(void)
{
	unsigned int flags = 0;

	if (tif_need_resched())
		flags |= TRACE_FLAG_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= TRACE_FLAG_PREEMPT_RESCHED;

	return flags << 16;
}

/*
 * Find how much of each blob goes into the record of an instance. The ring buffer would
 * refuse a record that is too large: the longest blobs are cut until all of them fit.
 */
static struct syscall_trace_clip record_limits(struct trace_array *tr,
					       const struct syscall_trace_contents *what)
{
	struct syscall_trace_clip clip = { .piece = U16_MAX };
	size_t max = syscall_trace_record_room(tr->array_buffer.buffer);
	const void *blobs = syscall_trace_blobs_of(what);

	/* The options, too, may have been switched off since the call began. */
	if (syscall_trace_option(SYSCALL_TRACE_OPT_STRINGS))
		clip.strlen = READ_ONCE(tr->syscall_trace.strlen);
	if (syscall_trace_option(SYSCALL_TRACE_OPT_DATA))
		clip.datalen = READ_ONCE(tr->syscall_trace.datalen);
	if (syscall_trace_clip_blobs(NULL, blobs, what->size, &clip) <= max)
		return clip;

	syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SPACE);
	clip.piece = max;
	while (clip.piece && syscall_trace_clip_blobs(NULL, blobs, what->size, &clip) > max)
		clip.piece -= DIV_ROUND_UP(clip.piece, 8);

	return clip;
}

/* Write a record to an instance, which may want less than there is. */
static void write_one(struct trace_array *tr, const struct syscall_trace_task *task, int type,
		      const struct syscall_trace_contents *what)
{
	unsigned int size = what->size, context = syscall_trace_context();
	const void *blobs = syscall_trace_blobs_of(what);
	struct syscall_trace_reserved rec;
	struct syscall_trace_clip clip;

	if (what->clip) {
		clip = record_limits(tr, what);
		size = syscall_trace_clip_blobs(NULL, blobs, what->size, &clip);
	}
	if (unlikely(READ_ONCE(tr->syscall_trace.batch)) &&
	    syscall_trace_batch_one(tr, task, type, context, what, size,
				    what->clip ? &clip : NULL))
		return;
	if (!syscall_trace_reserve(&rec, tr, task, type, what, size))
		return;
	tracing_generic_entry_update(&rec.entry->ent, type, context);
	syscall_trace_put_data(rec.data, what->data, what->args_size + (what->clip ? 0 : size));
	if (what->clip)
		syscall_trace_clip_blobs(rec.data + what->args_size, blobs, what->size, &clip);
	syscall_trace_commit(tr, &rec);
}

/**
 * syscall_trace_write - write a record to instances
 * @task: the call
 * @type: TRACE_SYSCALL_*
 * @what: its contents
 * @to: the instances, a bit for each
 *
 * Context: any, preemption is disabled.
 */
void syscall_trace_write(const struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what, u64 to)
{
	struct syscall_trace_instance *inst;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (to & inst->bit)
			write_one(container_of(inst, struct trace_array, syscall_trace), task, type,
				  what);
	}
}
