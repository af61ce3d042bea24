/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what was not copied, though it was wanted, and who was not followed.
 */
#ifndef _SYSCALL_REFUSALS_H
#define _SYSCALL_REFUSALS_H

#include <linux/percpu.h>

struct file_operations;

/* Why something was not copied, or not in full, though it was wanted. */
enum syscall_trace_refusal {
	SYSCALL_TRACE_REFUSED_NO_MEMORY,	/* no memory for the store of a task */
	SYSCALL_TRACE_REFUSED_NO_ROOM,		/* the store was full */
	SYSCALL_TRACE_REFUSED_NO_SHARE,		/* cut to leave room for other blobs of the call */
	SYSCALL_TRACE_REFUSED_NO_SPACE,		/* the ring buffer takes no record of that size */
	SYSCALL_TRACE_REFUSED_NOT_RESIDENT,	/* a fault would wait for another process */
	SYSCALL_TRACE_REFUSED_NOT_FOLLOWED,	/* no memory for a task, or its pid */
	SYSCALL_TRACE_NR_REFUSALS,
};

DECLARE_PER_CPU(unsigned long [SYSCALL_TRACE_NR_REFUSALS], syscall_trace_refusals);

static inline void syscall_trace_refuse(enum syscall_trace_refusal why)
{
	this_cpu_inc(syscall_trace_refusals[why]);
}

/* The file syscall_refusals */
extern const struct file_operations syscall_trace_refusals_fops;

#endif /* _SYSCALL_REFUSALS_H */
