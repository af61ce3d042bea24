/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what conditions make of the truths of their comparisons. Used by eval.c
 * and copies.c.
 */
#ifndef _SYSCALL_FILTER_TRUTH_H
#define _SYSCALL_FILTER_TRUTH_H

#include "filter.h"

static inline enum syscall_filter_truth truth_of(bool is_true)
{
	return is_true ? SYSCALL_FILTER_TRUE : SYSCALL_FILTER_FALSE;
}

static inline enum syscall_filter_truth truth_not(enum syscall_filter_truth a)
{
	switch (a) {
	case SYSCALL_FILTER_FALSE:
		return SYSCALL_FILTER_TRUE;
	case SYSCALL_FILTER_TRUE:
		return SYSCALL_FILTER_FALSE;
	default:
		return a;
	}
}

/*
 * @decides: the truth that is enough if one of the two has it. What will be known may become
 * that; what will never be known may be anything, but stays as it is.
 */
static inline enum syscall_filter_truth
truth_join(enum syscall_filter_truth a, enum syscall_filter_truth b,
	   enum syscall_filter_truth decides)
{
	if (a == decides || b == decides)
		return decides;
	if (a == SYSCALL_FILTER_UNKNOWN || b == SYSCALL_FILTER_UNKNOWN)
		return SYSCALL_FILTER_UNKNOWN;

	return a == SYSCALL_FILTER_UNDECIDED ? a : b;
}

static inline enum syscall_filter_truth
truth_either(enum syscall_filter_truth a, enum syscall_filter_truth b)
{
	return truth_join(a, b, SYSCALL_FILTER_TRUE);
}

#endif /* _SYSCALL_FILTER_TRUTH_H */
