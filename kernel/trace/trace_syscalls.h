/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what its parts other than the formatter share.
 */
#ifndef _TRACE_SYSCALLS_H
#define _TRACE_SYSCALLS_H

#include <linux/align.h>
#include <linux/syscall_trace.h>
#include <linux/types.h>

/* Tracer options, shared by all instances as those of every tracer are. */
#define SYSCALL_TRACE_OPT_STRINGS	BIT(0)
#define SYSCALL_TRACE_OPT_RAW		BIT(1)
#define SYSCALL_TRACE_OPT_NAMES		BIT(2)

bool syscall_trace_option(u32 bit);

/**
 * struct syscall_trace_task - a traced task's call in flight
 * @call: the table's entry for it, or NULL
 * @id: its id, or 0
 * @nr: its number, without the ABI's marker bits
 * @seq: counts the task's calls; an exit has that of its entry
 * @run: the run of the tracer that the task's last hook saw
 * @abi: its ABI, enum syscall_trace_abi
 * @in_call: the entry was recorded and the exit was not
 * @size: bytes of @blobs in use
 * @room: bytes of @blobs allocated
 * @limit: longest string in @blobs
 * @blobs: struct syscall_trace_blob, what was captured at entry
 *
 * Belongs to the task, which alone touches it, in its hooks.
 */
struct syscall_trace_task {
	const struct syscall_trace_call	*call;
	u32				id;
	s32				nr;
	u32				seq;
	u32				run;
	u8				abi;
	bool				in_call;
	u16				size;
	u16				room;
	u16				limit;
	u8				blobs[] __aligned(8);
};

/* trace_syscalls_capture.c */
struct syscall_trace_task *syscall_trace_grow_task(unsigned int nr_strings,
						   unsigned int limit);
void syscall_trace_capture(struct syscall_trace_task *task,
			   const unsigned long *args, unsigned int limit);
size_t syscall_trace_clip(void *dst, const struct syscall_trace_task *task,
			  unsigned int limit);

static inline size_t syscall_trace_blob_size(size_t len)
{
	return ALIGN(sizeof(struct syscall_trace_blob) + len,
		     SYSCALL_TRACE_BLOB_ALIGN);
}

/* One byte more than @limit tells a string that just fits from a longer one. */
static inline size_t syscall_trace_blob_room(unsigned int limit)
{
	return syscall_trace_blob_size(limit + 1);
}

/**
 * syscall_trace_get_task - get the storage of the current task
 * @nr_strings: strings it must have room for
 * @limit: longest copy of a string
 *
 * Context: task context, may sleep.
 * Return: the storage, with less room than asked for or NULL when there is no
 * memory.
 */
static inline struct syscall_trace_task *
syscall_trace_get_task(unsigned int nr_strings, unsigned int limit)
{
	struct syscall_trace_task *task = current->syscall_trace;

	if (likely(task && (!nr_strings ||
			    task->room >= nr_strings * syscall_trace_blob_room(limit))))
		return task;

	return syscall_trace_grow_task(nr_strings, limit);
}

/* trace_syscalls_output.c */
int syscall_trace_register_output(void);

#endif /* _TRACE_SYSCALLS_H */
