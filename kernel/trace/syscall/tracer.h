/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what is traced and how, for all of its parts but the formatter.
 */
#ifndef _SYSCALL_TRACER_H
#define _SYSCALL_TRACER_H

#include <linux/percpu.h>
#include <linux/spinlock.h>
#include <linux/syscall_trace.h>
#include <linux/syscall_trace_record.h>
#include <linux/syscall_trace_table.h>
#include <linux/types.h>

#include "../trace.h"

/* Tracer options, shared by all instances as those of every tracer are. */
#define SYSCALL_TRACE_OPT_STRINGS	BIT(0)	/* copy string arguments */
#define SYSCALL_TRACE_OPT_DATA		BIT(1)	/* copy what is read and written */
#define SYSCALL_TRACE_OPT_STRUCTS	BIT(2)	/* copy structures */
#define SYSCALL_TRACE_OPT_RAW		BIT(3)	/* print words in hex */
#define SYSCALL_TRACE_OPT_NAMES		BIT(4)	/* print names of arguments */
#define SYSCALL_TRACE_OPT_TIME		BIT(5)	/* print how long calls take */
#define SYSCALL_TRACE_OPT_JSON		BIT(6)	/* print JSON, an object per line */
#define SYSCALL_TRACE_OPT_PROCESS	BIT(7)	/* record signals, and beginning and end of tasks */
#define SYSCALL_TRACE_OPT_DUMP_DATA	BIT(8)	/* show contents in the log of the kernel, too */
#define SYSCALL_TRACE_OPT_ENTRIES	BIT(9)	/* record the entry of each call, too */
#define SYSCALL_TRACE_OPT_STAT		BIT(10)	/* count calls */
#define SYSCALL_TRACE_OPT_STAT_ONLY	BIT(11)	/* count calls, and record nothing */
#define SYSCALL_TRACE_OPT_BATCH		BIT(12)	/* write records of a CPU together */
#define SYSCALL_TRACE_OPT_FOLLOW	BIT(13)	/* lists of pids take up children, too */
#define SYSCALL_TRACE_OPT_READERS	BIT(14)	/* record who reads the trace, too */

/* Default and limit of syscall_strlen; PATH_MAX counts the NUL, this does not. */
#define SYSCALL_TRACE_STRLEN_DEFAULT	256
#define SYSCALL_TRACE_STRLEN_MAX	4095

/* Default and limit of syscall_datalen. */
#define SYSCALL_TRACE_DATALEN_DEFAULT	32
#define SYSCALL_TRACE_DATALEN_MAX	4095

/* state.c */

extern struct tracer_flags syscall_trace_flags;
/* For the hooks: the options, with what single instances want. */
extern u32 syscall_trace_hook_options;
bool syscall_trace_option(u32 bit);

/*
 * The instances that trace, and those of them that see calls: all but the ones whose tracer is
 * process without process_trace_syscalls and process_trace_stats. Written under trace_types_lock,
 * read under RCU.
 */
extern struct list_head syscall_trace_tracing;
extern struct list_head syscall_trace_instances;

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

/*
 * The instance, if exactly one records calls; otherwise NULL. While it batches records (batch.c),
 * it is in syscall_trace_only_batching instead. Read under RCU.
 */
extern struct syscall_trace_instance *syscall_trace_only;
extern struct syscall_trace_instance *syscall_trace_only_batching;

/* The number of the run in syscall_trace_task.entered and the modes. */
#define SYSCALL_TRACE_RUN_MASK	(BIT(26) - 1)

/* Flags above it in syscall_trace_task.entered. */
#define ENTERED_EXIT_WORK	BIT(31)	/* the exit does more than write a record */
#define ENTERED_WRITTEN		BIT(30)	/* the record of the entry has been written */
#define ENTERED_LEFT_OUT	BIT(29)	/* no instance wants the call; there is no number */
#define ENTERED_FILTERED	BIT(28)	/* the exit evaluates conditions */
#define ENTERED_LATE		BIT(27)	/* the hook did not see the entry, see late.c */

/*
 * Flags above it in syscall_trace_entry_run and syscall_trace_exit_run. MODE_UNUSUAL is the sign
 * bit: one test tells that the tracer is on and nothing is unusual.
 */
#define MODE_UNUSUAL		BIT(31)	/* the hook does more than usual */
#define MODE_COUNT_ONLY		BIT(30)	/* calls are counted, and not recorded */
#define MODE_TIME_ONLY		BIT(29)	/* only times are unusual */
#define MODE_SELECT		BIT(28)	/* some instance does not want all calls */
#define MODE_SELECT_ONLY	BIT(27)	/* only MODE_SELECT is unusual */
#define MODE_COUNT_SELECTED	BIT(26)	/* MODE_SELECT, and calls are only counted */

/* 0: off */
extern u32 syscall_trace_current_run;
extern u32 syscall_trace_entry_run;
extern u32 syscall_trace_exit_run;

static __always_inline bool syscall_trace_is_usual(u32 run)
{
	return (s32)run > 0;
}

