/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lists of pids that choose tasks for events: who asks events for a pid, or lets trace-cmd do
 * so, means all that the instance records.
 */
#ifndef _MODULE_EVENT_PIDS_H
#define _MODULE_EVENT_PIDS_H

#include <linux/rcupdate.h>
#include <linux/types.h>

#include "borrow.h"

/**
 * struct event_pids_place - where struct trace_array has what this is about
 * @wanted: the offset of the list of set_event_pid
 * @unwanted: that of set_event_notrace_pid
 * @flags: that of the options
 * @follows: the bit among these that is options/event-fork
 * @off: the offset of what is not 0 while recording is off
 * @bytes: those that show the bytes of records, options/raw, hex and bin
 */
struct event_pids_place {
	u32	wanted;
	u32	unwanted;
	u32	flags;
	u32	follows;
	u32	off;
	u32	bytes;
};

extern struct event_pids_place event_pids_place;

int event_pids_start(void);

/* Context: the list is used in an RCU-sched read-side critical section, or only compared. */
static __always_inline struct trace_pid_list *event_pids_at(const void *array, u32 offset)
{
	return READ_ONCE(*(struct trace_pid_list **)(array + offset));
}

static __always_inline const int *event_pids_off(const void *array)
{
	return array + event_pids_place.off;
}

static __always_inline u32 event_pids_flags(const void *array)
{
	return READ_ONCE(*(u32 *)(array + event_pids_place.flags));
}

/* Are the bytes of records shown, and nothing of records of tasks? */
static __always_inline bool event_pids_shows_bytes(const void *array)
{
	return event_pids_flags(array) & event_pids_place.bytes;
}

static __always_inline bool event_pids_want(const void *array, struct task_struct *task)
{
	return !trace_ignore_this_task(event_pids_at(array, event_pids_place.wanted),
				       event_pids_at(array, event_pids_place.unwanted), task);
}

static __always_inline void event_pids_follow_one(struct trace_pid_list *pids,
						  const struct task_struct *child)
{
	if (pids && trace_pid_list_is_set(pids, current->pid))
		trace_pid_list_set(pids, child->pid);
}

/* The event code does so later than this, when others may look for tasks already. */
static __always_inline void event_pids_follow(const void *array, const struct task_struct *child)
{
	if (!(event_pids_flags(array) & event_pids_place.follows))
		return;
	event_pids_follow_one(event_pids_at(array, event_pids_place.wanted), child);
	event_pids_follow_one(event_pids_at(array, event_pids_place.unwanted), child);
}

#endif /* _MODULE_EVENT_PIDS_H */
