// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: waits for calls that take long. A condition such as "duration > 10ms" may
 * come true while the call is blocked. Then its entry is written, at that very moment.
 *
 * When it will is known once the arguments have been copied: nothing but time changes until the
 * call ends. So a timer need not look at what the task has copied. It is started when the task is
 * scheduled out, because most calls do not sleep. The exit of the call cancels it first of all:
 * so nobody but the timer changes the call's state while it runs.
 */
#include <linux/hrtimer.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/syscall_trace.h>

#include "../hook/inflight.h"
#include "../instances.h"
#include "../refusals.h"
#include "../run.h"
#include "conditions.h"

/* Instances have that many bits. */
#define MOST_INSTANCES	64

/**
 * struct syscall_trace_wait - what is to happen if a call takes long
 * @timer: fires at @next
 * @task: whose call it is
 * @calls: the call, by syscall_trace_task.calls
 * @over: the task waits no more: the timer is not armed again
 * @next: how long the call will have taken when something has to be done, in ns; U64_MAX: never
 * @write: the same for each instance, by its bit: its entry is to be written
 * @act: likewise: @line is met
 * @line: the first line of the instance whose action is due before the call ends
 * @conditions: those of the instance by which the three were found
 * @noted: instances for which they were found, a bit for each
 * @undecided: instances that get the entry because nobody can decide, likewise
 * @acted: instances for which it has been done, a bit for each
 * @stacks: of these, those that get the stack of the program when the call has ended
 */
struct syscall_trace_wait {
	struct hrtimer			timer;
	struct task_struct		*task;
	u32				calls;
	bool				over;
	u64				next;
	u64				write[MOST_INSTANCES];
	u64				act[MOST_INSTANCES];
	struct syscall_trace_line	*line[MOST_INSTANCES];
	u64				conditions[MOST_INSTANCES];
	u64				noted;
	u64				undecided;
	u64				acted;
	u64				stacks;
};

/* ------------------------------- the moments ------------------------------ */

static void note_next(struct syscall_trace_wait *wait, u64 time)
{
	wait->next = min(wait->next, time);
}

/* When will a condition be asked anew? */
static u64 next_time(const struct syscall_trace_conditions *conditions, u64 duration)
{
	u64 next = U64_MAX;
	unsigned int i;

	for (i = 0; i < conditions->nr; i++) {
		if (conditions->lines[i].filter)
			next = min(next, syscall_filter_next_time(conditions->lines[i].filter,
								  duration));
	}

	return next;
}

/**
 * struct first_line - the first line that comes true while a call is blocked
 * @line: the line, or NULL
 * @call: the call
 */
struct first_line {
	struct syscall_trace_line	*line;
	struct syscall_filter_call	*call;
};

/* Was a line met when the call began? Then it waits for the end. */
static bool is_met_at_once(const struct syscall_trace_line *line, struct syscall_filter_call *call)
{
	enum syscall_filter_truth truth;
	u64 duration = call->duration;

	if (!line->filter)
		return true;
	call->duration = 0;
	truth = syscall_filter_ask(line->filter, call);
	call->duration = duration;

	return syscall_filter_may_be(truth);
}

static void note_line(struct syscall_trace_line *line, void *data)
{
	struct first_line *first = data;

	/* The stack of the program is recorded when the call has ended. */
	if (first->line || !(line->actions & ~SYSCALL_TRACE_DO_STACKTRACE) ||
	    is_met_at_once(line, first->call))
		return;
	if (line->limited && !atomic_read(&line->left))
		return;
	first->line = line;
}

/**
 * syscall_trace_await_lines - find when an instance has to see a call that has not ended
 * @task: the current task's
 * @bit: that of the instance
 * @conditions: its conditions
 * @call: the call, whose arguments have been copied
 * @index: its place in sets
 *
 * Context: the task's own; syscall_trace_prepare_wait() has been called.
 */
void syscall_trace_await_lines(struct syscall_trace_task *task, u64 bit,
			       struct syscall_trace_conditions *conditions,
			       struct syscall_filter_call *call, unsigned int index)
{
	struct syscall_trace_wait *wait = task->wait;
	struct first_line first = { .call = call };
	enum syscall_filter_truth truth;
	unsigned int nr = __ffs64(bit);
	u64 time = 0;

