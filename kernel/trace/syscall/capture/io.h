/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: captures lists, and the pieces that their elements lead to.
 */
#ifndef _SYSCALL_CAPTURE_IO_H
#define _SYSCALL_CAPTURE_IO_H

#include "blob.h"

bool syscall_trace_add_piece(struct syscall_trace_capture *cap, unsigned int arg,
			     unsigned int part, unsigned int sort, u64 addr, u64 size,
			     size_t limit, unsigned int rest);
const struct syscall_trace_blob *
syscall_trace_capture_list(struct syscall_trace_capture *cap, unsigned int arg, size_t each);

#endif /* _SYSCALL_CAPTURE_IO_H */
