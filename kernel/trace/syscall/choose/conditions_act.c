// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: asks the lines of syscall_filter about a call, and does what they ask for.
 * Called by conditions_ask.c for the hooks, and by conditions_wait.c.
 */
#include <linux/rculist.h>

#include "../instances.h"
#include "../record/sink.h"
#include "conditions.h"

static enum syscall_filter_truth ask_line(const struct syscall_trace_line *line,
					  const struct syscall_filter_call *call)
{
	return line->filter ? syscall_filter_ask(line->filter, call) : SYSCALL_FILTER_TRUE;
}

/**
 * syscall_trace_ask_lines - should an instance record a call?
 * @conditions: its conditions
 * @call: what is known of the call
 * @index: the place of the call in sets
 *
 * Context: any.
 * Return: the answer, as far as it is known.
 */
enum syscall_filter_truth syscall_trace_ask_lines(const struct syscall_trace_conditions *conditions,
						  const struct syscall_filter_call *call,
						  unsigned int index)
{
	enum syscall_filter_truth truth = SYSCALL_FILTER_FALSE, one;
	const struct syscall_trace_line *line = conditions->lines;

	if (!conditions->selects)
		return SYSCALL_FILTER_TRUE;
	for (; line < conditions->lines + conditions->nr; line++) {
		if (line->actions || !test_bit(index, line->calls))
			continue;
		one = ask_line(line, call);
		if (one == SYSCALL_FILTER_TRUE)
			return one;
		/* What nobody will ever know counts as true already. */
		if (truth != SYSCALL_FILTER_UNDECIDED && one != SYSCALL_FILTER_FALSE)
			truth = one;
	}

	return truth;
}

/**
 * syscall_trace_ask_actions - should an instance do something about a call?
 * @conditions: its conditions
 * @call: what is known of the call
 * @index: the place of the call in sets
 * @met: called for each line whose condition is met, if there is any such function
 * @data: for @met
 *
 * Context: any.
 * A condition that nobody can decide counts as met.
 *
 * Return: SYSCALL_FILTER_UNDECIDED if there is such a one, SYSCALL_FILTER_TRUE if some other is
 * met, SYSCALL_FILTER_UNKNOWN if some may be.
 */
enum syscall_filter_truth
syscall_trace_ask_actions(struct syscall_trace_conditions *conditions,
			  const struct syscall_filter_call *call, unsigned int index,
			  syscall_trace_condition_met *met, void *data)
{
	enum syscall_filter_truth truth = SYSCALL_FILTER_FALSE, one;
	struct syscall_trace_line *line = conditions->lines;

	for (; line < conditions->lines + conditions->nr; line++) {
		if (!line->actions || !test_bit(index, line->calls))
			continue;
		one = ask_line(line, call);
		if (syscall_filter_may_be(one) && met)
			met(line, data);
		if (one == SYSCALL_FILTER_UNDECIDED || truth == SYSCALL_FILTER_FALSE ||
		    (one == SYSCALL_FILTER_TRUE && truth == SYSCALL_FILTER_UNKNOWN))
			truth = one;
	}

	return truth;
}

/**
 * syscall_trace_add_actions - note what has to be done as a condition is met
 * @verdict: gets that
 * @line: the line with the condition
 * @inst: the instance
 *
 * While its recording is off, that is nothing.
 *
 * Context: any.
 */
void syscall_trace_add_actions(struct syscall_trace_verdict *verdict,
			       struct syscall_trace_line *line,
			       const struct syscall_trace_instance *inst)
{
	u64 bit = inst->bit;

	if (READ_ONCE(*syscall_sink_off(inst)))
		return;
	if (line->limited && !atomic_add_unless(&line->left, -1, 0))
		return;
	if (line->actions & SYSCALL_TRACE_DO_STOP)
		verdict->stop |= bit;
	if (line->actions & SYSCALL_TRACE_DO_SNAPSHOT)
		verdict->snapshot |= bit;
	if (line->actions & SYSCALL_TRACE_DO_STACKTRACE)
		verdict->stacktrace |= bit;
}

/**
 * syscall_trace_act - do what conditions ask for
 * @verdict: what they say
 *
 * Context: any but NMI. For stacks, the context of the task whose call it is.
 */
void syscall_trace_act(const struct syscall_trace_verdict *verdict)
{
	struct syscall_trace_instance *inst;

	if (likely(!(verdict->stop | verdict->snapshot | verdict->stacktrace)))
		return;

	guard(preempt_notrace)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		if (verdict->stacktrace & inst->bit)
			syscall_sink_write_stack(inst);
		if (verdict->snapshot & inst->bit)
			syscall_sink_take_snapshot(inst);
		if (verdict->stop & inst->bit)
			syscall_sink_stop(inst);
	}
}
