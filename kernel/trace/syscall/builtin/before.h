/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what is written before other recorders.
 */
#ifndef _SYSCALL_BEFORE_H
#define _SYSCALL_BEFORE_H

#include <linux/types.h>

void syscall_trace_watch(bool on);

#endif /* _SYSCALL_BEFORE_H */