	/* Without memory, or if the conditions have changed meanwhile. */
	if (!wait || wait->calls != task->calls)
		return;
	wait->write[nr] = U64_MAX;
	wait->act[nr] = U64_MAX;
	wait->line[nr] = NULL;
	wait->conditions[nr] = conditions->id;
	wait->noted |= bit;
	while ((time = next_time(conditions, time)) != U64_MAX) {
		call->duration = time;
		truth = SYSCALL_FILTER_FALSE;
		if (wait->write[nr] == U64_MAX && task->deferred & bit)
			truth = syscall_trace_ask_lines(conditions, call, index);
		if (syscall_filter_may_be(truth)) {
			wait->write[nr] = time;
			note_next(wait, time);
			if (truth == SYSCALL_FILTER_UNDECIDED)
				wait->undecided |= bit;
		}
		if (wait->line[nr])
			continue;
		syscall_trace_ask_actions(conditions, call, index, note_line, &first);
		if (first.line) {
			wait->line[nr] = first.line;
			wait->act[nr] = time;
			note_next(wait, time);
		}
	}
	call->duration = 0;
}

/**
 * syscall_trace_has_acted - has the action of a line been done when the call had taken long?
 * @wait: the task's, or NULL
 * @bit: that of the instance
 * @conditions: its conditions
 * @line: a line of these. That of others may have been at the same place in memory
 * @verdict: gets what is left to do then
 *
 * Context: the task's own; nobody waits for the call any more.
 */
bool syscall_trace_has_acted(const struct syscall_trace_wait *wait, u64 bit,
			     const struct syscall_trace_conditions *conditions,
			     const struct syscall_trace_line *line,
			     struct syscall_trace_verdict *verdict)
{
	unsigned int nr = __ffs64(bit);

	if (!wait || wait->calls != syscall_trace_of(wait->task)->calls || !(wait->acted & bit) ||
	    wait->conditions[nr] != conditions->id || wait->line[nr] != line)
		return false;
	verdict->stacktrace |= wait->stacks & bit;

	return true;
}

/* --------------------------------- the timer ------------------------------ */

/* Write the entry to an instance, or do what it asks for, if that is due. */
static void do_what_is_due(struct syscall_trace_wait *wait, struct syscall_trace_instance *inst)
{
	struct syscall_trace_task *task = syscall_trace_of(wait->task);
	struct syscall_trace_verdict verdict = { };
	struct syscall_trace_conditions *conditions;
	unsigned int nr = __ffs64(inst->bit);

	/* If it has other conditions by now, these are asked when the call ends. */
	conditions = rcu_dereference_sched(inst->calls.conditions);
	if (!conditions || conditions->id != wait->conditions[nr])
		return;
	if (task->deferred & inst->bit && wait->write[nr] <= wait->next) {
		task->deferred &= ~inst->bit;
		/* The exit is written to all that have the entry. */
		task->declined &= ~inst->bit;
		task->undecided |= wait->undecided & inst->bit;
		syscall_trace_write_late(inst, wait->task);
	}
	if (wait->line[nr] && wait->act[nr] <= wait->next && !(wait->acted & inst->bit)) {
		wait->acted |= inst->bit;
		syscall_trace_add_actions(&verdict, wait->line[nr], inst);
		/* The stack of another task would be wanted. It is recorded at the end. */
		wait->stacks |= verdict.stacktrace;
		verdict.stacktrace = 0;
		syscall_trace_act(&verdict);
	}
}

/* The next moment after @now. */
static u64 find_next(const struct syscall_trace_wait *wait, u64 filtered, u64 now)
{
	u64 next = U64_MAX;
	unsigned int nr;

	for (; filtered; filtered &= filtered - 1) {
		nr = __ffs64(filtered);
		if (wait->write[nr] > now)
			next = min(next, wait->write[nr]);
		if (wait->act[nr] > now)
			next = min(next, wait->act[nr]);
	}

	return next;
}

/* Is the call that it waits for still in flight, and is its entry still unwritten? */
static bool is_waiting(const struct syscall_trace_wait *wait)
{
	const struct syscall_trace_task *task = syscall_trace_of(wait->task);
	/* Pairs with the release in record_entered(): the call is there as a whole. */
	u32 entered = smp_load_acquire(&task->entered);

	return entered & ENTERED_FILTERED && entered & ENTERED_WRITTEN &&
	       (entered & SYSCALL_TRACE_RUN_MASK) == READ_ONCE(syscall_trace_current_run) &&
	       READ_ONCE(task->calls) == wait->calls;
}

