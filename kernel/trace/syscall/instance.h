/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what it keeps for each trace instance.
 *
 * trace.h includes this header, for struct trace_array has it inside.
 */
#ifndef _KERNEL_TRACE_SYSCALL_INSTANCE_H
#define _KERNEL_TRACE_SYSCALL_INSTANCE_H

#include <linux/list.h>
#include <linux/spinlock_types.h>
#include <linux/types.h>
#include <linux/xarray.h>

struct ring_buffer_block;
struct syscall_stat_table;
struct syscall_trace_names;
struct syscall_trace_tally;
struct trace_pid_list;
struct syscall_trace_call_set;
struct syscall_trace_cgroups;
struct syscall_trace_ended;
struct syscall_trace_conditions;
struct syscall_trace_uids;
struct syscall_trace_words;

/**
 * struct syscall_trace_choice - by what a tracer chooses tasks, if it is that of an instance
 * @pids: only these; NULL: all
 * @uids: only tasks of these users, or NULL
 * @comms: only tasks with these names, or NULL
 */
struct syscall_trace_choice {
	struct trace_pid_list		*pids;
	struct syscall_trace_uids	*uids;
	struct syscall_trace_words	*comms;
};

/**
 * struct syscall_trace_tasks - by what an instance chooses the tasks to trace
 * @syscall: what was written to set_syscall_*: holds for the tracer syscall
 * @process: what was written to process_*: holds for the tracer process
 * @no_pids: none of these; NULL: no task is left out
 * @with_pids: links those who have any list of pids
 * @cgroups: only tasks in these cgroups, or NULL
 * @readers: processes that read the trace, which would see themselves read
 *
 * Lists are exchanged under trace_types_lock, and their contents guarded by
 * syscall_trace_tasks_lock.
 */
struct syscall_trace_tasks {
	struct syscall_trace_choice	syscall;
	struct syscall_trace_choice	process;
	struct trace_pid_list		*no_pids;
	struct list_head		with_pids;
	struct syscall_trace_cgroups	*cgroups;
	struct list_head		readers;
};

/**
 * struct syscall_trace_process - what the tracer process records in an instance
 * @on: it is the tracer of the instance
 * @syscalls: calls
 * @stats: calls, in its statistics
 * @times: how long calls take
 * @signals: signals that are delivered
 * @lifecycle: fork, exec and exit
 * @follow: the process that was chosen by its pid, with all its descendants; 0: all
 */
struct syscall_trace_process {
	bool		on;
	unsigned int	syscalls;
	unsigned int	stats;
	unsigned int	times;
	unsigned int	signals;
	unsigned int	lifecycle;
	pid_t		follow;
};

/**
 * struct syscall_trace_calls - the calls that an instance wants to see
 * @wanted: set_syscall: only these; NULL: all
 * @unwanted: set_syscall_notrace: none of these, or NULL
 * @conditions: syscall_filter: the conditions that a call must meet, or NULL
 * @set: what follows from all of these; NULL: all
 *
 * Written under trace_types_lock.
 */
struct syscall_trace_calls {
	struct syscall_trace_words	*wanted;
	struct syscall_trace_words	*unwanted;
	struct syscall_trace_conditions __rcu *conditions;
	struct syscall_trace_call_set __rcu *set;
};

/**
 * struct syscall_trace_ended_again - tasks that have ended, for who reads the records themselves
 * @read: the number of the first one of which the end may not have been read
 * @written: that of the first one whose end has not been recorded again
 * @end: behind the last one whose end is to be
 * @overruns: how many records had been overwritten when all had been read
 * @misses: the same of struct syscall_trace_losses.misses
 */
struct syscall_trace_ended_again {
	u32			read;
	u32			written;
	u32			end;
	unsigned long		overruns;
	int			misses;
};

