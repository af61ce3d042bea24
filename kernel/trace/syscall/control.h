/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: begins and ends to trace in an instance.
 */
#ifndef _SYSCALL_CONTROL_H
#define _SYSCALL_CONTROL_H

#include <linux/types.h>

struct syscall_trace_instance;

int syscall_trace_begin(struct syscall_trace_instance *inst, bool process);
void syscall_trace_end(struct syscall_trace_instance *inst);
int syscall_trace_switch_calls(struct syscall_trace_instance *inst);
int syscall_trace_apply_options(u32 changed);
void syscall_trace_reapply_options(void);

#endif /* _SYSCALL_CONTROL_H */
