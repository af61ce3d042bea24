/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the sink, where the records of an instance go.
 *
 * The tracer does not know what is behind it. Each home of the tracer has a <home/sink.h> with
 * these functions in line, for the hooks. It also has
 *
 * - struct syscall_sink_space, whose first member is entry, the record that is being written;
 * - TRACE_SYSCALL_CALL, _ENTER, _EXIT and _TASK, the types of records as the tracer tells them
 *   apart;
 * - struct syscall_call_entry and struct syscall_task_entry, as trace_entries.h has them.
 */
#ifndef _SYSCALL_SINK_H
#define _SYSCALL_SINK_H

#include <linux/compiler.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "../instance.h"

struct syscall_sink_space;
struct task_struct;

/* --------------------------------- records -------------------------------- */

/**
 * syscall_sink_reserve - reserve a record of a call
 * @space: gets the space for it
 * @inst: the instance
 * @size: bytes of the record
 *
 * Context: any, preemption is disabled.
 * Return: false if there is no room, or recording is off.
 */
static __always_inline bool syscall_sink_reserve(struct syscall_sink_space *space,
						 const struct syscall_trace_instance *inst,
						 size_t size);

/**
 * syscall_sink_commit - give a record that has been filled in to readers
 * @inst: the instance
 * @space: its space
 *
 * Context: as syscall_sink_reserve().
 */
static __always_inline void syscall_sink_commit(const struct syscall_trace_instance *inst,
						const struct syscall_sink_space *space);

/**
 * syscall_sink_discard - take a record back that has been reserved
 * @space: its space
 *
 * Context: as syscall_sink_reserve().
 */
static __always_inline void syscall_sink_discard(const struct syscall_sink_space *space);

/**
 * syscall_sink_reserve_event - reserve a record of what happens to a task between its calls
 * @space: gets the space for it. Of the head of the record, only the pid has to be filled in
 * @inst: the instance
 * @size: bytes of the record
 * @context: what tracing_gen_ctx() says
 *
 * The entry of the current task's call in flight is recorded before that.
 *
 * Context: any.
 * Return: false if there is no room, or recording is off.
 */
static __always_inline bool syscall_sink_reserve_event(struct syscall_sink_space *space,
						       const struct syscall_trace_instance *inst,
						       size_t size, unsigned int context);

/**
 * syscall_sink_commit_event - give such a record to readers
 * @inst: the instance
 * @space: its space
 * @context: as above
 *
 * Context: any.
 */
static __always_inline void syscall_sink_commit_event(const struct syscall_trace_instance *inst,
						      const struct syscall_sink_space *space,
						      unsigned int context);

/**
 * syscall_sink_event_time - find which time such a record has
 * @space: its space
 *
 * Context: as it was reserved, before it is committed.
 * Return: the time that readers find, by the clock of the instance.
 */
static __always_inline u64 syscall_sink_event_time(const struct syscall_sink_space *space);

/**
 * syscall_sink_type - find what the head of a record says of its type
 * @type: TRACE_SYSCALL_*
 */
static __always_inline u16 syscall_sink_type(int type);

/* Bytes of the largest record that an instance takes */
static __always_inline size_t syscall_sink_size(const struct syscall_trace_instance *inst);

/* ---------------------------------- clock --------------------------------- */

/* Which clock an instance has, less than 256. Another one may be chosen at any time */
static __always_inline int syscall_sink_clock(const struct syscall_trace_instance *inst);

/* The time by this clock */
static __always_inline u64 syscall_sink_time(const struct syscall_trace_instance *inst);

/**
 * syscall_sink_find_oldest - find when the oldest record of a CPU was made that nobody has consumed
 * @inst: the instance
 * @cpu: the CPU
 * @time: gets that, by the clock of the instance
 *
 * Context: any.
 * Return: false if there is none.
 */
static __always_inline bool syscall_sink_find_oldest(const struct syscall_trace_instance *inst,
						     int cpu, u64 *time);

/* ------------------------------- on and off ------------------------------- */

/* Is not 0 while recording is off; for the hooks. Stays as long as the instance */
static __always_inline const int *syscall_sink_off(const struct syscall_trace_instance *inst);

/* Is recording on, as a record that is to be written would find it? */
static __always_inline bool syscall_sink_is_on(const struct syscall_trace_instance *inst);

/*
 * Does each task have to record how many calls it made? So it is if records are also given to
 * others, who may lose them, or if readers know what is kept of an end only when a record
 * follows.
 */
static __always_inline bool syscall_sink_tells_ends(void);

/* Note the name of a task, for lines about it */
static __always_inline void syscall_sink_save_name(struct task_struct *task);

/* ------------------------ what conditions ask for -------------------------- */

/* Switch recording off */
static __always_inline void syscall_sink_stop(const struct syscall_trace_instance *inst);

/* Record the stack of the current task's program */
static __always_inline void syscall_sink_write_stack(const struct syscall_trace_instance *inst);

/* Can it? */
static __always_inline bool syscall_sink_has_stacks(void);

/* Take a snapshot */
static __always_inline void syscall_sink_take_snapshot(const struct syscall_trace_instance *inst);

/* Can it? */
static __always_inline bool syscall_sink_has_snapshots(void);

/**
 * syscall_sink_let_snapshots - let an instance have what a snapshot needs
 * @inst: the instance
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
static __always_inline int syscall_sink_let_snapshots(const struct syscall_trace_instance *inst);

/* Give it back, once for each time that it was given */
static __always_inline void syscall_sink_end_snapshots(const struct syscall_trace_instance *inst);

#include <home/sink.h>

#endif /* _SYSCALL_SINK_H */
