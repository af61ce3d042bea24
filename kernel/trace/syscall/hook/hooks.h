/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the hooks have in common. entry.c has those at the entry of a call,
 * exit.c those at its exit.
 */
#ifndef _SYSCALL_HOOKS_H
#define _SYSCALL_HOOKS_H

#include "../record/sink.h"
#include "../run.h"

/* entry.c */
bool syscall_trace_others_record(void);
bool syscall_trace_identify_unseen(struct pt_regs *regs, long ret);

/* Is recording on in any instance? As a rule, there is one instance, and its recording is on. */
static __always_inline bool syscall_trace_is_recording(void)
{
	const struct syscall_trace_instance *inst;

	preempt_disable_notrace();
	inst = READ_ONCE(syscall_trace_only) ?: READ_ONCE(syscall_trace_only_batching);
	if (likely(inst && !*syscall_sink_off(inst))) {
		preempt_enable_notrace();
		return true;
	}
	preempt_enable_notrace();

	return syscall_trace_others_record();
}

/* Was the current call of a task entered in this run? */
static inline bool syscall_trace_is_entered(const struct syscall_trace_task *task, u32 run)
{
	return (READ_ONCE(task->entered) & SYSCALL_TRACE_RUN_MASK) == run;
}

/* Let the exit do more than to write a record. Interrupts may change @entered, too. */
static inline void syscall_trace_add_exit_work(struct syscall_trace_task *task, u32 what)
{
	u32 entered = READ_ONCE(task->entered);

	while (!try_cmpxchg_local(&task->entered, &entered, entered | what))
		;
}

#endif /* _SYSCALL_HOOKS_H */
