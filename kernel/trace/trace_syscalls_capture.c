// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: copies of what arguments point to, and the storage of a
 * task that holds them until they are in the ring buffer.
 *
 * User memory is read before space in the ring buffer is reserved, because
 * reading may fault and sleep. A buffer per task, not per CPU, needs neither
 * pinning to the CPU nor a retry when the task is scheduled out.
 */
#include <linux/bitops.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "trace_syscalls.h"

/* Most calls with strings have at most this many: one allocation does. */
#define USUAL_STRINGS	2U

/**
 * syscall_trace_grow_task - enlarge the storage of the current task
 * @nr_strings: strings it must have room for
 * @limit: longest copy of a string
 *
 * Happens once per task, and again only when a call needs more room than any
 * before. The storage goes when the task does.
 *
 * Context: task context, may sleep.
 * Return: the storage, or NULL when there is no memory.
 */
struct syscall_trace_task *syscall_trace_grow_task(unsigned int nr_strings,
						   unsigned int limit)
{
	struct syscall_trace_task *old = current->syscall_trace, *new;
	size_t fixed = struct_size(new, args, SYSCALL_TRACE_MAX_ARGS);
	size_t room = max(nr_strings, USUAL_STRINGS) * syscall_trace_blob_room(limit);

	/* Padding of blobs is readable through trace_pipe_raw: zero it. */
	new = kzalloc(fixed + room, GFP_KERNEL_ACCOUNT | __GFP_NOWARN);
	if (!new)
		return NULL;

	if (old)
		memcpy(new, old, fixed);
	new->room = room;
	current->syscall_trace = new;
	kfree(old);

	return new;
}

/**
 * syscall_trace_clip - write what was captured, with shorter strings
 * @dst: where to, or NULL to learn the size
 * @task: what was captured
 * @limit: longest string
 *
 * An instance may want less than another one that traces the same call.
 *
 * Context: any.
 * Return: bytes written.
 */
size_t syscall_trace_clip(void *dst, const struct syscall_trace_task *task,
			  unsigned int limit)
{
	const void *blobs = task->args + task->head.nr_args;
	size_t from = 0, to = 0;

	while (limit && blobs + from < (void *)(task->args + task->words)) {
		const struct syscall_trace_blob *blob = blobs + from;
		unsigned int len = min_t(unsigned int, blob->len, limit);

		if (dst) {
			struct syscall_trace_blob *out = dst + to;

			memcpy(out, blob, syscall_trace_blob_size(len));
			if (len < blob->len) {
				out->len = len;
				out->status = SYSCALL_TRACE_TRUNCATED;
			}
		}
		from += syscall_trace_blob_size(blob->len);
		to += syscall_trace_blob_size(len);
	}

	return to;
}

/* The last reference to @task is gone: none of its hooks is running. */
void syscall_trace_free_task(struct task_struct *task)
{
	kfree(task->syscall_trace);
}
