// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: takes a function as a livepatch does, or as a BPF program does.
 *
 * function=NAME of what is taken; livepatch=0 or 1
 */
#include <linux/ftrace.h>
#include <linux/module.h>

#include "compat.h"

static char *function = "ptrace_notify";
module_param(function, charp, 0444);
static bool livepatch;
module_param(livepatch, bool, 0444);

/* Lets the function run: it returns and changes no register. */
static noinline void notrace hold_stub(void)
{
}

static void notrace run_it(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
			   struct ftrace_regs *regs)
{
}

static struct ftrace_ops ops;

static int __init hold_init(void)
{
	int ret;

	if (livepatch) {
		ops.func = run_it;
		ops.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_IPMODIFY;
	}
	ret = ftrace_set_filter(&ops, function, strlen(function), 0);
	if (ret)
		return ret;
	ret = livepatch ? register_ftrace_function(&ops) :
			  compat_register_direct(&ops, (unsigned long)hold_stub);
	if (ret)
		ftrace_free_filter(&ops);

	return ret;
}

static void __exit hold_exit(void)
{
	if (livepatch)
		unregister_ftrace_function(&ops);
	else
		compat_unregister_direct(&ops, (unsigned long)hold_stub);
}

module_init(hold_init);
module_exit(hold_exit);
MODULE_DESCRIPTION("Takes a function, for tests");
MODULE_LICENSE("GPL");
