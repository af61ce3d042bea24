/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: records of what happens to tasks between their calls.
 */
#ifndef _SYSCALL_TASK_EVENTS_H
#define _SYSCALL_TASK_EVENTS_H

#include <linux/syscall_trace_record.h>
#include <linux/types.h>

struct syscall_trace_instance;
struct task_struct;

/**
 * struct syscall_trace_happening - what happens to a task
 * @what: enum syscall_trace_event
 * @value: see there
 * @pid: the task
 * @seq: what counts its calls for the instance that records it; read once there is room: the
 *	 entry of a call in flight is recorded before that
 * @info: see enum syscall_trace_event
 * @size: bytes of @info
 */
struct syscall_trace_happening {
	enum syscall_trace_event	what;
	int				value;
	pid_t				pid;
	const u32			*seq;
	const void			*info;
	size_t				size;
};

bool syscall_trace_write_event(struct syscall_trace_instance *inst,
			       const struct syscall_trace_happening *event);
int syscall_trace_watch_tasks(void);
void syscall_trace_drop_notes(struct task_struct *task);

#ifdef CONFIG_PID_NS
void syscall_trace_watch_namespaces(bool on);
void syscall_trace_find_ns_ids(int tid, int *ns_pid, int *ns_tid);
#else
static inline void syscall_trace_watch_namespaces(bool on) { }
static inline void syscall_trace_find_ns_ids(int tid, int *ns_pid, int *ns_tid) { }
#endif

#endif /* _SYSCALL_TASK_EVENTS_H */
