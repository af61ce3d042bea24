/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of the output, each as long as it is the last one of its file.
 */
#ifndef _SCTRACE_LINE_H
#define _SCTRACE_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include <linux/syscall_trace_record.h>
#include <linux/trace_seq.h>

#include "lines/line.h"
#include "column.h"

/**
 * struct line - the last line of a file
 * @out: the file
 * @file: the same, if it is that of one task; it may be closed now and then
 * @task: whose line it is
 * @is_open: it ends with a call that is in flight
 * @fmt: that call
 * @s: the line
 * @text: its buffer
 * @written: how much of it is in the file
 * @waits: since when the output waits for the end of a call, by CLOCK_MONOTONIC; 0: not yet
 */
struct line {
	FILE				*out;
	struct task_file		*file;
	struct task			*task;
	bool				is_open;
	struct syscall_trace_fmt	fmt;
	struct trace_seq		s;
	char				*text;
	size_t				written;
	unsigned long long		waits;
};

bool has_lines(void);
bool says(unsigned int what);

struct line *line_shared(void);
struct line *line_of(struct task *task);
struct line *line_begin(const struct occasion *occasion);
void line_init_format(struct line *line, struct syscall_trace_fmt *fmt);
void line_write(struct line *line);
void line_flush(struct line *line);
void line_close(struct line *line);
void line_leave_open(struct line *line);
void line_forget(struct task *task);
void line_say_attached(int pid);

void lines_begin(void);
void lines_put(const struct trace_seq *s);
bool lines_flush(unsigned long long now);
void lines_finish(void);

#endif /* _SCTRACE_LINE_H */
