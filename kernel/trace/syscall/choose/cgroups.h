/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: lists of cgroups, by which instances choose tasks.
 */
#ifndef _SYSCALL_CGROUPS_H
#define _SYSCALL_CGROUPS_H

struct cgroup;
struct syscall_trace_cgroups;

#ifdef CONFIG_CGROUPS
void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups);
struct cgroup *syscall_trace_get_cgroup(const struct syscall_trace_cgroups *cgroups,
					unsigned int i);
void syscall_trace_replace_cgroup(struct syscall_trace_cgroups *cgroups, struct cgroup *made);
void syscall_trace_find_cgroups(struct syscall_trace_cgroups *cgroups);
#else
static inline void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups) { }
static inline void syscall_trace_find_cgroups(struct syscall_trace_cgroups *cgroups) { }
#endif

#endif /* _SYSCALL_CGROUPS_H */
