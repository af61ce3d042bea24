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
 * @head: what its records begin with
 * @in_call: the entry was recorded and the exit was not
 * @limit: longest string in @blobs
 * @room: bytes of @blobs allocated
 * @run: the run of the tracer that the task's last hook saw
 * @call: the table's entry for it, or NULL
 * @args: argument words
 * @blobs: struct syscall_trace_blob, what was captured at entry
 *
 * Belongs to the task, which alone touches it, in its hooks.
 */
struct syscall_trace_task {
	struct syscall_trace_head	head;
	bool				in_call;
	u16				limit;
	u32				room;
	u32				run;
	const struct syscall_trace_call	*call;
	unsigned long			args[SYSCALL_TRACE_MAX_ARGS];
	u8				blobs[] __aligned(SYSCALL_TRACE_BLOB_ALIGN);
};

/* trace_syscalls_capture.c */
struct syscall_trace_task *syscall_trace_grow_task(unsigned int nr_strings,
						   unsigned int limit);
void syscall_trace_capture(struct syscall_trace_task *task, unsigned int limit);
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

/* trace_syscalls_output.c */
int syscall_trace_register_output(void);

#endif /* _TRACE_SYSCALLS_H */
