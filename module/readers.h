/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who reads the trace, and how far: so lines can say which calls are missing.
 */
#ifndef _MODULE_READERS_H
#define _MODULE_READERS_H

#include <linux/types.h>

struct file;
struct instance;
struct syscall_trace_ended;
struct trace_iterator;

void readers_add(struct instance *inst, struct file *file);
void readers_remove(const struct file *file);
void readers_stop(void);
void readers_look_at_buffer(struct instance *inst);
u32 readers_find_lost(struct trace_iterator *iter);
int readers_find_before(struct trace_iterator *iter, struct syscall_trace_ended *ended);
void readers_pass_ended(struct trace_iterator *iter);
void readers_show(struct trace_iterator *iter);
void readers_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq);

#endif /* _MODULE_READERS_H */
