/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what its parts other than the formatter share.
 */
#ifndef _TRACE_SYSCALLS_H
#define _TRACE_SYSCALLS_H

#include <linux/syscall_trace.h>
#include <linux/types.h>

#include "trace.h"

/* Tracer options, shared by all instances as those of every tracer are. */
#define SYSCALL_TRACE_OPT_STRINGS	BIT(0)
#define SYSCALL_TRACE_OPT_RAW		BIT(1)
#define SYSCALL_TRACE_OPT_NAMES		BIT(2)

bool syscall_trace_option(u32 bit);

/**
 * struct syscall_trace_task - a traced task's call in flight
 * @room: bytes allocated for blobs
 * @entered: the run of the tracer in which the call was entered; 0 once it was
 *	left
 * @left: the run of the tracer in which the task last left a call
 * @words: words of arguments and blobs in @args
 * @head: what records of the call begin with
 * @args: @head.nr_args argument words, then the blobs
 *
 * Belongs to the task, which alone touches it, in its hooks.
 */
struct syscall_trace_task {
	u32				room;
	u32				entered;
	u32				left;
	u32				words;
	struct syscall_trace_head	head;
	unsigned long			args[];
};

/* trace_syscalls_capture.c */
struct syscall_trace_task *syscall_trace_grow_task(unsigned int nr_strings,
						   unsigned int limit);
size_t syscall_trace_clip(void *dst, const struct syscall_trace_task *task,
			  unsigned int limit);

static inline size_t syscall_trace_blob_size(size_t len)
{
	return ALIGN(sizeof(struct syscall_trace_blob) + len,
		     SYSCALL_TRACE_BLOB_ALIGN);
}

/*
 * What a blob takes at most, rounded up to be cheap. One byte more than @limit is
 * read, to tell a string that just fits from a longer one.
 */
static inline size_t syscall_trace_blob_room(unsigned int limit)
{
	return limit + 1 + sizeof(struct syscall_trace_blob) +
	       SYSCALL_TRACE_BLOB_ALIGN;
}

/* trace_syscalls_output.c */
extern char syscall_trace_pipe;
int syscall_trace_register_output(void);

#endif /* _TRACE_SYSCALLS_H */
