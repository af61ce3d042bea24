/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where syscall-report gets its records from: a trace.dat of trace-cmd, or a folder
 * with files of tracefs. Nothing in them is trusted.
 */
#ifndef _REPORT_SOURCE_H
#define _REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the name of a task at most, with its NUL: TASK_COMM_LEN of the kernel. */
#define NAME_LEN	16

struct source;

/* Bytes of struct syscall_trace_head. */
#define RECORD_HEAD_SIZE	16

/* What a record is about. */
enum record_type {
	RECORD_ENTER,
	RECORD_EXIT,
	RECORD_TASK,
	RECORD_OTHER,
};

/**
 * struct record - one record of a CPU
 * @type: enum record_type
 * @id: the kernel's number of that
 * @cpu: the CPU
 * @pid: the task
 * @flags: of the context, as the kernel has them
 * @preempt_count: likewise
 * @time: in units of the trace clock
 * @missing: how many records were lost before this one; -1: some
 * @data: all of it
 * @size: bytes of @data
 * @head: where what the tracer records begins: struct syscall_trace_head, or the
 *	  event of a RECORD_TASK
 * @ret: where the result of a RECORD_EXIT is
 * @args: where what follows the fixed part begins
 *
 * Unless it is a RECORD_OTHER, the three places are within @data, behind one another,
 * each behind all that is at the one before: the head has RECORD_HEAD_SIZE bytes and the
 * result 8, the event of a RECORD_TASK and what is at its @ret have 4.
 */
struct record {
	enum record_type	type;
	int			id;
	int			cpu;
	int			pid;
	unsigned int		flags;
	unsigned int		preempt_count;
	unsigned long long	time;
	long long		missing;
	const void		*data;
	size_t			size;
	size_t			head;
	size_t			ret;
	size_t			args;
};

struct source *source_open(const char *path, const char *instance, bool plugins);
void source_close(struct source *src);

/* How many CPUs there are, and how many of them were running. */
int source_cpus(const struct source *src);
int source_online(const struct source *src);

/*
 * The next record of a CPU, or NULL. It is there until source_advance() goes to the
 * one behind it. After source_rewind(), all are there again.
 */
const struct record *source_peek(struct source *src, int cpu);
void source_advance(struct source *src, int cpu);
void source_rewind(struct source *src);

/* What was found to be wrong on the way, and has been told. */
unsigned int source_damages(const struct source *src);

/*
 * The text of a file of tracefs, by its name there, or NULL if it was not saved; and
 * all that per_cpu/cpu*\/stats say.
 */
char *source_setting(struct source *src, const char *name);
char *source_stats(struct source *src);

/* The name of a task, and its process, or 0. */
const char *source_comm(struct source *src, int pid);
int source_tgid(const struct source *src, int pid);

/*
 * The text of a RECORD_OTHER as the kernel would have it behind the time, as far as
 * libtraceevent knows; NULL if it does not know such records. It may end in a newline,
 * and is overwritten by the next one.
 */
const char *source_text(struct source *src, const struct record *rec);

#endif /* _REPORT_SOURCE_H */
