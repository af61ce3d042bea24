/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the parts of a line of syscall_filter: names of calls, a condition, actions.
 */
#ifndef _SYSCALL_FILTER_LINE_H
#define _SYSCALL_FILTER_LINE_H

#include <linux/bits.h>

#include "filter.h"

/* What is done if a call meets a condition. */
#define SYSCALL_TRACE_DO_STOP		BIT(0)	/* switch recording off */
#define SYSCALL_TRACE_DO_SNAPSHOT	BIT(1)	/* take a snapshot */
#define SYSCALL_TRACE_DO_STACKTRACE	BIT(2)	/* record the stack of the program */

/**
 * struct syscall_filter_line - the parts of a line
 * @has_names: it begins with names of calls
 * @names: these, joined by | and perhaps in parentheses
 * @condition: the text of the condition; empty: there is none
 * @actions: all that is behind, from a colon on
 */
struct syscall_filter_line {
	bool				has_names;
	struct syscall_filter_word	names;
	struct syscall_filter_word	condition;
	struct syscall_filter_word	actions;
};

/**
 * struct syscall_filter_actions - what a line has done
 * @what: SYSCALL_TRACE_DO_*; without any, the line says what is recorded
 * @most: how often; 0: always
 */
struct syscall_filter_actions {
	u8	what;
	u32	most;
};

bool syscall_filter_take_line(const char **pos, struct syscall_filter_word *line);
void syscall_filter_split_line(struct syscall_filter_line *line, struct syscall_filter_word text);
struct syscall_filter_word syscall_filter_inner_names(struct syscall_filter_word names);
struct syscall_filter_word syscall_filter_take_name(struct syscall_filter_word *rest);
struct syscall_filter_word syscall_filter_first_word(struct syscall_filter_word *rest);
int syscall_filter_parse_actions(struct syscall_filter_actions *actions,
				 struct syscall_filter_word text, u8 able,
				 struct syscall_filter_fault *fault);

#endif /* _SYSCALL_FILTER_LINE_H */
