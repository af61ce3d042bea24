// SPDX-License-Identifier: GPL-2.0
/*
 * Which instances there are, and who uses them.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracer/control.h"
#include "tracer/instances.h"
#include "tracer/setup.h"
#include "tracer/tracefs/file.h"

#include "borrow.h"
#include "instance.h"

/* Which instances there are, and what they trace; as the kernel's mutex of this name. */
DEFINE_MUTEX(trace_types_lock);

/* Guarded by trace_types_lock. */
LIST_HEAD(instances);

/**
 * instance_find - find an instance
 * @name: that of the trace array; %NULL: the first one
 *
 * Context: trace_types_lock is held.
 * Return: it, or %NULL.
 */
struct instance *instance_find(const char *name)
{
	struct instance *inst;

	lockdep_assert_held(&trace_types_lock);

	list_for_each_entry(inst, &instances, list) {
		if (name ? inst->name && !strcmp(inst->name, name) : !inst->name)
			return inst;
	}

	return NULL;
}

/**
 * instance_of_array - find the instance of a trace array
 * @file: its event
 *
 * Context: trace_types_lock is held.
 * Return: it, or %NULL.
 */
struct instance *instance_of_array(const struct trace_event_file *file)
{
	struct instance *inst;

	lockdep_assert_held(&trace_types_lock);

	list_for_each_entry(inst, &instances, list) {
		if (inst->file == file)
			return inst;
	}

	return NULL;
}

static void release(struct kref *ref)
{
	struct instance *inst = container_of(ref, struct instance, ref);

	scoped_guard(mutex, &trace_types_lock)
		syscall_trace_free(&inst->trace);
	syscall_tally_destroy(&inst->pipe);
	kfree(inst->name);
	kfree(inst);
}

/**
 * instance_of_trace - find the instance of a trace array
 * @array: the trace array, or anything else
 *
 * Context: task context, may sleep.
 * Return: it, which stays until instance_drop(), or %NULL.
 */
struct instance *instance_of_trace(const void *array)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(inst, &instances, list) {
		if (inst->buffer->tr == array) {
			kref_get(&inst->ref);
			return inst;
		}
	}

	return NULL;
}

/**
 * instance_hold - let an instance stay until instance_drop()
 * @inst: the instance, which stays meanwhile
 */
void instance_hold(struct instance *inst)
{
	kref_get(&inst->ref);
}

/**
 * instance_drop - let an instance go
 * @inst: the instance
 *
 * Context: task context, may sleep.
 */
void instance_drop(struct instance *inst)
{
	kref_put(&inst->ref, release);
}

/* As syscall_file_get(): files outlive instances for a moment. */
int instance_get(void *data)
{
	struct instance *inst, *known = NULL;
	struct trace_event_file *file;
	int ret;

	/* As the kernel's files in tracefs. */
	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret || !data)
		return ret;
	scoped_guard(mutex, &trace_types_lock) {
		list_for_each_entry(inst, &instances, list) {
			if (inst == data)
				known = inst;
		}
		if (!known)
			return -ENODEV;
		kref_get(&known->ref);
	}
	/* The trace array is not removed meanwhile. */
	file = trace_get_event_file(known->name, "ftrace", "syscall_call");
	if (!IS_ERR(file) && file == known->file)
		return 0;
	if (!IS_ERR(file))
		trace_put_event_file(file);
	kref_put(&known->ref, release);

	return -ENODEV;
}

void instance_put(void *data)
{
	struct instance *inst = data;

	if (!inst)
		return;
	trace_put_event_file(inst->file);
	kref_put(&inst->ref, release);
}

struct syscall_trace_instance *syscall_file_instance(void *data)
{
	return &((struct instance *)data)->trace;
}
