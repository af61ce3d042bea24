/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: records again which tasks have ended, for who reads the records themselves.
 */
#ifndef _SYSCALL_AGAIN_H
#define _SYSCALL_AGAIN_H

struct trace_iterator;

void syscall_trace_tell_again(struct trace_iterator *iter);

#endif /* _SYSCALL_AGAIN_H */
