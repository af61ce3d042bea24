/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: option syscall_batch: who writes the blocks of a CPU.
 */
#ifndef _SYSCALL_BUILTIN_TURNS_H
#define _SYSCALL_BUILTIN_TURNS_H

#include <linux/types.h>

/* How often somebody looks, a microsecond apart, whether another CPU writes no more. */
#define SYSCALL_TRACE_TURN_TRIES	1000

bool syscall_trace_take_turn(int cpu);
void syscall_trace_end_turn(int cpu);

#endif /* _SYSCALL_BUILTIN_TURNS_H */
