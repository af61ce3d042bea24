/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The columns before a call or an event.
 */
#ifndef _SCTRACE_COLUMN_H
#define _SCTRACE_COLUMN_H

struct record;
struct syscall_trace_fmt;
struct task;
struct trace_seq;

/**
 * struct occasion - what a line is about
 * @rec: the record
 * @task: its task, as it was before
 * @seen: what the record says of a call; NULL: it is malformed, or the line is about something else
 * @time: when that happened: the record of a call may be made at its end
 */
struct occasion {
	const struct record			*rec;
	struct task				*task;
	const struct syscall_trace_fmt		*seen;
	unsigned long long			time;
};

void columns_print(struct trace_seq *s, const struct occasion *occasion);
void columns_set_clock(long long offset);

#endif /* _SCTRACE_COLUMN_H */
