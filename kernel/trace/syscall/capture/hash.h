/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: tells whether a call is still the one that was asked for.
 */
#ifndef _SYSCALL_CAPTURE_HASH_H
#define _SYSCALL_CAPTURE_HASH_H

#include <linux/types.h>

struct pt_regs;

u64 syscall_trace_hash(struct pt_regs *regs);

#endif /* _SYSCALL_CAPTURE_HASH_H */
