// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the home of the built-in tracer: its instances begin, end and change with
 * trace arrays.
 */
#include "../../trace.h"
#include "../home.h"
#include "../instances.h"
#include "../copy_limits.h"
#include "../loss/losses.h"
#include "../options.h"
#include "../setup.h"
#include "../tracefs/file.h"
#include "array.h"
#include "before.h"
#include "names.h"

/**
 * syscall_trace_init_instance - prepare a new trace instance
 * @tr: the instance
 *
 * Context: any; @tr is not visible to anybody yet.
 */
void syscall_trace_init_instance(struct trace_array *tr)
{
	syscall_trace_init(&tr->syscall_trace);
}

/**
 * syscall_trace_free_instance - free what belongs to a trace instance
 * @tr: the instance, which does not trace any more and has no files
 *
 * Context: task context, may sleep.
 */
void syscall_trace_free_instance(struct trace_array *tr)
{
	syscall_trace_free_pipe(&tr->syscall_trace.losses);
	syscall_trace_free(&tr->syscall_trace);
	syscall_trace_free_names(tr);
}

/**
 * syscall_trace_buffer_changed - the largest record of a ring buffer has another size
 *
 * Context: task context, may sleep.
 */
void syscall_trace_buffer_changed(void)
{
	guard(mutex)(&trace_types_lock);
	syscall_trace_update_limits();
}

/* ---------------------------- as home.h says ------------------------------ */

static bool wants_tgid(const struct trace_array *tr)
{
	return (tr->trace_flags & TRACE_ITER_RECORD_TGID) ||
	       syscall_trace_option(SYSCALL_TRACE_OPT_JSON);
}

void syscall_home_begin(struct syscall_trace_instance *inst)
{
	struct trace_array *tr = syscall_trace_array(inst);

	/* Lines begin with the name of the task. */
	tracing_start_cmdline_record();
	syscall_trace_begin_names(tr);
	syscall_trace_record_tgid(tr, wants_tgid(tr));
}

void syscall_home_end(struct syscall_trace_instance *inst)
{
	syscall_trace_record_tgid(syscall_trace_array(inst), false);
	tracing_stop_cmdline_record();
}

void syscall_home_begin_calls(struct syscall_trace_instance *inst)
{
	struct trace_array *tr = syscall_trace_array(inst);

	syscall_trace_update_company(tr, tr->trace_flags);
}

void syscall_home_options_changed(struct syscall_trace_instance *inst)
{
	struct trace_array *tr = syscall_trace_array(inst);

	syscall_trace_record_tgid(tr, wants_tgid(tr));
}

void syscall_home_watch(bool calls, bool tracing)
{
	syscall_trace_watch(calls);
	syscall_trace_watch_names(tracing);
}

void syscall_home_log_err(struct syscall_trace_instance *inst, const char *tracer,
			  const char **errors)
{
	tracing_log_err(syscall_trace_array(inst), SYSCALL_HOME_TRACER, tracer, errors, 0, 0);
}
