// SPDX-License-Identifier: GPL-2.0
/*
 * Which tasks are about to execute a program, and may get another pid by that. Kernels like 6.1
 * have no tracepoint there.
 */
#include <linux/binfmts.h>
#include <linux/ftrace.h>

#include "../called.h"
#include "../compat.h"

static old_exec_probe exec_probe;
static void *exec_data;

static void notrace exec_begins(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				struct ftrace_regs *regs)
{
	exec_probe(exec_data, current,
		   (struct linux_binprm *)regs_get_kernel_argument(&regs->regs, 0));
}

static struct ftrace_ops exec_ops = {
	.func	= exec_begins,
	.flags	= FTRACE_OPS_FL_PERMANENT,
};

/**
 * old_watch_exec - let a function be called before a task executes a program
 * @probe: the function. It is called as a probe of a tracepoint is. There is one at a time
 * @data: its first argument
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int old_watch_exec(old_exec_probe probe, void *data)
{
	exec_probe = probe;
	exec_data = data;

	return called_watch(&exec_ops, "begin_new_exec");
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
