/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions and variables of the kernel that are not exported to modules, as the tracer calls them.
 */
#ifndef _MODULE_BORROW_H
#define _MODULE_BORROW_H

#include <linux/sched.h>
#include <linux/types.h>

#include "compat.h"

struct trace_array;
struct trace_buffer;
struct trace_event_file;
struct trace_iterator;
struct trace_pid_list;

/* kernel/trace/trace.h */
#define BORROW_RECORD_CMDLINE	1	/* TRACE_RECORD_CMDLINE */

struct trace_pid_list *trace_pid_list_alloc(void);
void trace_pid_list_free(struct trace_pid_list *list);
bool trace_pid_list_is_set(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_set(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_clear(struct trace_pid_list *list, unsigned int pid);
int trace_pid_list_first(struct trace_pid_list *list, unsigned int *pid);
int trace_pid_list_next(struct trace_pid_list *list, unsigned int pid, unsigned int *next);
bool trace_ignore_this_task(struct trace_pid_list *these, struct trace_pid_list *none_of_these,
			    struct task_struct *task);
void trace_find_cmdline(int pid, char comm[]);
int trace_find_tgid(int pid);
int trace_print_context(struct trace_iterator *iter);
void tracing_record_taskinfo(struct task_struct *task, int flags);
void tracing_log_err(struct trace_array *tr, const char *loc, const char *cmd, const char **errs,
		     u8 type, u16 pos);
int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable);
int trace_event_trigger_enable_disable(struct trace_event_file *file, int trigger_enable);
bool ring_buffer_record_is_set_on(struct trace_buffer *buffer);
void tracer_tracing_off(struct trace_array *tr);

/* Notes that names of tasks are to be saved. */
extern bool __percpu *borrow_taskinfo_save;

/* Readers that dump the trace to the kernel log have this. */
extern char *borrow_static_temp_buf;

/* tasklist_lock is not exported, but a macro cannot have the name of what it leads to. */
extern rwlock_t *borrow_tasklist_lock;
#define tasklist_lock	(*borrow_tasklist_lock)

/* The kernel enables and disables events with this held. */
extern struct mutex *borrow_event_mutex;

int borrow_start(void);

/* probes.c */
int probe_register_prio(const char *name, void *probe, void *data, int prio);
void probe_unregister(const char *name, void *probe, void *data);

#endif /* _MODULE_BORROW_H */
