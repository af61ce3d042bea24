/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: copies what the arguments of another task's call lead to.
 */
#ifndef _SYSCALL_CAPTURE_OTHER_TASK_H
#define _SYSCALL_CAPTURE_OTHER_TASK_H

#include <linux/types.h>

struct mm_struct;
struct syscall_trace_call;
struct syscall_trace_store;

struct syscall_trace_store *
syscall_trace_copy_other(struct mm_struct *mm, const struct syscall_trace_call *call, u8 abi,
			 const unsigned long *args);

#endif /* _SYSCALL_CAPTURE_OTHER_TASK_H */
