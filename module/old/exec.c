// SPDX-License-Identifier: GPL-2.0
/*
 * Which threads are about to execute a program, and get another pid by that, or end. Kernels like
 * 6.1 have no tracepoint there. begin_new_exec() is too early: it may still refuse the program, and
 * then the thread lives on.
 */
#include <linux/ftrace.h>
#include <linux/sched/signal.h>

#include "../called.h"
#include "../compat.h"

static old_exec_probe exec_probe;
static void *exec_data;

static void notrace exec_begins(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				struct ftrace_regs *regs)
{
	/* Who ends a process calls the same function. */
	if (READ_ONCE(current->signal->group_exec_task) == current)
		exec_probe(exec_data, current, NULL);
}

static struct ftrace_ops exec_ops = {
	.func	= exec_begins,
	.flags	= FTRACE_OPS_FL_PERMANENT,
};

/**
 * old_watch_exec - let a function be called before a thread executes a program, and others end
 * @probe: the function. It is called as a probe of a tracepoint is, but without the program, and
 *	   with the lock of the process's signals held. There is one at a time
 * @data: its first argument
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int old_watch_exec(old_exec_probe probe, void *data)
{
	exec_probe = probe;
	exec_data = data;

	return called_watch(&exec_ops, "zap_other_threads");
}

/**
 * old_unwatch_exec - end that
 * @probe: the function, which does not run any more afterwards
 * @data: its first argument
 *
 * Context: task context, may sleep.
 */
void old_unwatch_exec(old_exec_probe probe, void *data)
{
	called_unwatch(&exec_ops);
}
