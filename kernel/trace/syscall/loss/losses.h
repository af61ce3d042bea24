/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what readers in the kernel find out about calls that are missing.
 */
#ifndef _SYSCALL_LOSSES_H
#define _SYSCALL_LOSSES_H

#include "../../trace.h"

/* iter->private points here if the reader is a trace_pipe. */
extern char syscall_trace_pipe;

u32 syscall_trace_find_lost(struct trace_iterator *iter);
void syscall_trace_shows_exit(struct trace_iterator *iter, pid_t pid, u32 seq);
void syscall_trace_free_pipe(struct syscall_trace_losses *losses);

#endif /* _SYSCALL_LOSSES_H */
