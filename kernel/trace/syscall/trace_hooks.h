/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the rest of kernel/trace/ calls.
 *
 * trace.h includes this header. Without CONFIG_SYSCALL_TRACER, all of it is empty.
 */
#ifndef _KERNEL_TRACE_SYSCALL_TRACE_HOOKS_H
#define _KERNEL_TRACE_SYSCALL_TRACE_HOOKS_H

#include <linux/jump_label.h>

#include "builtin/export_record.h"
#include "choose/readers.h"
#include "hook/switch.h"

#ifdef CONFIG_SYSCALL_TRACER
DECLARE_STATIC_KEY_FALSE(syscall_trace_is_on);
void __syscall_trace_write_before(struct trace_buffer *buffer);
void __syscall_trace_write_in_flight(struct trace_array *tr);

/*
 * The system call tracer writes the record of a call when it ends. Who writes another record
 * to its ring buffer calls this first, so that the entry of the call stands before that.
 */
static inline void syscall_trace_write_before(struct trace_buffer *buffer)
{
	if (static_branch_unlikely(&syscall_trace_is_on))
		__syscall_trace_write_before(buffer);
}

/* The same before the current task is scheduled out. */
static inline void syscall_trace_write_at_switch(void)
{
	if (static_branch_unlikely(&syscall_trace_is_on))
		__syscall_trace_write_at_switch();
}

/* The same for all calls in flight, before the ring buffer is stopped or taken away. */
static inline void syscall_trace_write_in_flight(struct trace_array *tr)
{
	if (static_branch_unlikely(&syscall_trace_is_on))
		__syscall_trace_write_in_flight(tr);
}

DECLARE_STATIC_KEY_FALSE(syscall_trace_is_batching);
void __syscall_trace_flush(struct trace_array *tr);
void __syscall_trace_flush_stopped(struct trace_array *tr);
void __syscall_trace_drop(const struct array_buffer *buf, int cpu);
void syscall_trace_empties(const struct array_buffer *buf);
bool __syscall_trace_catch_up(const struct trace_iterator *iter);

/*
 * With its option syscall_batch, the system call tracer writes records of each CPU together.
 * Who is about to read the ring buffer lets it write what it has.
 */
static inline void syscall_trace_flush(struct trace_array *tr)
{
	if (static_branch_unlikely(&syscall_trace_is_batching))
		__syscall_trace_flush(tr);
}

/* The same before a dump that cannot wait for other CPUs. The ring buffer is switched off. */
static inline void syscall_trace_flush_stopped(struct trace_array *tr)
{
	if (static_branch_unlikely(&syscall_trace_is_batching))
		__syscall_trace_flush_stopped(tr);
}

/* The ring buffer of a CPU is being cleared, or that of all CPUs; recording is off. */
static inline void syscall_trace_drop(struct array_buffer *buf, int cpu)
{
	syscall_trace_empties(buf);
	if (static_branch_unlikely(&syscall_trace_is_batching))
		__syscall_trace_drop(buf, cpu);
}

/* An option, TRACE_ITER_*, is about to change */
int syscall_trace_option_changes(struct trace_array *tr, u32 mask, bool set);

/*
 * Has the next event of @iter to be looked for again? Some CPU had an older one that was not
 * in the ring buffer.
 */
static inline bool syscall_trace_catch_up(const struct trace_iterator *iter)
{
	return static_branch_unlikely(&syscall_trace_is_batching) &&
	       __syscall_trace_catch_up(iter);
}

/*
 * Who reads the trace of an instance does not see himself read. The file is noted when it is
 * opened and read, and forgotten when it is closed.
 */
static inline void syscall_trace_reads(struct trace_array *tr, const struct file *file)
{
	syscall_trace_note_reader(&tr->syscall_trace, file);
}

static inline void syscall_trace_read_ends(struct trace_array *tr, const struct file *file)
{
	syscall_trace_forget_readers(&tr->syscall_trace, file);
}

/* A trace shows what was recorded before somebody began to read it */
void syscall_trace_read_begins(struct trace_iterator *iter);

/* The lists of pids that choose tasks for events have changed, or were cleared */
void syscall_trace_pids_changed(bool cleared);

