/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the memory of tasks for copies.
 */
#ifndef _SYSCALL_CAPTURE_STORE_H
#define _SYSCALL_CAPTURE_STORE_H

#include <linux/rcupdate.h>
#include <linux/syscall_trace.h>
#include <linux/syscall_trace_table.h>
#include <linux/workqueue.h>

#include "../copy_limits.h"
#include "../pieces.h"

/*
 * Of syscall_trace_task.flags, while the call is in flight: the exit tries to copy what could not
 * be read at the entry. The kernel has read it by then.
 */
#define SYSCALL_TRACE_READ_LATE		SYSCALL_TRACE_HEAD_UNDECIDED

/* Flags by which the hook at exit has something to copy. */
#define SYSCALL_TRACE_COPIES_AT_EXIT	(SYSCALL_TRACE_HEAD_SPLIT | SYSCALL_TRACE_READ_LATE)

/**
 * struct syscall_trace_store - copies of what the arguments of a task's call lead to
 * @next: links stores that are to be freed
 * @rcu: frees it once nobody reads it any more
 * @room: bytes of blobs that it can hold, @limits.room or more
 * @size: bytes of @blobs in use
 * @entered: of these, the bytes that were there when the call began
 * @fits: if @entered is not more, there is sure to be room for what the exit copies; negative:
 *	  the exit has more to do
 * @mm: with SYSCALL_TRACE_READ_LATE, the memory that could not be read
 * @limits: the limits when the call was entered
 * @call: with SYSCALL_TRACE_HEAD_SPLIT, the case of the call, for the exit
 * @args: the argument words
 * @words: room for these as a record has them, right before the blobs
 * @blobs: the blobs
 *
 * Only its task writes it: hooks while the task is busy, or without sleeping, and interrupts
 * that keep its arguments. In @args and the bytes that were @entered, nothing changes while the
 * call is in flight: others may read them.
 */
struct syscall_trace_store {
	union {
		struct syscall_trace_store	*next;
		struct rcu_head			rcu;
	};
	unsigned int			room;
	u32				size;
	u32				entered;
	s32				fits;
	const struct mm_struct		*mm;
	struct syscall_trace_limits	limits;
	const struct syscall_trace_call	*call;
	unsigned long			args[SYSCALL_TRACE_MAX_ARGS];
	u64				words[SYSCALL_TRACE_MAX_ARGS];
	u8				blobs[] __aligned(SYSCALL_TRACE_BLOB_ALIGN);
};

struct syscall_trace_store *syscall_trace_renew_store(struct syscall_trace_task *task);
void syscall_trace_leave_store(struct syscall_trace_task *task);
void syscall_trace_free_store(struct syscall_trace_task *task);
void syscall_trace_free_stores(void);
extern struct work_struct syscall_trace_take_work;

/* The store of the current task, with up-to-date limits; NULL: no memory. The task is busy. */
static __always_inline struct syscall_trace_store *
syscall_trace_current_store(struct syscall_trace_task *task)
{
	struct syscall_trace_store *store = task->store;

	if (unlikely(!store || store->limits.version != READ_ONCE(syscall_trace_limits.version)))
		store = syscall_trace_renew_store(task);

	return store;
}

/* Is the exit sure to have the room that it has without the entry's copies? */
static __always_inline bool syscall_trace_output_fits(const struct syscall_trace_store *store)
{
	return (s32)store->entered <= store->fits;
}

/* Find out when that is so. */
static inline void syscall_trace_find_fits(struct syscall_trace_store *store)
{
	store->fits = (s32)store->limits.room - SYSCALL_TRACE_STRUCTS_ROOM -
		      (s32)store->limits.datalen;
}

#endif /* _SYSCALL_CAPTURE_STORE_H */
