/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the last numbers of tasks that have ended.
 */
#ifndef _SYSCALL_ENDED_H
#define _SYSCALL_ENDED_H

#include <linux/syscall_trace_record.h>
#include <linux/types.h>

#include "../instance.h"

struct syscall_task_entry;

/**
 * struct syscall_trace_ended - a task that has ended, or gets another pid
 * @ts: when; no record that tells of it is older
 * @pid: the pid under which it made its calls
 * @seq: the number of its last call
 * @cpu: where it was
 * @by_exec: a thread executes a program: the task is that thread, or makes room for it
 * @off: recording was off. Nobody is told how many calls are missing; whoever has the pid next is
 *	another task
 * @refused: calls of it could not be recorded, and there was no room for a record that says so
 * @untold: no record has said so since then. So it is if recording was off, where readers get
 *	    records as these are written
 */
struct syscall_trace_ended {
	u64	ts;
	pid_t	pid;
	u32	seq;
	u16	cpu;
	bool	by_exec;
	bool	off;
	bool	refused;
	bool	untold;
};

/* Is any task kept? */
static inline bool syscall_trace_has_ended(const struct syscall_trace_losses *losses)
{
	return READ_ONCE(losses->next_ended) != READ_ONCE(losses->first_ended);
}

/*
 * Who reads the records themselves may read no record of tasks that have ended until now. Whoever
 * is about to take records away says so before.
 */
static inline void syscall_trace_misses_ended(struct syscall_trace_losses *losses)
{
	atomic_inc(&losses->misses);
	/* Pairs with the barriers of those who look, in builtin/again.c: then the records go. */
	smp_mb__after_atomic();
}

bool syscall_trace_write_calls(struct syscall_trace_instance *inst, pid_t pid, const u32 *seq);
void syscall_trace_make_calls(struct syscall_task_entry *entry,
			      const struct syscall_trace_ended *ended);
void syscall_trace_make_late(struct syscall_task_entry *entry,
			     const struct syscall_trace_ended *ended, u32 number, u64 time);
int syscall_trace_alloc_ended(struct syscall_trace_losses *losses);
void syscall_trace_free_ended(struct syscall_trace_losses *losses);
void syscall_trace_keep_ended(struct syscall_trace_instance *inst,
			      const struct syscall_trace_ended *ended);
bool syscall_trace_find_ended(struct syscall_trace_losses *losses, u32 *at,
			      struct syscall_trace_ended *ended);
void syscall_trace_drop_ended(struct syscall_trace_losses *losses, u32 before);
void syscall_trace_forget_ended(struct syscall_trace_losses *losses);
void syscall_trace_tell_ended(struct syscall_trace_instance *inst);

#endif /* _SYSCALL_ENDED_H */
