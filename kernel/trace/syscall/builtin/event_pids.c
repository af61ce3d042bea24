// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the lists of pids that choose tasks for events choose them for calls, too.
 */
#include <linux/cleanup.h>
#include <linux/mutex.h>

#include "../../trace.h"
#include "../choose/tasks.h"
#include "../instances.h"

/**
 * syscall_trace_pids_changed - set_event_pid or set_event_notrace_pid were written, or cleared
 * @cleared: cleared, as they are for a moment when they are opened to be written anew: nobody has
 *	     to see yet which calls all of the tasks are in
 *
 * Context: task context, may sleep.
 */
void syscall_trace_pids_changed(bool cleared)
{
	guard(mutex)(&trace_types_lock);
	/* Whatever this fails to watch it has failed before. */
	if (syscall_trace_chooses_tasks())
		syscall_trace_find_tasks(!cleared);
}
