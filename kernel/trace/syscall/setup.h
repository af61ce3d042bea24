/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what it keeps for each instance, before that traces and after it has.
 */
#ifndef _SYSCALL_SETUP_H
#define _SYSCALL_SETUP_H

struct syscall_trace_instance;

void syscall_trace_init(struct syscall_trace_instance *inst);
void syscall_trace_free(struct syscall_trace_instance *inst);

#endif /* _SYSCALL_SETUP_H */
