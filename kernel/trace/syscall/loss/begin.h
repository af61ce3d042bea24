/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what an instance knows of calls that are missing, from when it begins to
 * trace.
 */
#ifndef _SYSCALL_BEGIN_H
#define _SYSCALL_BEGIN_H

#include <linux/bits.h>
#include <linux/types.h>

struct syscall_trace_instance;
struct syscall_trace_losses;

/*
 * Beside a number in syscall_trace_losses.seen: the number that the task had when the ring
 * buffer was cleared. A lower one is not that of another task: a reader of trace_pipe came
 * before the ring buffer was empty.
 */
#define SYSCALL_TRACE_AT_CLEAR	BIT_ULL(33)

/*
 * Likewise: nobody knows which calls are missing between that one and the next, or before the first
 * call of the next task if the number is that of one that has ended.
 */
#define SYSCALL_TRACE_NOT_KNOWN	BIT_ULL(35)

void syscall_trace_init_losses(struct syscall_trace_losses *losses);
void syscall_trace_free_losses(struct syscall_trace_losses *losses);
bool syscall_trace_note_seen(struct syscall_trace_instance *inst);
bool syscall_trace_note_unknown(struct syscall_trace_instance *inst);

#endif /* _SYSCALL_BEGIN_H */