/**
 * struct syscall_trace_losses - what an instance knows of calls that are not in its ring buffer
 * @seen: by pid, the last calls of tasks that were cleared or consumed
 * @from_start: otherwise, the first call in the ring buffer should be the first one of its task
 * @has_left: for who does not consume, neither is so: records went where he does not see them
 * @swapped: a snapshot has taken the place of the ring buffer
 * @cleared: when the ring buffer was cleared last, by its clock
 * @cleared_cpu: when a part of it was, that of one CPU, since then; 0: none was
 * @misses: how often records of tasks that had ended found no room, or went, or were about to go,
 *	    where nobody reads them
 * @pipe: the last record that a reader of trace_pipe was at, or NULL
 * @lock: guards what follows
 * @ended: the tasks that ended last, by number of the entry; or NULL
 * @first_ended: the number of the first entry
 * @next_ended: that of the next one
 * @nr_off: how many of those ended while recording was off
 * @has_off: some did since who reads the records themselves was last told
 * @has_forgotten: some that ended since the ring buffer was cleared are not kept
 * @has_untold: no record tells of the entry @first_untold, or of a later one
 * @first_untold: see there
 * @again: those that are to be recorded again
 */
struct syscall_trace_losses {
	struct xarray		seen;
	bool			from_start;
	bool			has_left;
	bool			swapped;
	u64			cleared;
	u64			cleared_cpu;
	atomic_t		misses;
	struct syscall_trace_tally *pipe;
	raw_spinlock_t		lock;
	struct syscall_trace_ended *ended;
	u32			first_ended;
	u32			next_ended;
	u32			nr_off;
	bool			has_off;
	bool			has_forgotten;
	bool			has_untold;
	u32			first_untold;
	struct syscall_trace_ended_again again;
};

/**
 * struct syscall_trace_instance - what the system call tracer keeps per instance
 * @list: links the instances that record or count calls
 * @tracing: links the instances that have it as their current tracer
 * @hooked: all is set up for its calls, so that tasks may get its bit in @wanted
 * @bit: the instance's own in syscall_trace_task.wanted; 0: it does not trace
 * @slot: the number of that bit, by which tasks count calls for the instance
 * @losses: what it knows of calls that are missing
 * @probing: links the instances whose probes record
 * @probe_bit: the instance's own in syscall_trace_task.watched for these
 * @probes: number of these, guarded by event_mutex
 * @tasks: which tasks it traces
 * @calls: which calls of these
 * @process: what of these the tracer process records
 * @strlen: bytes to copy of each string argument, 0 for none
 * @datalen: bytes to copy of data that is read or written, 0 for none
 * @tgid: the processes of tasks are recorded
 * @names: changes of the names of tasks; NULL: it has never traced
 * @stat: its statistics, or NULL
 * @hist: the call whose histogram it shows, as NAME or NAME@ABI; empty: all
 * @batch: with syscall_batch, each CPU's records that are not in the ring buffer yet, or NULL
 * @flushed: the time up to which all CPUs have written theirs, by the clock of the ring buffer
 * @has_company: stacks follow its records, or these are exported
 * @number: by which exports know it; another one each time that it begins to trace
 *
 * Written under trace_types_lock. The hooks walk the list with preemption
 * disabled.
 */
struct syscall_trace_instance {
	struct list_head	list;
	struct list_head	tracing;
	bool			hooked;
	u64			bit;
	unsigned int		slot;
	struct syscall_trace_losses losses;
	struct list_head	probing;
	u64			probe_bit;
	unsigned int		probes;
	struct syscall_trace_tasks tasks;
	struct syscall_trace_calls calls;
	struct syscall_trace_process process;
	unsigned int		strlen;
	unsigned int		datalen;
	bool			tgid;
	struct syscall_trace_names *names;
	struct syscall_stat_table *stat;
	char			hist[48];
	struct ring_buffer_block __percpu *batch;
	u64			flushed;
	bool			has_company;
	u16			number;
};

#endif /* _KERNEL_TRACE_SYSCALL_INSTANCE_H */
