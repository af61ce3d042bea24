// SPDX-License-Identifier: GPL-2.0
/*
 * Which tasks are about to execute a program, and may get another pid by that. Kernels like 6.1
 * have no tracepoint there.
 */
#include <linux/binfmts.h>
#include <linux/kprobes.h>

#include "../compat.h"

static old_exec_probe exec_probe;
static void *exec_data;

static int exec_begins(struct kprobe *kprobe, struct pt_regs *regs)
{
	exec_probe(exec_data, current,
		   (struct linux_binprm *)regs_get_kernel_argument(regs, 0));

	return 0;
}

static struct kprobe exec_kprobe;

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
	exec_kprobe = (struct kprobe) {
		.symbol_name	= "begin_new_exec",
		.pre_handler	= exec_begins,
	};

	return register_kprobe(&exec_kprobe);
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
	unregister_kprobe(&exec_kprobe);
}
