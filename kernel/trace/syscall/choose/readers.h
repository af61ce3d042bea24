/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: processes that read the trace of an instance. trace.h includes this header.
 */
#ifndef _SYSCALL_READERS_H
#define _SYSCALL_READERS_H

struct file;
struct syscall_trace_instance;
struct syscall_trace_tasks;

void syscall_trace_note_reader(struct syscall_trace_instance *inst, const struct file *file);
void syscall_trace_forget_readers(struct syscall_trace_instance *inst, const struct file *file);
void syscall_trace_free_readers(struct syscall_trace_tasks *tasks);

#endif /* _SYSCALL_READERS_H */
