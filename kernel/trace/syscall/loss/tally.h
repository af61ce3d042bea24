/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: how far a reader of the trace has read the calls of each task. What a
 * reader is differs with the home of the tracer; what it finds out does not.
 */
#ifndef _SYSCALL_TALLY_H
#define _SYSCALL_TALLY_H

#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/xarray.h>

#include "../format/gap.h"

struct syscall_trace_ended;
struct syscall_trace_instance;
struct syscall_trace_losses;
struct trace_entry;

/**
 * struct syscall_trace_finding - what a number tells a reader
 * @gap: which calls are missing before it, and what to note of its task
 * @known: what was noted of the task is certain, and so is @gap
 * @told_by: what has told of the end of the task: BY_RECORD, BY_KEPT
 * @is_next: the task that had the pid before has ended
 * @comes_back: a snapshot has brought the record back
 * @cleared: the record was about to be cleared when it was read
 * @lacks_entry: it is an exit, and its entry has not been read
 */
struct syscall_trace_finding {
	struct syscall_trace_gap	gap;
	bool				known;
	u64				told_by;
	bool				is_next;
	bool				comes_back;
	bool				cleared;
	bool				lacks_entry;
};

/**
 * struct syscall_trace_numbered_record - a record that a reader is at
 * @ts: its time
 * @pid: its task; 0: there is none
 * @type: its type
 * @kept: it is not in the ring buffer, but what is kept of the end of a task
 * @number: what it tells of the task's calls
 */
struct syscall_trace_numbered_record {
	u64				ts;
	pid_t				pid;
	u16				type;
	bool				kept;
	struct syscall_trace_numbered	number;
};

/**
 * struct syscall_trace_tally - how far the calls of each task have been read
 * @inst: the instance
 * @is_pipe: the reader consumes what it reads; all readers of trace_pipe have one tally
 * @seen: the last number by pid; only what is not in that of the instance
 * @at: the last record; of a reader of trace_pipe, unless it has been shown
 * @found: what that tells
 * @newest: the time of the youngest record that a reader of trace_pipe has read
 * @idle: a time at which a reader of trace_pipe had read all there was
 * @next_ended: number of the next task that has ended
 */
struct syscall_trace_tally {
	struct syscall_trace_instance	*inst;
	bool				is_pipe;
	struct xarray			seen;
	struct syscall_trace_numbered_record at;
	struct syscall_trace_finding	found;
	u64				newest;
	u64				idle;
	u32				next_ended;
};

/* Readers of trace_pipe share what they note. */
extern struct mutex syscall_tally_lock;

void syscall_tally_init(struct syscall_trace_tally *tally, struct syscall_trace_instance *inst,
			bool is_pipe);
void syscall_tally_destroy(struct syscall_trace_tally *tally);
bool syscall_tally_number(struct syscall_trace_numbered_record *record,
			  const struct trace_entry *entry, u64 ts, bool snapshot);
u32 syscall_tally_find_lost(struct syscall_trace_tally *tally,
			    const struct syscall_trace_numbered_record *record);
void syscall_tally_shows(struct syscall_trace_tally *tally,
			 const struct syscall_trace_numbered_record *record);
void syscall_tally_shows_exit(struct syscall_trace_tally *tally, pid_t pid, u32 seq);
int syscall_tally_find_ended(struct syscall_trace_tally *tally, u64 before,
			     struct syscall_trace_ended *ended);
bool syscall_tally_is_overtaken(struct syscall_trace_tally *tally,
				const struct syscall_trace_numbered_record *record);
void syscall_tally_pass_ended(struct syscall_trace_tally *tally);
int syscall_tally_begins(struct syscall_trace_instance *inst);
void syscall_tally_clears(struct syscall_trace_instance *inst);
void syscall_tally_clears_cpu(struct syscall_trace_instance *inst);
void syscall_tally_leaves(struct syscall_trace_losses *losses);
void syscall_tally_swaps(struct syscall_trace_losses *losses);

#endif /* _SYSCALL_TALLY_H */
