/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Before each file that the module shares with the tracer that is built in: how a probe is registered. The
 * kernel does not export most tracepoints, but tells their names.
 */
#ifndef _MODULE_SHARED_H
#define _MODULE_SHARED_H

#include <trace/events/cgroup.h>
#include <trace/events/sched.h>
#include <trace/events/signal.h>
#include <trace/events/task.h>

#include "borrow.h"

#define shared_register(name, probe)					\
({									\
	check_trace_callback_type_##name(probe);			\
	probe_register(#name, (void *)(probe));				\
})

#define register_trace_cgroup_attach_task(probe, data)	shared_register(cgroup_attach_task, probe)
#define register_trace_sched_prepare_exec(probe, data)	shared_register(sched_prepare_exec, probe)
#define register_trace_sched_process_exec(probe, data)	shared_register(sched_process_exec, probe)
#define register_trace_sched_process_exit(probe, data)	shared_register(sched_process_exit, probe)
#define register_trace_sched_process_fork(probe, data)	shared_register(sched_process_fork, probe)
#define register_trace_sched_switch(probe, data)	shared_register(sched_switch, probe)
#define register_trace_signal_deliver(probe, data)	shared_register(signal_deliver, probe)
#define register_trace_signal_generate(probe, data)	shared_register(signal_generate, probe)
#define register_trace_task_newtask(probe, data)	shared_register(task_newtask, probe)
#define register_trace_task_rename(probe, data)		shared_register(task_rename, probe)

#define unregister_trace_cgroup_attach_task(probe, data) \
	probe_unregister("cgroup_attach_task", (void *)(probe))
#define unregister_trace_sched_prepare_exec(probe, data) \
	probe_unregister("sched_prepare_exec", (void *)(probe))
#define unregister_trace_sched_process_exec(probe, data) \
	probe_unregister("sched_process_exec", (void *)(probe))
#define unregister_trace_sched_process_exit(probe, data) \
	probe_unregister("sched_process_exit", (void *)(probe))
#define unregister_trace_sched_process_fork(probe, data) \
	probe_unregister("sched_process_fork", (void *)(probe))
#define unregister_trace_sched_switch(probe, data)	\
	probe_unregister("sched_switch", (void *)(probe))
#define unregister_trace_signal_deliver(probe, data)	\
	probe_unregister("signal_deliver", (void *)(probe))
#define unregister_trace_signal_generate(probe, data)	\
	probe_unregister("signal_generate", (void *)(probe))
#define unregister_trace_task_newtask(probe, data)	\
	probe_unregister("task_newtask", (void *)(probe))
#define unregister_trace_task_rename(probe, data)	\
	probe_unregister("task_rename", (void *)(probe))

#endif /* _MODULE_SHARED_H */
