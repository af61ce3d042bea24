/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: its options, as those of a tracer in options/.
 */
#ifndef _SYSCALL_BUILTIN_OPTIONS_H
#define _SYSCALL_BUILTIN_OPTIONS_H

#include "../../trace.h"

extern struct tracer_flags syscall_trace_flags;

#endif /* _SYSCALL_BUILTIN_OPTIONS_H */
