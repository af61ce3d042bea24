/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: records the calls in which tasks sleep that somebody begins to want.
 */
#ifndef _SYSCALL_BEGUN_H
#define _SYSCALL_BEGUN_H

#include <linux/types.h>

struct list_head;
struct task_struct;

void syscall_trace_write_begun(struct task_struct *task, u64 to, struct list_head *later);
void syscall_trace_write_later(struct list_head *later);

#endif /* _SYSCALL_BEGUN_H */
