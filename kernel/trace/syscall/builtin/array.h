/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the trace array that an instance of the built-in tracer is part of.
 */
#ifndef _SYSCALL_ARRAY_H
#define _SYSCALL_ARRAY_H

#include "../../trace.h"

static inline struct trace_array *syscall_trace_array(const struct syscall_trace_instance *inst)
{
	return container_of(inst, struct trace_array, syscall_trace);
}

void syscall_trace_record_tgid(struct trace_array *tr, bool on);
void syscall_trace_update_company(struct trace_array *tr, u32 trace_flags);

#endif /* _SYSCALL_ARRAY_H */
