/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: option syscall_batch. Records wait in a block of their CPU, and go into
 * the ring buffer together. Only the built-in tracer has blocks (builtin/batch.c). Another home
 * of the tracer has these functions, too: they do nothing there, and an instance has no @batch.
 */
#ifndef _SYSCALL_BATCH_H
#define _SYSCALL_BATCH_H

struct pt_regs;
struct syscall_trace_clip;
struct syscall_trace_contents;
struct syscall_trace_instance;
struct syscall_trace_task;

/* What became of a record that was to be put into a block. */
enum syscall_trace_put {
	SYSCALL_TRACE_NOT_PUT,	/* it has to go to the ring buffer */
	SYSCALL_TRACE_PUT,
	SYSCALL_TRACE_DROPPED,	/* recording is off */
};

/* batch.c */
enum syscall_trace_put
syscall_trace_batch_one(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
			int type, unsigned int context, const struct syscall_trace_contents *what,
			unsigned int size, const struct syscall_trace_clip *clip);
void syscall_trace_flush_here(struct syscall_trace_instance *inst);
int syscall_trace_update_batches(void);
void syscall_trace_leave_batch(struct syscall_trace_instance *inst);

/* batched.c; without blocks, this is syscall_trace_write_everywhere(). */
void syscall_trace_write_batched(struct syscall_trace_task *task, struct pt_regs *regs, long ret);

#endif /* _SYSCALL_BATCH_H */
