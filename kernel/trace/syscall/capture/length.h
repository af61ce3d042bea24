/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: how much there is to copy.
 */
#ifndef _SYSCALL_CAPTURE_LENGTH_H
#define _SYSCALL_CAPTURE_LENGTH_H

#include "blob.h"

s64 syscall_trace_length(const struct syscall_trace_capture *cap, unsigned int arg);

#endif /* _SYSCALL_CAPTURE_LENGTH_H */
