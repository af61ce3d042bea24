// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of the kernel, where it has no tracepoint: who calls them is told. That is by ftrace,
 * which cannot be switched off while the module is there. Kprobes can.
 */
#include <linux/ftrace.h>
#include <linux/printk.h>

#include "called.h"
#include "module.h"

/* Let the next called_watch() begin anew. Kernels leave what they have freed where it was. */
static void forget_filter(struct ftrace_ops *ops)
{
	ftrace_free_filter(ops);
	RCU_INIT_POINTER(ops->func_hash->filter_hash, NULL);
	RCU_INIT_POINTER(ops->func_hash->notrace_hash, NULL);
}

/**
 * called_watch - let a function be called before one of the kernel's
 * @ops: which one; FTRACE_OPS_FL_PERMANENT is among its flags
 * @function: the name of the kernel's
 *
 * Context: task context, may sleep.
 * Return: 0 or an error, which is in the log.
 */
int called_watch(struct ftrace_ops *ops, const char *function)
{
	int ret = ftrace_set_filter_ip(ops, address_of(function), 0, 0);

	if (!ret)
		ret = register_ftrace_function(ops);
	if (!ret)
		return 0;
	forget_filter(ops);
	pr_err("syscall_tracer: calls of %s() cannot be seen: %d\n", function, ret);

	return ret;
}

/**
 * called_unwatch - end that
 * @ops: as before. Its function does not run any more afterwards
 *
 * Context: task context, may sleep.
 */
void called_unwatch(struct ftrace_ops *ops)
{
	unregister_ftrace_function(ops);
	forget_filter(ops);
}
