/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A record of a trace. Nothing in it is trusted.
 */
#ifndef _RECORDS_RECORD_H
#define _RECORDS_RECORD_H

#include <stddef.h>

/* The size of a task's longest name with its NUL: TASK_COMM_LEN of the kernel. */
#define NAME_LEN	16

/* The tracer's records, and all others. */
enum record_type {
	RECORD_CALL,
	RECORD_ENTER,
	RECORD_EXIT,
	RECORD_TASK,
	RECORD_OTHER,
};

/**
 * struct record - one record of a CPU
 * @type: enum record_type
 * @id: the kernel's number of that type
 * @cpu: the CPU
 * @pid: the task
 * @flags: the flags of the context, as the kernel has them
 * @preempt_count: the kernel's preempt_count
 * @time: in units of the trace clock
 * @missing: the number of records lost before this one; -1: some
 * @data: the bytes of the record
 * @size: the number of these bytes
 * @head: the offset of struct syscall_trace_head, or of the event of a RECORD_TASK
 * @rest: the offset of what follows the fixed part
 * @other: of a RECORD_TASK that tells of another task, the number by which it is to be shown; 0: as
 *	   it was recorded
 *
 * In a RECORD_OTHER, both offsets mean nothing. In other records they are within @data. In
 * a RECORD_TASK, an event, a value and the number of a call of 4 bytes each are between them.
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
	size_t			rest;
	int			other;
};

#endif /* _RECORDS_RECORD_H */
