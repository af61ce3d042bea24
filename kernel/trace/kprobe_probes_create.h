/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file kprobe_probes: how the event of a line is created.
 */
#ifndef _TRACE_KPROBE_PROBES_CREATE_H
#define _TRACE_KPROBE_PROBES_CREATE_H

struct kprobe_probes_line;
struct syscall_trace_fault;

int kprobe_probes_create(struct kprobe_probes_line *line, char *buf,
			 struct syscall_trace_fault *fault);

#endif /* _TRACE_KPROBE_PROBES_CREATE_H */
