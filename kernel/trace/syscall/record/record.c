// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: writes records, except the most frequent one, which the hooks write in
 * line. Cuts what was copied for instances that want less.
 */
#include <linux/syscall_trace.h>

#include "../capture/clip.h"
#include "../instances.h"
#include "../loss/counter.h"
#include "../options.h"
#include "../refusals.h"
#include "../run.h"
#include "batch.h"
#include "record.h"
#include "room.h"
#include "sink.h"

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
 * refuse a record that is too large: the longest blobs are cut until all of them fit. If there are
 * too many for that, the last ones are left out.
 */
static struct syscall_trace_clip record_limits(struct syscall_trace_instance *inst,
					       const struct syscall_trace_contents *what)
{
	struct syscall_trace_clip clip = { .piece = U16_MAX, .room = SIZE_MAX };
	size_t max = syscall_trace_record_room(inst);
	const void *blobs = syscall_trace_blobs_of(what);

	/* The options, too, may have been switched off since the call began. */
	clip.structs = syscall_trace_option(SYSCALL_TRACE_OPT_STRUCTS);
	if (syscall_trace_option(SYSCALL_TRACE_OPT_STRINGS))
		clip.strlen = READ_ONCE(inst->strlen);
	if (syscall_trace_option(SYSCALL_TRACE_OPT_DATA))
		clip.datalen = READ_ONCE(inst->datalen);
	if (syscall_trace_clip_blobs(NULL, blobs, what->size, &clip) <= max)
		return clip;

	syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SPACE);
	clip.piece = max;
	while (clip.piece && syscall_trace_clip_blobs(NULL, blobs, what->size, &clip) > max)
		clip.piece -= DIV_ROUND_UP(clip.piece, 8);
	clip.room = max;

	return clip;
}

/*
 * Write a record to an instance, which may want less than there is. @pid: that of the task.
 * Returns false if there is no room, or recording is off.
 */
static bool write_one(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
		      int pid, int type, const struct syscall_trace_contents *what)
{
	unsigned int size = what->size, context = syscall_trace_context();
	const void *blobs = syscall_trace_blobs_of(what);
	bool own = task == syscall_trace_of(current);
	enum syscall_trace_put put = SYSCALL_TRACE_NOT_PUT;
	struct syscall_trace_reserved rec;
	struct syscall_trace_clip clip;

	if (what->clip) {
		clip = record_limits(inst, what);
		size = syscall_trace_clip_blobs(NULL, blobs, what->size, &clip);
	}
	if (!own)
		context = 0;
	if (unlikely(READ_ONCE(inst->batch))) {
		if (own)
			put = syscall_trace_batch_one(inst, task, type, context, what, size,
						      what->clip ? &clip : NULL);
		else
			/* The other task's calls before this one may wait here. */
			syscall_trace_flush_here(inst);
	}
	if (put != SYSCALL_TRACE_NOT_PUT)
		return put == SYSCALL_TRACE_PUT;
	if (!syscall_trace_reserve(&rec, inst, task, type, what, size))
		return syscall_trace_miss_record(task, inst, type);
	rec.entry->head.seq = syscall_trace_take_seq(task, inst, type);
	tracing_generic_entry_update(&rec.entry->ent, syscall_sink_type(type), context);
	rec.entry->ent.pid = pid;
	syscall_trace_put_data(rec.data, what->data, what->args_size + (what->clip ? 0 : size));
	if (what->clip)
		syscall_trace_clip_blobs(rec.data + what->args_size, blobs, what->size, &clip);
	syscall_trace_commit(inst, &rec);

	return true;
}

/**
 * syscall_trace_write - write a record to instances
 * @task: the call
 * @type: TRACE_SYSCALL_*
 * @what: its contents
 * @to: the instances, a bit for each
 *
 * Context: any, preemption is disabled.
 * Return: whether any instance has got it.
 */
bool syscall_trace_write(struct syscall_trace_task *task, int type,
			 const struct syscall_trace_contents *what, u64 to)
{
	struct syscall_trace_instance *inst;
	bool written = false;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (to & inst->bit && !syscall_trace_only_counts(inst))
			written |= write_one(inst, task, current->pid, type, what);
	}

	return written;
}

/**
 * syscall_trace_write_other - write a record of the entry of another task's call to an instance
 * @inst: the instance
 * @other: the task
 * @what: the contents of the record
 *
 * Context: any, preemption is disabled.
 */
void syscall_trace_write_other(struct syscall_trace_instance *inst, struct task_struct *other,
			       const struct syscall_trace_contents *what)
{
	if (!syscall_trace_only_counts(inst))
		write_one(inst, syscall_trace_of(other), other->pid, TRACE_SYSCALL_ENTER, what);
}

/**
 * syscall_trace_write_to_these - write a record of the current call to instances
 * @task: the call
 * @regs: the task's registers
 * @type: TRACE_SYSCALL_*
 * @ret: the result
 * @to: the instances, a bit for each
 *
 * Context: the task's own, preemption is disabled.
 * Return: whether any instance has got it.
 */
bool syscall_trace_write_to_these(struct syscall_trace_task *task, struct pt_regs *regs, int type,
				  long ret, u64 to)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_contents what;

	syscall_trace_gather(&what, task, regs, type, ret, words);

	return syscall_trace_write(task, type, &what, to);
}

/**
 * syscall_trace_write_everywhere - write a record of the current call to all that want it
 * @task: the call
 * @regs: the task's registers
 * @type: TRACE_SYSCALL_*
 * @ret: the result
 *
 * Context: as syscall_trace_write_to_these().
 * Return: likewise.
 */
bool syscall_trace_write_everywhere(struct syscall_trace_task *task, struct pt_regs *regs,
				    int type, long ret)
{
	return syscall_trace_write_to_these(task, regs, type, ret, syscall_trace_wanted_by(task));
}
