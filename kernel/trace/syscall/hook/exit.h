/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the hook at the exit of a call does while something is unusual.
 */
#ifndef _SYSCALL_EXIT_H
#define _SYSCALL_EXIT_H

#include "../run.h"

extern const struct syscall_trace_exit_modes syscall_trace_exit_modes;

#endif /* _SYSCALL_EXIT_H */
