/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of the system call tracer as an export gets them: a struct trace_export with the flag
 * TRACE_EXPORT_SYSCALL. See Documentation/trace/syscall-export.rst.
 */
#ifndef _LINUX_SYSCALL_TRACE_EXPORT_H
#define _LINUX_SYSCALL_TRACE_EXPORT_H

#include <linux/types.h>

/* The kinds of records */
enum syscall_trace_export_kind {
	SYSCALL_TRACE_EXPORT_CALL,	/* a whole call */
	SYSCALL_TRACE_EXPORT_ENTER,	/* the entry of a call in flight */
	SYSCALL_TRACE_EXPORT_EXIT,	/* its exit */
	SYSCALL_TRACE_EXPORT_TASK,	/* a signal, or the beginning or end of a task */
	SYSCALL_TRACE_EXPORT_NR_KINDS,
};

/**
 * struct syscall_trace_export - what an export has been given
 * @kind: of which kind the record is
 * @flags: the context in which it was written: enum trace_flag_type
 * @preempt_count: of that context
 * @instance: which instance has made it: a number that is never 0, and another one each time that
 *	      an instance begins to trace
 * @pid: the task that the record is about
 * @data: what the fields of events/ftrace/syscall_*\/format describe from "nr" or "what" on
 * @size: the number of bytes there
 */
struct syscall_trace_export {
	enum syscall_trace_export_kind	kind;
	u8				flags;
	u8				preempt_count;
	u16				instance;
	int				pid;
	const void			*data;
	unsigned int			size;
};

void syscall_trace_export_current(void);
u16 syscall_trace_newest_instance(void);
bool syscall_trace_describe_export(const void *buf, unsigned int len,
				   struct syscall_trace_export *desc);

#endif /* _LINUX_SYSCALL_TRACE_EXPORT_H */
