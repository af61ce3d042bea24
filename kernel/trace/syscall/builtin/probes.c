// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: which tasks the probes of an instance record: those that its tracer would
 * trace, whether it is on or not.
 */
#include <linux/cleanup.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/syscall_trace.h>
#include <linux/workqueue.h>

#include "../../trace.h"
#include "../choose/tasks.h"
#include "../instances.h"

static void update_tasks(struct work_struct *work)
{
	guard(mutex)(&trace_types_lock);
	syscall_trace_update_tasks();
}

static DECLARE_WORK(update_work, update_tasks);

/* Its bit stays in tasks until they are updated. */
static void forget(struct syscall_trace_instance *inst)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&syscall_trace_tasks_lock, flags);
	list_del(&inst->probing);
	syscall_trace_stale_bits |= inst->probe_bit;
	inst->probe_bit = 0;
	raw_spin_unlock_irqrestore(&syscall_trace_tasks_lock, flags);
}

/**
 * syscall_trace_probes_begin - a probe is about to record in an instance
 * @tr: the instance
 *
 * Context: task context, event_mutex is held, trace_types_lock is not; may sleep.
 * Return: 0 or an error; -ENOSPC: too many instances choose tasks.
 */
int syscall_trace_probes_begin(struct trace_array *tr)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;
	int ret;

	lockdep_assert_held(&event_mutex);

	if (inst->probes++)
		return 0;

	guard(mutex)(&trace_types_lock);
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		inst->probe_bit = syscall_trace_find_bit();
		list_add(&inst->probing, &syscall_trace_probing);
	}
	ret = inst->probe_bit ? syscall_trace_update_tasks() : -ENOSPC;
	if (ret) {
		forget(inst);
		syscall_trace_update_tasks();
		inst->probes--;
	}

	return ret;
}

/**
 * syscall_trace_probes_end - a probe does not record in an instance any more
 * @tr: the instance, which may be freed next
 *
 * An instance is removed with trace_types_lock held, so the tasks are updated later.
 *
 * Context: task context, event_mutex is held; may sleep.
 */
void syscall_trace_probes_end(struct trace_array *tr)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;

	lockdep_assert_held(&event_mutex);

	if (--inst->probes)
		return;
	forget(inst);
	schedule_work(&update_work);
}

/**
 * syscall_trace_probes_want - does an instance want its probes to record the current task?
 * @tr: the instance
 *
 * Context: any.
 * Return: true if it does.
 */
bool syscall_trace_probes_want(const struct trace_array *tr)
{
	return READ_ONCE(syscall_trace_of(current)->watched) &
	       READ_ONCE(tr->syscall_trace.probe_bit);
}
NOKPROBE_SYMBOL(syscall_trace_probes_want);
