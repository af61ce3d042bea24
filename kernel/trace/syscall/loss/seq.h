/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the numbers of calls, where a gap would not show by itself.
 */
#ifndef _SYSCALL_SEQ_H
#define _SYSCALL_SEQ_H

#include <linux/types.h>

struct syscall_trace_instance;
struct syscall_trace_task;
struct task_struct;

extern u16 syscall_trace_newest;
void syscall_trace_miss_call(struct syscall_trace_task *task, u64 to);
void syscall_trace_miss_last(struct syscall_trace_task *task, u64 to);
void syscall_trace_join_seq(struct syscall_trace_task *task, u64 to);
void syscall_trace_join_seq_of_all(u64 to);
void syscall_trace_begin_seq(struct syscall_trace_instance *inst);
void syscall_trace_end_seq(struct task_struct *task);

#endif /* _SYSCALL_SEQ_H */
