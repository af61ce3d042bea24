/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the instances that do something.
 */
#ifndef _SYSCALL_INSTANCES_H
#define _SYSCALL_INSTANCES_H

#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>

#include "instance.h"
#include "options.h"

/* The home's: guards which instances trace, and what they are to record. */
extern struct mutex trace_types_lock;

/*
 * Guards the lists of all instances and the bits of all tasks. Taken with interrupts
 * disabled, because fork takes it below tasklist_lock, which interrupts take, too.
 */
extern raw_spinlock_t syscall_trace_tasks_lock;

/*
 * The instances that trace, and those of them that see calls: all but the ones whose tracer is
 * process without process_trace_syscalls and process_trace_stats. Written under trace_types_lock,
 * read under RCU.
 */
extern struct list_head syscall_trace_tracing;
extern struct list_head syscall_trace_instances;

/*
 * The instances whose probes record, and bits that tasks may still have of instances that have
 * none any more. Guarded by syscall_trace_tasks_lock.
 */
extern struct list_head syscall_trace_probing;
extern u64 syscall_trace_stale_bits;

u64 syscall_trace_find_bit(void);
bool syscall_trace_chooses_tasks(void);

/* Does an instance that traces record calls, or count them? */
static inline bool syscall_trace_sees_calls(const struct syscall_trace_instance *inst)
{
	return !inst->process.on || inst->process.syscalls || inst->process.stats;
}

/* Does one of syscall_trace_instances only count them? Also asked while that is changed. */
static inline bool syscall_trace_only_counts(const struct syscall_trace_instance *inst)
{
	return inst->process.on && !READ_ONCE(inst->process.syscalls);
}

/* Does an instance want to know how long calls take? */
static inline bool syscall_trace_times_calls(const struct syscall_trace_instance *inst)
{
	return syscall_trace_option(SYSCALL_TRACE_OPT_TIME) ||
	       (inst->process.on && READ_ONCE(inst->process.times));
}

#endif /* _SYSCALL_INSTANCES_H */
