// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what it keeps for each instance, before that traces and after it has.
 */
#include "choose/calls.h"
#include "choose/conditions.h"
#include "choose/tasks.h"
#include "instance.h"
#include "copy_limits.h"
#include "loss/begin.h"
#include "setup.h"

/**
 * syscall_trace_init - prepare a new instance
 * @inst: the instance, whose memory is zeroed
 *
 * Context: any; nobody knows the instance yet.
 */
void syscall_trace_init(struct syscall_trace_instance *inst)
{
	inst->strlen = SYSCALL_TRACE_STRLEN_DEFAULT;
	inst->datalen = SYSCALL_TRACE_DATALEN_DEFAULT;
	inst->process.syscalls = true;
	inst->process.signals = true;
	inst->process.lifecycle = true;
	INIT_LIST_HEAD(&inst->tasks.with_pids);
	INIT_LIST_HEAD(&inst->tasks.readers);
	syscall_trace_init_losses(&inst->losses);
}

/**
 * syscall_trace_free - free what belongs to an instance
 * @inst: the instance, which does not trace any more and has no files
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free(struct syscall_trace_instance *inst)
{
	syscall_trace_free_tasks(inst);
	syscall_trace_free_calls(inst);
	syscall_trace_free_conditions(inst);
	syscall_trace_free_losses(&inst->losses);
}