static enum hrtimer_restart end_of_time(struct hrtimer *timer)
{
	struct syscall_trace_wait *wait = container_of(timer, struct syscall_trace_wait, timer);
	const struct syscall_trace_task *task = syscall_trace_of(wait->task);
	u64 filtered = task->filtered & READ_ONCE(task->wanted) & wait->noted, next, interval;
	struct syscall_trace_instance *inst;

	if (!is_waiting(wait))
		return HRTIMER_NORESTART;
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (filtered & inst->bit)
			do_what_is_due(wait, inst);
	}
	next = find_next(wait, filtered, wait->next);
	interval = next - wait->next;
	wait->next = next;
	if (next == U64_MAX)
		return HRTIMER_NORESTART;
	hrtimer_forward_now(timer, ns_to_ktime(interval));

	return HRTIMER_RESTART;
}

/**
 * syscall_trace_prepare_wait - begin to note for which moments to wait
 * @task: the current task's
 *
 * Context: the task's own; may sleep. No timer runs: see syscall_trace_end_wait().
 */
void syscall_trace_prepare_wait(struct syscall_trace_task *task)
{
	struct syscall_trace_wait *wait = task->wait;

	if (!wait) {
		/* Tracing must kill nobody: see syscall_trace_renew_store(). */
		wait = kzalloc(sizeof(*wait), GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL);
		if (!wait) {
			syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_MEMORY);
			return;
		}
		wait->task = current;
		/* Armed below the lock of a run queue, where no softirq may be raised. */
		hrtimer_init(&wait->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		wait->timer.function = end_of_time;
		task->wait = wait;
	}
	wait->calls = task->calls;
	wait->over = false;
	wait->next = U64_MAX;
	wait->noted = 0;
	wait->undecided = 0;
	wait->acted = 0;
	wait->stacks = 0;
}

/*
 * An entry that could not be recorded is not tried again: those who wanted it get the exit. So
 * nobody but the timer writes an entry from now on.
 */
static void give_up_entry(struct syscall_trace_task *task)
{
	u32 entered = READ_ONCE(task->entered);

	if (!(entered & ENTERED_WRITTEN))
		try_cmpxchg_local(&task->entered, &entered, entered | ENTERED_WRITTEN);
}

/**
 * syscall_trace_await - wait for the moments that were noted
 * @task: the current task's, which is being scheduled out
 *
 * Context: the scheduler's; the lock of the run queue is held.
 */
void syscall_trace_await(struct syscall_trace_task *task)
{
	struct syscall_trace_wait *wait = task->wait;
	u64 now;

	if (!wait || wait->over || wait->next == U64_MAX || wait->calls != task->calls)
		return;
	give_up_entry(task);
	if (!is_waiting(wait) || hrtimer_active(&wait->timer))
		return;
	now = syscall_trace_duration_of(task);
	hrtimer_start(&wait->timer, ns_to_ktime(wait->next > now ? wait->next - now : 0),
		      HRTIMER_MODE_REL_PINNED_HARD);
}

/**
 * syscall_trace_end_wait - do not wait any more
 * @task: the current task's, whose call has ended, or none has begun
 *
 * Context: the task's own, interrupts on. When it returns, the timer does not run.
 */
void syscall_trace_end_wait(struct syscall_trace_task *task)
{
	struct syscall_trace_wait *wait = task->wait;

	/* At the entry of a call, it was over when the one before ended, as a rule. */
	if (!wait || wait->over)
		return;
	WRITE_ONCE(wait->over, true);
	/* If the task is scheduled out from here on, syscall_trace_await() sees that. */
	barrier();
	hrtimer_cancel(&wait->timer);
}

/**
 * syscall_trace_free_wait - free what is needed to wait
 * @task: the current task's, which ends; or any that makes no more calls
 *
 * Context: interrupts on.
 */
void syscall_trace_free_wait(struct syscall_trace_task *task)
{
	struct syscall_trace_wait *wait = task->wait;

	syscall_trace_end_wait(task);
	/* The scheduler must not look at what is being freed. */
	WRITE_ONCE(task->wait, NULL);
	barrier();
	kfree(wait);
}
