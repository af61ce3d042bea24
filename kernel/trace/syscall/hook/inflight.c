// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: records calls that are in flight. The record of a call is written when it
 * ends, unless that would be visibly late. Whoever makes a call visible before it returns writes
 * its entry first: the scheduler when it switches to another task, another recorder that writes
 * to the same ring buffer, whoever takes a snapshot of the buffer or stops it, and the end of
 * the task.
 *
 * ENTERED_WRITTEN tells the exit that there is a record of the entry. The hook and
 * interrupts on the same CPU agree on that by a compare-and-exchange of @entered.
 */
#include <linux/sched/task_stack.h>
#include <linux/smp.h>
#include <linux/syscall_trace.h>

#include "../capture/store.h"
#include "../capture/words.h"
#include "../loss/counter.h"
#include "../loss/seq.h"
#include "../record/record.h"
#include "../record/sink.h"
#include "../run.h"
#include "hooks.h"
#include "inflight.h"

/**
 * syscall_trace_store_of - find the arguments of a call, and what was copied when it began
 * @task: the task's
 *
 * Context: any. If the task is another one, RCU is read-locked.
 * Return: the store with them, or NULL: the arguments are still in the registers. Of calls that
 * change these, something was copied.
 */
struct syscall_trace_store *syscall_trace_store_of(const struct syscall_trace_task *task)
{
	/* Pairs with the release in syscall_trace_keep_args(): the store has the arguments. */
	return smp_load_acquire(&task->stored) ? READ_ONCE(task->store) : NULL;
}

/**
 * syscall_trace_find_args - find the arguments of a task's call in its registers
 * @what: gets them
 * @task: the task, whose stack stays
 * @call: what is known of the call
 * @words: room for SYSCALL_TRACE_MAX_ARGS words, which @what refers to
 *
 * Context: any.
 */
void syscall_trace_find_args(struct syscall_trace_contents *what, struct task_struct *task,
			     const struct syscall_trace_task *call, unsigned long *words)
{
	syscall_trace_get_arguments(task, task_pt_regs(task), call->abi, call->nr, words);
	syscall_trace_put_args(what, call, words, words + SYSCALL_TRACE_MAX_ARGS);
}

/**
 * syscall_trace_shown_to - find the instances that get the entry of a call
 * @task: the task's
 * @entered: what is known of the call
 *
 * Those that have begun to want the task in its midst, while others wait for its end, are asked
 * then.
 *
 * Context: any.
 * Return: a bit for each.
 */
u64 syscall_trace_shown_to(const struct syscall_trace_task *task, u32 entered)
{
	u64 to = syscall_trace_wanted_by(task);

	if (entered & ENTERED_FILTERED && READ_ONCE(task->filtered))
		to &= ~atomic64_read(&task->joined);

	return to;
}

/**
 * syscall_trace_write_entry - record the entry of the current task's call
 * @task: the task's
 * @to: the instances that record it, a bit for each
 *
 * Context: any, preemption is disabled.
 * Return: whether any of them has.
 */
bool syscall_trace_write_entry(struct syscall_trace_task *task, u64 to)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_contents what = { };
	struct syscall_trace_store *store;

	/* As soon as the task sleeps, a debugger may change the registers. */
	if (task->flags & SYSCALL_TRACE_HEAD_SPLIT && !syscall_trace_has_args(task))
		syscall_trace_keep_args(task, task_pt_regs(current));
	store = syscall_trace_store_of(task);
	if (store)
		syscall_trace_put_stored(&what, task, store, store->entered);
	else
		syscall_trace_find_args(&what, current, task, words);

	return syscall_trace_write(task, TRACE_SYSCALL_ENTER, &what, to);
}

/**
 * syscall_trace_write_current - record the entry of the current task's call, if it has none
 *
 * If no instance can record it now, the call is recorded as a whole when it ends.
 *
 * Context: any.
 */
void syscall_trace_write_current(void)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 entered = READ_ONCE(task->entered);
	u64 to;

	if (!syscall_trace_is_hidden(task, entered))
		return;

	guard(preempt_notrace)();
	if (!try_cmpxchg_local(&task->entered, &entered, entered | ENTERED_WRITTEN))
		return;
	/* If nobody wants the call yet, conditions_wait.c may write it once it has taken long. */
	to = syscall_trace_shown_to(task, entered);
	if (!to || syscall_trace_write_entry(task, to))
		return;
	/* Only this CPU changes it now, unless the task is not wanted any more. */
	entered |= ENTERED_WRITTEN;
	try_cmpxchg_local(&task->entered, &entered, entered & ~ENTERED_WRITTEN);
}

/**
 * syscall_trace_write_or_lose - record the entry of the current task's call, if it has none, now
 *
 * To be called if it cannot be recorded later. The exit is recorded in any case.
 *
 * Context: as syscall_trace_write_current().
 */
void syscall_trace_write_or_lose(void)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	syscall_trace_write_current();
	if (syscall_trace_is_hidden(task, READ_ONCE(task->entered)))
		syscall_trace_add_exit_work(task, ENTERED_WRITTEN);
}

/**
 * syscall_trace_write_last - record the entry of a call that does not end, because the task does
 *
 * From here on, nobody else records it.
 *
 * Context: the task's own.
 */
void syscall_trace_write_last(void)
{
	struct syscall_trace_task *task = syscall_trace_of(current);
	u32 entered;

	syscall_trace_write_current();

	guard(preempt_notrace)();
	entered = READ_ONCE(task->entered);
	while (syscall_trace_is_hidden(task, entered)) {
		if (try_cmpxchg_local(&task->entered, &entered, entered | ENTERED_WRITTEN))
			break;
	}
	if (syscall_trace_is_in_flight(entered))
		syscall_trace_miss_last(task, syscall_trace_wanted_by(task));
}

static void write_on_cpu(void *unused)
{
	syscall_trace_write_current();
}

/**
 * syscall_trace_write_all - record the entries of all calls in flight, on all CPUs
 *
 * Context: task context, may sleep, interrupts on.
 */
void syscall_trace_write_all(void)
{
	on_each_cpu(write_on_cpu, NULL, true);
}

/**
 * syscall_trace_write_late - record the entry of a call that an instance had not asked for yet
 * @inst: the instance
 * @other: the task
 *
 * Context: any, interrupts are disabled. The task waits for the caller before it ends the call:
 * so nothing of it changes.
 */
void syscall_trace_write_late(struct syscall_trace_instance *inst, struct task_struct *other)
{
	const struct syscall_trace_task *task = syscall_trace_of(other);
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	struct syscall_trace_contents what = { };
	struct syscall_trace_store *store = syscall_trace_store_of(task);

	if (store)
		syscall_trace_put_stored(&what, task, store, store->entered);
	else
		syscall_trace_find_args(&what, other, task, words);
	syscall_trace_write_other(inst, other, &what);
	/* Nobody has recorded anything of it yet. */
	syscall_sink_save_name(other);
}
