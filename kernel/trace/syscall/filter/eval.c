// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: asks a condition about a call. What is not known yet has no truth: so a
 * condition may be decided when the call begins, or only when it has ended.
 */
#include <linux/minmax.h>
#include <linux/string.h>

#include "filter.h"
#include "truth.h"

/* Does the comparison look at the word itself, be it a number or an address? */
static bool is_of_word(const struct syscall_filter_test *test,
		       const struct syscall_trace_type *type)
{
	if (test->nr_members)
		return false;
	if (!type || type->sort == SYSCALL_TRACE_SCALAR)
		return true;
	if (test->is_text)
		return false;

	return type->sort != SYSCALL_TRACE_ARRAY || test->is_null;
}

static bool match_word(const struct syscall_filter_test *test, const struct syscall_trace_fmt *fmt,
		       unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	bool is_scalar = type && type->sort == SYSCALL_TRACE_SCALAR;
	unsigned int layout = syscall_trace_is_narrow(fmt);
	size_t word = layout ? sizeof(u32) : sizeof(u64);

	return syscall_filter_match_number(test, syscall_trace_arg(fmt, arg),
					   is_scalar ? type->size[layout] : word,
					   type && type->is_signed);
}

static enum syscall_filter_truth ask_argument(const struct syscall_filter_test *test,
					      const struct syscall_filter_call *call,
					      unsigned int arg)
{
	const struct syscall_trace_fmt *fmt = &call->fmt;
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	u8 dir = fmt->call->args[arg].dir;
	enum syscall_filter_truth truth;

	if (is_of_word(test, type))
		return truth_of(!test->is_text && match_word(test, fmt, arg));
	/* This call takes a number there, or nothing. */
	if (!type || type->sort == SYSCALL_TRACE_SCALAR)
		return SYSCALL_FILTER_FALSE;

	if (call->stage < SYSCALL_FILTER_COPIED)
		return SYSCALL_FILTER_UNKNOWN;
	truth = syscall_filter_ask_copies(test, fmt, arg, SYSCALL_TRACE_DIR_IN);
	if (truth == SYSCALL_FILTER_TRUE || !(dir & ~SYSCALL_TRACE_DIR_IN))
		return truth;
	if (call->stage < SYSCALL_FILTER_ENDED)
		return SYSCALL_FILTER_UNKNOWN;

	return truth_either(truth, syscall_filter_ask_copies(test, fmt, arg,
							     SYSCALL_TRACE_DIR_OUT));
}

/* See syscall_filter_test.arg; 0: the comparison is about other calls. */
static unsigned int find_arg(const struct syscall_filter_test *test,
			     const struct syscall_filter_call *call)
{
	const struct syscall_trace_call *found = call->fmt.call;
	int index = call->index;
	unsigned int arg;

	/* One call may stand for another, which has arguments of its own. */
	if (found >= syscall_trace_calls && found < syscall_trace_calls + syscall_trace_nr_calls)
		index = found - syscall_trace_calls;
	arg = index < 0 ? 0 : test->arg[index];

	return arg == SYSCALL_FILTER_OTHER_FORM || arg <= call->fmt.nr_args ? arg : 0;
}

/* ------------------------------- the whole call --------------------------- */

static enum syscall_filter_truth ask_duration(const struct syscall_filter_test *test,
					      const struct syscall_filter_call *call)
{
	bool is_true = syscall_filter_match_number(test, call->duration, sizeof(u64), false);
	u64 limit = test->values[0].value;

	if (!call->has_duration)
		return call->stage == SYSCALL_FILTER_ENDED ? SYSCALL_FILTER_UNDECIDED :
							     SYSCALL_FILTER_UNKNOWN;
	if (call->stage == SYSCALL_FILTER_ENDED)
		return truth_of(is_true);

	/* It only grows. */
	switch (test->op) {
	case SYSCALL_FILTER_LT:
	case SYSCALL_FILTER_LE:
		return is_true ? SYSCALL_FILTER_UNKNOWN : SYSCALL_FILTER_FALSE;
	case SYSCALL_FILTER_GT:
	case SYSCALL_FILTER_GE:
		return is_true ? SYSCALL_FILTER_TRUE : SYSCALL_FILTER_UNKNOWN;
	}
	if (call->duration <= limit)
		return SYSCALL_FILTER_UNKNOWN;

	return truth_of(test->op == SYSCALL_FILTER_NE);
}

static enum syscall_filter_truth ask_result(const struct syscall_filter_test *test,
					    const struct syscall_filter_call *call)
{
	const struct syscall_trace_fmt *fmt = &call->fmt;
	bool failed = syscall_trace_failed(fmt);
	/* What does not look like an error is an address, or a number without a sign. */
	u64 ret = syscall_trace_is_narrow(fmt) && !failed ? (u32)fmt->ret : fmt->ret;

	if (call->stage < SYSCALL_FILTER_ENDED)
		return SYSCALL_FILTER_UNKNOWN;
	/* It was turned down, or has not returned. */
	if (!fmt->at_exit)
		return SYSCALL_FILTER_FALSE;

	switch (test->subject) {
	case SYSCALL_FILTER_FAILED:
		return truth_of(failed);
	case SYSCALL_FILTER_ERRNO:
		return truth_of(syscall_filter_match_number(test, failed ? -ret : 0, sizeof(ret),
							    true));
	}
	if (test->is_limited && (call->index < 0 || !test->arg[call->index]))
		return SYSCALL_FILTER_FALSE;

	return truth_of(syscall_filter_match_number(test, ret, sizeof(ret), true));
}

