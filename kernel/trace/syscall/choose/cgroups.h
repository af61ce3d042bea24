/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: lists of cgroups, by which instances choose tasks.
 */
#ifndef _SYSCALL_CGROUPS_H
#define _SYSCALL_CGROUPS_H

struct cgroup;
struct syscall_trace_cgroups;

#ifdef CONFIG_CGROUPS
struct syscall_trace_cgroups *syscall_trace_alloc_cgroups(unsigned int nr);
void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups);
void syscall_trace_add_cgroup(struct syscall_trace_cgroups *cgroups, struct cgroup *cgroup);
void syscall_trace_add_cgroups(struct syscall_trace_cgroups *to,
			       const struct syscall_trace_cgroups *from);
struct cgroup *syscall_trace_get_cgroup(const struct syscall_trace_cgroups *cgroups,
					unsigned int i);
void syscall_trace_replace_cgroups(struct cgroup *made);
void syscall_trace_find_cgroups(void);
#else
static inline void syscall_trace_free_cgroups(struct syscall_trace_cgroups *cgroups) { }
static inline void syscall_trace_find_cgroups(void) { }
#endif

#endif /* _SYSCALL_CGROUPS_H */
