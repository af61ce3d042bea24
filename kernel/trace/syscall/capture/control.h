/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: captures control data of messages.
 */
#ifndef _SYSCALL_CAPTURE_CONTROL_H
#define _SYSCALL_CAPTURE_CONTROL_H

#include "blob.h"

void syscall_trace_capture_control(struct syscall_trace_capture *cap, unsigned int arg,
				   unsigned int part, u64 addr, u64 len);

#endif /* _SYSCALL_CAPTURE_CONTROL_H */
