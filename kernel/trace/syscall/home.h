/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what its home does when instances begin and end to trace.
 * Documentation/trace/syscall-design.rst tells what else a home has.
 *
 * All of these are called in task context with trace_types_lock held, and may sleep.
 */
#ifndef _SYSCALL_HOME_H
#define _SYSCALL_HOME_H

#include <linux/types.h>

struct syscall_trace_instance;

/* An instance is about to trace: its lines need the names and the processes of tasks. */
void syscall_home_begin(struct syscall_trace_instance *inst);

/* It does not trace any more. */
void syscall_home_end(struct syscall_trace_instance *inst);

/* It is about to record or to count calls. */
void syscall_home_begin_calls(struct syscall_trace_instance *inst);

/* Options have changed while it traces. */
void syscall_home_options_changed(struct syscall_trace_instance *inst);

/* Instances have come or gone. @calls: some see calls; @tracing: some trace */
void syscall_home_watch(bool calls, bool tracing);

/* Tell why an instance does not begin. @tracer: its name; @errors: the message, which stays */
void syscall_home_log_err(struct syscall_trace_instance *inst, const char *tracer,
			  const char **errors);

#endif /* _SYSCALL_HOME_H */
