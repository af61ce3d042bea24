/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: kernel parameters that stand for the files of the first instance.
 */
#ifndef _SYSCALL_BOOT_H
#define _SYSCALL_BOOT_H

void syscall_trace_set_boot_lists(void);

#endif /* _SYSCALL_BOOT_H */
