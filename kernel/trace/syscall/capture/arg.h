/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: copies what one argument leads to.
 */
#ifndef _SYSCALL_CAPTURE_ARG_H
#define _SYSCALL_CAPTURE_ARG_H

#include "blob.h"

struct syscall_trace_blob *
syscall_trace_begin_data(struct syscall_trace_capture *cap, unsigned int arg);
const struct syscall_trace_blob *
syscall_trace_capture_plain(struct syscall_trace_capture *cap, unsigned int arg);
bool syscall_trace_copy_structs(struct syscall_trace_capture *cap,
				struct syscall_trace_blob *blob,
				const struct syscall_trace_type *type, unsigned long addr,
				s64 len);
void syscall_trace_capture_arg(struct syscall_trace_capture *cap, unsigned int arg);

#endif /* _SYSCALL_CAPTURE_ARG_H */
