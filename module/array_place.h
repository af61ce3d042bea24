/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What struct trace_array has: the ring buffer, options, the clock, and the lists of pids that
 * choose tasks for events. Who asks events for a pid, or lets trace-cmd do so, means all that the
 * instance records.
 */
#ifndef _MODULE_ARRAY_PLACE_H
#define _MODULE_ARRAY_PLACE_H

#include <linux/rcupdate.h>
#include <linux/types.h>

#include "borrow.h"

/**
 * struct array_place - where struct trace_array has what the module looks at
 * @wanted: the offset of the list of set_event_pid
 * @unwanted: that of set_event_notrace_pid
 * @flags: that of the options
 * @follows: the bit among these that is options/event-fork
 * @off: the offset of what is not 0 while recording is off
 * @clock: that of the number of trace_clock
 * @bytes: those that show the bytes of records, options/hex and bin
 * @buffer: the offset of struct instance_buffer
 */
struct array_place {
	u32	wanted;
	u32	unwanted;
	u32	flags;
	u32	follows;
	u32	off;
	u32	clock;
	u32	bytes;
	u32	buffer;
};

extern struct array_place array_place;

int array_place_start(void);

/* Context: the list is used in an RCU-sched read-side critical section, or only compared. */
static __always_inline struct trace_pid_list *array_pids(const void *array, u32 offset)
{
	return READ_ONCE(*(struct trace_pid_list **)(array + offset));
}

static __always_inline const int *array_off(const void *array)
{
	return array + array_place.off;
}

static __always_inline int array_clock(const void *array)
{
	return READ_ONCE(*(int *)(array + array_place.clock));
}

static __always_inline u32 array_flags(const void *array)
{
	return READ_ONCE(*(u32 *)(array + array_place.flags));
}

/* Are the bytes of records shown, and nothing of records of tasks? */
static __always_inline bool array_shows_bytes(const void *array)
{
	return array_flags(array) & array_place.bytes;
}

static __always_inline bool array_wants(const void *array, struct task_struct *task)
{
	return !trace_ignore_this_task(array_pids(array, array_place.wanted),
				       array_pids(array, array_place.unwanted), task);
}

static __always_inline void follow_pid(struct trace_pid_list *pids,
				       const struct task_struct *child)
{
	if (pids && trace_pid_list_is_set(pids, current->pid))
		trace_pid_list_set(pids, child->pid);
}

/* The event code does so later than this, when others may look for tasks already. */
static __always_inline void array_follow_pids(const void *array, const struct task_struct *child)
{
	if (!(array_flags(array) & array_place.follows))
		return;
	follow_pid(array_pids(array, array_place.wanted), child);
	follow_pid(array_pids(array, array_place.unwanted), child);
}

#endif /* _MODULE_ARRAY_PLACE_H */