/* The name that the task of a record had then */
bool __syscall_trace_find_name(const struct trace_iterator *iter, char *comm);

static inline void syscall_trace_find_name(const struct trace_iterator *iter, char *comm)
{
	if (!__syscall_trace_find_name(iter, comm))
		trace_find_cmdline(iter->ent->pid, comm);
}

/* The probes of kprobe_probes record the tasks that the system call tracer would trace */
int syscall_trace_probes_begin(struct trace_array *tr);
void syscall_trace_probes_end(struct trace_array *tr);
bool syscall_trace_probes_want(const struct trace_array *tr);

/*
 * Calls are numbered, and readers tell which are missing. These do not count: the trace is about to
 * be cleared, or records go where its readers do not see them.
 */
void syscall_trace_clears(struct array_buffer *buf, int cpu);
void syscall_trace_swaps(struct trace_array *tr);
void syscall_trace_reads_raw(struct trace_iterator *iter);
void syscall_trace_end_reading(struct trace_iterator *iter);

/*
 * Between the records, readers come to tasks that have ended, and of which calls are missing; and
 * to records that were not there when their CPU was looked at
 */
int syscall_trace_find_before(struct trace_iterator *iter);
bool syscall_trace_consumes(struct trace_iterator *iter);
bool syscall_trace_waits(struct trace_iterator *iter);

void syscall_trace_init_instance(struct trace_array *tr);
void syscall_trace_free_instance(struct trace_array *tr);
void syscall_trace_init_tracefs(struct trace_array *tr, struct dentry *dir);
void syscall_trace_buffer_changed(void);
#else
static inline void syscall_trace_write_before(struct trace_buffer *buffer) { }
static inline void syscall_trace_write_at_switch(void) { }
static inline void syscall_trace_write_in_flight(struct trace_array *tr) { }
static inline void syscall_trace_flush(struct trace_array *tr) { }
static inline void syscall_trace_flush_stopped(struct trace_array *tr) { }
static inline void syscall_trace_drop(struct array_buffer *buf, int cpu) { }
static inline void syscall_trace_empties(const struct array_buffer *buf) { }
static inline bool syscall_trace_catch_up(const struct trace_iterator *iter) { return false; }
static inline void syscall_trace_reads(struct trace_array *tr, const struct file *file) { }
static inline void syscall_trace_read_ends(struct trace_array *tr, const struct file *file) { }
static inline void syscall_trace_read_begins(struct trace_iterator *iter) { }
static inline void syscall_trace_pids_changed(bool cleared) { }
static inline void syscall_trace_find_name(const struct trace_iterator *iter, char *comm)
{
	trace_find_cmdline(iter->ent->pid, comm);
}

static inline int syscall_trace_probes_begin(struct trace_array *tr) { return 0; }
static inline void syscall_trace_probes_end(struct trace_array *tr) { }
static __always_inline bool syscall_trace_probes_want(const struct trace_array *tr) { return true; }
static inline void syscall_trace_clears(struct array_buffer *buf, int cpu) { }
static inline void syscall_trace_swaps(struct trace_array *tr) { }
static inline void syscall_trace_reads_raw(struct trace_iterator *iter) { }
static inline void syscall_trace_end_reading(struct trace_iterator *iter) { }
static inline int syscall_trace_find_before(struct trace_iterator *iter) { return 0; }
static inline bool syscall_trace_consumes(struct trace_iterator *iter) { return false; }
static inline bool syscall_trace_waits(struct trace_iterator *iter) { return false; }
static inline void syscall_trace_init_instance(struct trace_array *tr) { }
static inline void syscall_trace_free_instance(struct trace_array *tr) { }
static inline void syscall_trace_init_tracefs(struct trace_array *tr,
					      struct dentry *dir) { }
static inline void syscall_trace_buffer_changed(void) { }
#endif

#ifdef CONFIG_SYSCALL_TRACER_EXPORT
/* An export of system calls has come or gone */
void syscall_trace_update_exports(void);
#else
static inline void syscall_trace_update_exports(void) { }
#endif

#endif /* _KERNEL_TRACE_SYSCALL_TRACE_HOOKS_H */
