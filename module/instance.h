/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instances of the tracer: each belongs to a trace instance of the kernel.
 */
#ifndef _MODULE_INSTANCE_H
#define _MODULE_INSTANCE_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/trace_events.h>

#include "tracer/instance.h"
#include "tracer/loss/tally.h"

/*
 * What struct array_buffer begins with, which is in struct trace_array. A snapshot gives the
 * instance another buffer. array_place.c looks where it is.
 */
struct instance_buffer {
	struct trace_array	*tr;
	struct trace_buffer	*buffer;
};

/**
 * struct instance - an instance of the tracer
 * @trace: what the tracer keeps
 * @buffer: the ring buffer, in the memory of the trace array
 * @file: the event by which the trace array records calls
 * @list: links all
 * @name: that of the trace array; NULL: it is the first one
 * @files: the control files
 * @ref: who uses it
 * @starts_process: the event is to begin as the process tracer does
 * @refused: it has refused a trigger just now
 * @refused_other: what it refused was a trigger of another event; guarded by borrow_event_mutex
 * @pids: the lists of pids for events by which its tasks were chosen
 * @pipe: what readers of trace_pipe have read
 * @last_read: the ring buffer that was there when somebody read last; guarded by syscall_tally_lock
 */
struct instance {
	struct syscall_trace_instance	trace;
	struct instance_buffer		*buffer;
	struct trace_event_file		*file;
	struct list_head		list;
	char				*name;
	struct list_head		files;
	struct kref			ref;
	bool				starts_process;
	bool				refused;
	bool				refused_other;
	struct trace_pid_list		*pids[2];
	struct syscall_trace_tally	pipe;
	const struct trace_buffer	*last_read;
};

static __always_inline struct instance *instance_of(const struct syscall_trace_instance *inst)
{
	return container_of(inst, struct instance, trace);
}

extern struct list_head instances;

struct instance *instance_find(const char *name);
struct instance *instance_of_array(const struct trace_event_file *file);
struct instance *instance_of_trace(const void *array);
void instance_hold(struct instance *inst);
void instance_drop(struct instance *inst);
int instance_get(void *data);
void instance_put(void *data);
void instance_log_err(void *data, const char *name, const char *text, const char **errors, u8 error,
		      u16 pos);

#endif /* _MODULE_INSTANCE_H */
