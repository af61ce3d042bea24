/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: whether a program's memory may be a device's. Each home of the tracer has
 * a <home/memory.h> with this function in line, for the hooks.
 */
#ifndef _SYSCALL_CAPTURE_DEVICES_H
#define _SYSCALL_CAPTURE_DEVICES_H

#include <linux/compiler.h>
#include <linux/sched.h>
#include <linux/types.h>

/*
 * May the current process have mapped a device? Reading one may have side effects: such a process'
 * memory is read only with its mapping locked, after a check of the mapping.
 */
static __always_inline bool syscall_trace_has_devices(void);

#include <home/memory.h>

#endif /* _SYSCALL_CAPTURE_DEVICES_H */
