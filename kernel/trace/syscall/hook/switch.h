/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: a task in a call is scheduled out. trace.h includes this header.
 */
#ifndef _SYSCALL_SWITCH_H
#define _SYSCALL_SWITCH_H

void __syscall_trace_write_at_switch(void);

#endif /* _SYSCALL_SWITCH_H */
