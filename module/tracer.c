// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer, as the module calls it: at the beginning and the end of calls, at fork and exit, and
 * when a task is scheduled out.
 */
#include <linux/syscall_trace.h>
#include <linux/tracepoint.h>
#include <asm/syscall.h>

#include "tracer/capture/capture.h"
#include "tracer/capture/hash.h"
#include "tracer/capture/table.h"
#include "tracer/choose/choose.h"
#include "tracer/choose/conditions.h"
#include "tracer/home.h"
#include "tracer/hook/entry.h"
#include "tracer/hook/switch.h"
#include "tracer/instances.h"
#include "tracer/record/batch.h"
#include "tracer/record/record.h"
#include "tracer/run.h"
#include "tracer/task/task_events.h"
#include "tracer/tracefs/file.h"

#include "arrays.h"
#include "borrow.h"
#include "event.h"
#include "instance.h"
#include "module.h"
#include "readers.h"
#include "state.h"
#include "watch.h"

struct syscall_trace_task syscall_trace_nobody;

/* ---------------------------------- hooks --------------------------------- */

static void call_begins(struct redirect_task *task, struct pt_regs *regs, long nr, bool held)
{
	if (likely(!held))
		syscall_trace_record_enter(regs, nr);
	else
		syscall_trace_record_held(regs, nr);
}

static void call_stops(struct redirect_task *task, struct pt_regs *regs)
{
	state_of(task)->before = syscall_trace_hash(regs);
}

/*
 * What a debugger has made of a call, seccomp may still turn down, or ask another debugger about:
 * so it is held, too.
 */
static void call_goes_on(struct redirect_task *task, struct pt_regs *regs)
{
	long nr = syscall_get_nr(current, regs);

	if (state_of(task)->before == syscall_trace_hash(regs))
		return;
	syscall_trace_record_passed(regs, nr);
	if (nr != -1)
		syscall_trace_hold(regs);
}

/*
 * What is left of the call before must not be taken for this one: it may have been left out, or
 * never got to its exit. A flag alone belongs to no run: so nobody has seen this one begin.
 */
static void call_is_told_later(struct redirect_task *task)
{
	struct syscall_trace_task *call = &state_of(task)->call;

	WRITE_ONCE(call->entered, ENTERED_EXIT_WORK);
	barrier();
	syscall_trace_end_wait(call);
	call->held = false;
	WRITE_ONCE(call->stat.epoch, 0);
}

static void call_ends(struct redirect_task *task, struct pt_regs *regs)
{
	syscall_trace_record_exit(regs);
}

static void task_begins(struct task_struct *child)
{
	if (static_branch_unlikely(&syscall_trace_has_tasks))
		__syscall_trace_fork(child);
}

static void task_ends(struct task_struct *task)
{
	if (tasks_find(task))
		syscall_trace_exit_task(task);
	else
		syscall_trace_forget_pid(task);
}

const struct redirect_hooks user_hooks = {
	.data_size	= sizeof(struct state),
	.enter		= call_begins,
	.later		= call_is_told_later,
	.stopped	= call_stops,
	.resumed	= call_goes_on,
	.exit		= call_ends,
	.fork		= task_begins,
	.end		= task_ends,
};

static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	if (redirect_is_marked(prev))
		__syscall_trace_write_at_switch();
}

/* ---------------------------- as home.h says ------------------------------ */

/* The event has told the kernel that names and processes of tasks are needed. */
void syscall_home_begin(struct syscall_trace_instance *inst)
{
}

void syscall_home_end(struct syscall_trace_instance *inst)
{
}

void syscall_home_begin_calls(struct syscall_trace_instance *inst)
{
}

void syscall_home_options_changed(struct syscall_trace_instance *inst)
{
}

void syscall_home_watch(bool calls, bool tracing)
{
	static bool watches;

	if (calls == watches)
		return;
	/* Before what others record when a task is switched from. */
	if (!calls)
		probe_unregister("sched_switch", probe_switch, NULL);
	else if (probe_register_prio("sched_switch", probe_switch, NULL,
				     TRACEPOINT_DEFAULT_PRIO + 1))
		return;
	watches = calls;
}

void syscall_home_log_err(struct syscall_trace_instance *inst, const char *tracer,
			  const char **errors)
{
	instance_log_err(instance_of(inst), SYSCALL_HOME_TRACER, tracer, errors, 0, 0);
}

/* ------------------------- as record/batch.h says ------------------------- */

enum syscall_trace_put
syscall_trace_batch_one(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
			int type, unsigned int context, const struct syscall_trace_contents *what,
			unsigned int size, const struct syscall_trace_clip *clip)
{
	return SYSCALL_TRACE_NOT_PUT;
}

void syscall_trace_flush_here(struct syscall_trace_instance *inst)
{
}

int syscall_trace_update_batches(void)
{
	return 0;
}

void syscall_trace_leave_batch(struct syscall_trace_instance *inst)
{
}

void syscall_trace_write_batched(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	syscall_trace_write_everywhere(task, regs, TRACE_SYSCALL_CALL, ret);
}

/* ----------------------------- begin and end ------------------------------ */

int user_prepare(void)
{
	return borrow_start();
}

int user_start(void)
{
	int ret = arrays_start();

	if (ret)
		return ret;
	ret = watch_start(arrays_super());
	if (ret) {
		arrays_stop();
		return ret;
	}
	events_allow();
	ret = arrays_show();
	if (ret)
		user_stop();

	return ret;
}

/*
 * What tasks were to do when they leave the kernel is in the module. redirect_wait() waits for
 * those that are about to do it.
 */
static void cancel_works(struct redirect_task *task)
{
	syscall_trace_drop_recheck(task->task);
	syscall_trace_drop_notes(task->task);
}

/* A timer may still be running. Nobody starts one any more. */
static void free_call(struct redirect_task *task)
{
	syscall_trace_free_wait(&state_of(task)->call);
	syscall_trace_free_store(&state_of(task)->call);
}

void user_stop(void)
{
	arrays_hide();
	events_forbid();
	readers_stop();
	watch_stop();
	arrays_stop();
	/* A probe that was removed may still be giving a task such work. */
	tracepoint_synchronize_unregister();
	tasks_for_each(cancel_works);
}

void user_end(void)
{
	/* Whoever was just doing it has slept since. */
	rcu_barrier_tasks();
	flush_work(&syscall_trace_take_work);
	rcu_barrier_tasks();
	flush_work(&syscall_trace_take_work);
	tasks_for_each(free_call);
	rcu_barrier();
}