/* The instances that want the current call of a task, a bit for each. */
static inline u64 syscall_trace_wanted_by(const struct syscall_trace_task *task)
{
	u64 refused = 0;

	if (READ_ONCE(syscall_trace_entry_run) & MODE_SELECT)
		refused = READ_ONCE(task->refused);

	return READ_ONCE(task->wanted) & ~refused;
}

/* Some instance does not want all calls. Under trace_types_lock, as what follows. */
extern bool syscall_trace_selects_calls;

/* There is one instance in the list, and no task is marked for another one. */
extern bool syscall_trace_is_single;

extern u32 syscall_trace_last_run;
void syscall_trace_begin_run(void);
void syscall_trace_set_run(u32 run);
void syscall_trace_update_only(void);
void syscall_trace_begin_end(void);
void syscall_trace_complete_end(void);

/**
 * struct syscall_trace_limits - how much is copied of what arguments lead to
 * @version: changes with each update
 * @strlen: bytes of a string to copy, the most that any instance wants; 0: copy none
 * @datalen: bytes of data, likewise
 * @room: bytes of all blobs of a call, at most what the largest record holds
 * @mask: the bits of syscall_trace_call.captures that mean work with these limits
 * @structs: copy structures
 * @tight: the longest strings and data do not fit into @room together
 * @clip: some instance wants less than is copied, or its records hold less
 */
struct syscall_trace_limits {
	u32		version;
	unsigned int	strlen;
	unsigned int	datalen;
	unsigned int	room;
	u32		mask;
	bool		structs;
	bool		tight;
	bool		clip;
};

/* @version is also read without syscall_trace_limits_lock. */
extern struct syscall_trace_limits syscall_trace_limits;
extern spinlock_t syscall_trace_limits_lock;

void syscall_trace_update_limits(void);

/* Why something was not copied, or not in full, though it was wanted. */
enum syscall_trace_refusal {
	SYSCALL_TRACE_REFUSED_NO_MEMORY,	/* no memory for the store of a task */
	SYSCALL_TRACE_REFUSED_NO_ROOM,		/* the store was full */
	SYSCALL_TRACE_REFUSED_NO_SHARE,		/* cut to leave room for other blobs of the call */
	SYSCALL_TRACE_REFUSED_NO_SPACE,		/* the ring buffer takes no record of that size */
	SYSCALL_TRACE_REFUSED_NOT_RESIDENT,	/* a fault would wait for another process */
	SYSCALL_TRACE_NR_REFUSALS,
};

DECLARE_PER_CPU(unsigned long [SYSCALL_TRACE_NR_REFUSALS], syscall_trace_refusals);

static inline void syscall_trace_refuse(enum syscall_trace_refusal why)
{
	this_cpu_inc(syscall_trace_refusals[why]);
}

/* ---------------------------------- sizes --------------------------------- */

/* Bytes for all that a call copies except strings and data; the arguments share them. */
#define SYSCALL_TRACE_STRUCTS_ROOM	2048

static inline size_t syscall_trace_blob_size(size_t len)
{
	return ALIGN(sizeof(struct syscall_trace_blob) + len,
		     SYSCALL_TRACE_BLOB_ALIGN);
}

/*
 * Bytes of a blob for a string of @limit bytes, an upper bound that is cheap to compute.
 * One more byte is read, to tell a string that just fits from a longer one.
 */
static inline size_t syscall_trace_string_room(unsigned int limit)
{
	return limit + 1 + SYSCALL_TRACE_BLOB_HEAD_MAX + SYSCALL_TRACE_BLOB_ALIGN;
}

/* before.c */
void syscall_trace_watch(bool on);

/* begun.c */
void syscall_trace_write_begun(struct task_struct *task, u64 to, struct list_head *later);
void syscall_trace_write_later(struct list_head *later);

/* exec.c */
int syscall_trace_watch_exec(bool on);

/* late.c */
void syscall_trace_write_unseen(void);

/* names.c */
void syscall_trace_watch_names(bool on);
void syscall_trace_begin_names(struct trace_array *tr);
void syscall_trace_free_names(struct trace_array *tr);

extern const struct file_operations syscall_trace_names_fops;

/* boot.c */
void syscall_trace_set_boot_lists(void);

/* output.c */
int syscall_trace_register_output(void);
void syscall_trace_print_header(struct seq_file *m);
enum print_line_t syscall_trace_print_line(struct trace_iterator *iter);

/* table_file.c */
extern const struct file_operations syscall_trace_table_fops;

/* task_events.c */
#ifdef CONFIG_PID_NS
void syscall_trace_watch_namespaces(bool on);
void syscall_trace_find_ns_ids(int tid, int *ns_pid, int *ns_tid);
#else
static inline void syscall_trace_watch_namespaces(bool on) { }
static inline void syscall_trace_find_ns_ids(int tid, int *ns_pid, int *ns_tid) { }
#endif

#endif /* _SYSCALL_TRACER_H */
