/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What sctrace knows of the tasks that it traces, all of it from their records.
 */
#ifndef _SCTRACE_TASKS_H
#define _SCTRACE_TASKS_H

#include <stdbool.h>
#include <stddef.h>

#include "records/source.h"

struct line;

/**
 * struct task - a task that has not ended
 * @next: the next one in the same slot of the table
 * @pid: its number
 * @tgid: its process, 0: not known; see task_set_tgid()
 * @other: the next one in the same slot of the table of processes
 * @place: what leads to it there, NULL: nothing does
 * @begin: the time of the first record that tells of it, 0: none has
 * @comm: its name as far as it is known
 * @abi: that of its last call, -1: none
 * @nr: the number of its last call
 * @call: the name of the call that it is in, NULL: none that was seen
 * @is_new: it has not returned from the call that made it
 * @is_split: arguments of that call are left to its exit
 * @is_missed: it did not run when it was asked for, and its end may be among records to come
 * @has_ended: it is the first of its process, whose other threads go on
 * @status: how it has ended, as of wait4()
 * @is_final: that is how its process has ended, whatever its other threads do
 * @end_time: when that was recorded
 * @end_cpu: where
 * @line: where it is printed if it has a file of its own, or NULL
 */
struct task {
	struct task	*next;
	int		pid;
	int		tgid;
	struct task	*other;
	struct task	**place;
	unsigned long long begin;
	char		comm[NAME_LEN];
	int		abi;
	int		nr;
	const char	*call;
	bool		is_new;
	bool		is_split;
	bool		is_missed;
	bool		has_ended;
	int		status;
	bool		is_final;
	unsigned long long end_time;
	int		end_cpu;
	struct line	*line;
};

struct task *task_find(int pid);
struct task *task_get(int pid);
void task_set_tgid(struct task *task, int tgid);
void task_end(struct task *task);
size_t tasks_alive(void);
bool tasks_run(void);
void tasks_visit(void (*visit)(struct task *task));
void tasks_visit_some(void (*visit)(struct task *task), size_t most);
bool task_has_threads(const struct task *leader);
bool task_threads_run(const struct task *leader);

#endif /* _SCTRACE_TASKS_H */
