/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the built-in tracer knows of a program's memory. capture/devices.h says
 * what these functions do.
 */
#ifndef _SYSCALL_HOME_MEMORY_H
#define _SYSCALL_HOME_MEMORY_H

#include <linux/sched/coredump.h>

static __always_inline bool syscall_trace_has_devices(void)
{
	/* A bit that is only ever set; test_bit() would take an instruction more. */
	return unlikely(current->mm->flags & BIT(MMF_HAS_DEVICES));
}

#endif /* _SYSCALL_HOME_MEMORY_H */