/* The arguments of the call are in memory, which was not read yet, or could not be. */
static enum syscall_filter_truth ask_target(const struct syscall_filter_test *test,
					    const struct syscall_filter_call *call)
{
	unsigned int index = call->fmt.call->target - syscall_trace_calls;

	if (call->stage < SYSCALL_FILTER_COPIED)
		return SYSCALL_FILTER_UNKNOWN;
	if (index < syscall_trace_nr_calls && !test->arg[index])
		return SYSCALL_FILTER_FALSE;

	return SYSCALL_FILTER_UNDECIDED;
}

/* Nobody has seen the call begin: its arguments may have been anything. */
static enum syscall_filter_truth ask_unseen(const struct syscall_filter_test *test,
					    const struct syscall_filter_call *call)
{
	if (call->fmt.call->target)
		return ask_target(test, call);

	return call->index >= 0 && test->arg[call->index] ? SYSCALL_FILTER_UNDECIDED :
							     SYSCALL_FILTER_FALSE;
}

static enum syscall_filter_truth ask_test(const struct syscall_filter_test *test,
					  const struct syscall_filter_call *call)
{
	unsigned int arg;
	bool is_one;

	if (call->is_brief && test->is_limited)
		return SYSCALL_FILTER_UNKNOWN;

	switch (test->subject) {
	case SYSCALL_FILTER_ARG:
		if (!call->fmt.call)
			return SYSCALL_FILTER_FALSE;
		if (!call->has_args)
			return ask_unseen(test, call);
		if (call->fmt.call->target)
			return ask_target(test, call);
		arg = find_arg(test, call);
		if (arg == SYSCALL_FILTER_OTHER_FORM)
			return SYSCALL_FILTER_UNDECIDED;
		return arg ? ask_argument(test, call, arg - 1) : SYSCALL_FILTER_FALSE;
	case SYSCALL_FILTER_DURATION:
		return ask_duration(test, call);
	case SYSCALL_FILTER_ABI:
		is_one = test->values[0].value >> call->fmt.abi & 1;
		return truth_of(is_one == (test->op == SYSCALL_FILTER_EQ));
	}

	return ask_result(test, call);
}

/**
 * syscall_filter_ask - ask a condition about a call
 * @filter: the condition
 * @call: what is known of the call
 *
 * Context: any.
 * Return: whether the condition is true, as far as that is known.
 */
enum syscall_filter_truth syscall_filter_ask(const struct syscall_filter *filter,
					     const struct syscall_filter_call *call)
{
	u8 stack[SYSCALL_FILTER_STACK_MAX] __uninitialized;
	unsigned int i = 0, top = 0;

	/* Most conditions are one comparison. */
	if (filter->nr_steps == 1)
		return ask_test(filter->tests[filter->steps[0].to], call);
	while (i < filter->nr_steps) {
		unsigned int to = filter->steps[i].to;

		switch (filter->steps[i++].what) {
		case SYSCALL_FILTER_TEST:
			stack[top++] = ask_test(filter->tests[to], call);
			break;
		case SYSCALL_FILTER_NOT:
			stack[top - 1] = truth_not(stack[top - 1]);
			break;
		case SYSCALL_FILTER_AND:
			top--;
			stack[top - 1] = truth_join(stack[top - 1], stack[top],
						    SYSCALL_FILTER_FALSE);
			break;
		case SYSCALL_FILTER_OR:
			top--;
			stack[top - 1] = truth_join(stack[top - 1], stack[top],
						    SYSCALL_FILTER_TRUE);
			break;
		case SYSCALL_FILTER_SKIP_FALSE:
			if (stack[top - 1] == SYSCALL_FILTER_FALSE)
				i = to;
			break;
		case SYSCALL_FILTER_SKIP_TRUE:
			if (stack[top - 1] == SYSCALL_FILTER_TRUE)
				i = to;
			break;
		}
	}

	return stack[0];
}

/**
 * syscall_filter_is_limited - does a condition ask for more than is known at once?
 * @filter: the condition
 *
 * See syscall_filter_call.is_brief.
 */
bool syscall_filter_is_limited(const struct syscall_filter *filter)
{
	unsigned int i;

	for (i = 0; i < filter->nr_tests; i++) {
		if (filter->tests[i]->is_limited)
			return true;
	}

	return false;
}

/**
 * syscall_filter_asks_duration - does a condition ask how long a call takes?
 * @filter: the condition
 */
bool syscall_filter_asks_duration(const struct syscall_filter *filter)
{
	unsigned int i;

	for (i = 0; i < filter->nr_tests; i++) {
		if (filter->tests[i]->subject == SYSCALL_FILTER_DURATION)
			return true;
	}

	return false;
}

/**
 * syscall_filter_next_time - when may a condition come true though the call has not ended?
 * @filter: the condition
 * @duration: how long the call has taken up to now
 *
 * Return: how long it will have taken then, more than @duration; U64_MAX: never.
 */
u64 syscall_filter_next_time(const struct syscall_filter *filter, u64 duration)
{
	u64 next = U64_MAX, time;
	unsigned int i;

	for (i = 0; i < filter->nr_tests; i++) {
		const struct syscall_filter_test *test = filter->tests[i];

		if (test->subject != SYSCALL_FILTER_DURATION)
			continue;
		time = test->values[0].value;
		/* From here on it is more. */
		if (test->op != SYSCALL_FILTER_GE && test->op != SYSCALL_FILTER_LT)
			time++;
		if (time > duration)
			next = min(next, time);
	}

	return next;
}
