/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the run of the tracer, from the first instance to the last, and what the
 * hooks do in it.
 */
#ifndef _SYSCALL_RUN_H
#define _SYSCALL_RUN_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/static_call.h>
#include <linux/syscall_trace_task.h>
#include <linux/types.h>

struct pt_regs;
struct syscall_trace_instance;

/* For the hooks: the options, with what single instances want. */
extern u32 syscall_trace_hook_options;

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
#define ENTERED_NEW		BIT(26)	/* there was no entry: the task is new */

/*
 * Flags above it in syscall_trace_entry_run and syscall_trace_exit_run. MODE_UNUSUAL is the sign
 * bit: one test tells that the tracer is on and nothing is unusual.
 */
#define MODE_UNUSUAL		BIT(31)	/* the hook does more than usual */
#define MODE_COUNT_ONLY		BIT(30)	/* calls are counted, and not recorded */
#define MODE_SELECT		BIT(29)	/* some instance does not want all calls */
#define MODE_SELECT_ONLY	BIT(28)	/* only MODE_SELECT is unusual */
#define MODE_COUNT_SELECTED	BIT(27)	/* MODE_SELECT, and calls are only counted */

/* 0: off */
extern u32 syscall_trace_current_run;
extern u32 syscall_trace_entry_run;
extern u32 syscall_trace_exit_run;

/* A hook that does more than usual. @run: the hook's word, see above */
typedef long syscall_trace_enter_mode(struct pt_regs *regs, long syscall, u32 run);
typedef void syscall_trace_exit_mode(struct pt_regs *regs, u32 run);

/**
 * struct syscall_trace_enter_modes - the hooks of entries that do more than usual
 * @count: count calls, and record none
 * @time: record calls, with times
 * @select: not all calls are wanted
 * @any: whatever is unusual but that
 */
struct syscall_trace_enter_modes {
	syscall_trace_enter_mode	*count, *time, *select, *any;
};

/* The same at exits, where times cost nothing more. */
struct syscall_trace_exit_modes {
	syscall_trace_exit_mode		*count, *select, *any;
};

/*
 * The one that syscall_trace_set_run() has chosen. It is chosen before its run can be seen: who
 * sees the run, calls this one or a later one, after smp_rmb(). An older run with a later one is a
 * call that begins or ends while the mode changes, as are those of before that are in flight then.
 */
syscall_trace_enter_mode syscall_trace_enter_nothing;
syscall_trace_exit_mode syscall_trace_exit_nothing;
DECLARE_STATIC_CALL(syscall_trace_unusual_enter, syscall_trace_enter_nothing);
DECLARE_STATIC_CALL(syscall_trace_unusual_exit, syscall_trace_exit_nothing);

static __always_inline bool syscall_trace_is_usual(u32 run)
{
	return (s32)run > 0;
}

/* The instances that want the current call of a task, a bit for each. */
static __always_inline u64 syscall_trace_wanted_by(const struct syscall_trace_task *task)
{
	u64 declined = 0;

	if (READ_ONCE(syscall_trace_entry_run) & MODE_SELECT)
		declined = READ_ONCE(task->declined);

	return READ_ONCE(task->wanted) & ~declined;
}

/* Some instance does not want all calls. Under trace_types_lock, as what follows. */
extern bool syscall_trace_selects_calls;

/* Some instance has statistics. */
extern bool syscall_trace_counts_calls;

/* There is one instance in the list, and no task is marked for another one. */
extern bool syscall_trace_is_single;

extern u32 syscall_trace_last_run;
bool syscall_trace_nobody_records(void);
void syscall_trace_begin_run(const struct syscall_trace_enter_modes *enter,
			     const struct syscall_trace_exit_modes *exit);
void syscall_trace_set_run(u32 run);
void syscall_trace_update_only(void);
void syscall_trace_begin_end(void);
void syscall_trace_complete_end(void);

#endif /* _SYSCALL_RUN_H */
