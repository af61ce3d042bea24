/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Before each file that the module shares with the tracer that is built in: how a probe is
 * registered. The kernel does not export most tracepoints, but tells their names.
 */
#ifndef _MODULE_SHARED_H
#define _MODULE_SHARED_H

#include <trace/events/cgroup.h>
#include <trace/events/sched.h>
#include <trace/events/signal.h>
#include <trace/events/task.h>

#include "borrow.h"

#define shared_register_prio(name, function, data, prio)		\
({									\
	typeof(&(function)) shared_probe = (function);			\
									\
	check_trace_callback_type_##name(shared_probe);			\
	probe_register_prio(#name, (void *)shared_probe, data, prio);	\
})

/*
 * A probe that takes what kernels like 6.12 pass on. Where the kernel passes more, or as another
 * type, the same is in the same registers.
 */
#define shared_register_as(name, function, data, prio, types...)	\
({									\
	void (*shared_probe)(types) = (function);			\
									\
	probe_register_prio(#name, (void *)shared_probe, data, prio);	\
})

#define shared_register(name, function, data)				\
	shared_register_prio(name, function, data, TRACEPOINT_DEFAULT_PRIO)

#define shared_unregister(name, function, data)				\
	probe_unregister(#name, (void *)(function), data)

#define register_trace_cgroup_attach_task(probe, data) \
	shared_register(cgroup_attach_task, probe, data)
#define register_trace_cgroup_mkdir(probe, data) \
	shared_register(cgroup_mkdir, probe, data)
#define register_trace_prio_task_newtask(probe, data, prio) \
	shared_register_as(task_newtask, probe, data, prio,	\
			   void *, struct task_struct *, unsigned long)
#define register_trace_sched_process_exec(probe, data) \
	shared_register(sched_process_exec, probe, data)
#define register_trace_sched_process_exit(probe, data) \
	shared_register_as(sched_process_exit, probe, data, TRACEPOINT_DEFAULT_PRIO,	\
			   void *, struct task_struct *)
#define register_trace_sched_process_fork(probe, data) \
	shared_register(sched_process_fork, probe, data)
#define register_trace_sched_switch(probe, data) \
	shared_register(sched_switch, probe, data)
#define register_trace_signal_deliver(probe, data) \
	shared_register(signal_deliver, probe, data)
#define register_trace_signal_generate(probe, data) \
	shared_register(signal_generate, probe, data)
#define register_trace_task_newtask(probe, data) \
	register_trace_prio_task_newtask(probe, data, TRACEPOINT_DEFAULT_PRIO)
#define register_trace_task_rename(probe, data) \
	shared_register(task_rename, probe, data)

#define unregister_trace_cgroup_attach_task(probe, data) \
	shared_unregister(cgroup_attach_task, probe, data)
#define unregister_trace_cgroup_mkdir(probe, data) \
	shared_unregister(cgroup_mkdir, probe, data)
#define unregister_trace_sched_process_exec(probe, data) \
	shared_unregister(sched_process_exec, probe, data)
#define unregister_trace_sched_process_exit(probe, data) \
	shared_unregister(sched_process_exit, probe, data)
#define unregister_trace_sched_process_fork(probe, data) \
	shared_unregister(sched_process_fork, probe, data)
#define unregister_trace_sched_switch(probe, data) \
	shared_unregister(sched_switch, probe, data)
#define unregister_trace_signal_deliver(probe, data) \
	shared_unregister(signal_deliver, probe, data)
#define unregister_trace_signal_generate(probe, data) \
	shared_unregister(signal_generate, probe, data)
#define unregister_trace_task_newtask(probe, data) \
	shared_unregister(task_newtask, probe, data)
#define unregister_trace_task_rename(probe, data) \
	shared_unregister(task_rename, probe, data)

#ifdef COMPAT_IS_OLD
#define register_trace_sched_prepare_exec(probe, data)		old_watch_exec(probe, data)
#define unregister_trace_sched_prepare_exec(probe, data)	old_unwatch_exec(probe, data)
#else
#define register_trace_sched_prepare_exec(probe, data) \
	shared_register(sched_prepare_exec, probe, data)
#define unregister_trace_sched_prepare_exec(probe, data) \
	shared_unregister(sched_prepare_exec, probe, data)
#endif

#endif /* _MODULE_SHARED_H */
