/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what others ask the hook at the entry of a call.
 */
#ifndef _SYSCALL_ENTRY_H
#define _SYSCALL_ENTRY_H

#include "../record/sink.h"
#include "../run.h"

struct pt_regs;

extern const struct syscall_trace_enter_modes syscall_trace_enter_modes;

bool syscall_trace_others_record(void);
bool syscall_trace_identify_unseen(struct pt_regs *regs, long ret);
void syscall_trace_hold(struct pt_regs *regs);

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

#endif /* _SYSCALL_ENTRY_H */
