// SPDX-License-Identifier: GPL-2.0
/*
 * The system call tracer as a module: in which order its parts begin and end.
 */
#include <linux/module.h>

#include "module.h"

static int __init syscall_tracer_init(void)
{
	int ret;

	ret = address_init();
	if (ret)
		return ret;
	ret = check_kernel() ?: user_prepare();
	if (ret)
		return ret;
	ret = tasks_start(&user_hooks);
	if (ret)
		return ret;
	ret = redirect_start(&user_hooks);
	if (ret)
		goto stop_tasks;
	ret = user_start();
	if (ret)
		goto stop_redirects;

	return 0;

stop_redirects:
	tasks_unmark_all();
	redirect_stop();
stop_tasks:
	tasks_stop();
	redirect_wait();
	user_end();
	tasks_free();

	return ret;
}

static void __exit syscall_tracer_exit(void)
{
	user_stop();
	tasks_unmark_all();
	redirect_stop();
	tasks_stop();
	redirect_wait();
	user_end();
	tasks_free();
}

module_init(syscall_tracer_init);
module_exit(syscall_tracer_exit);
MODULE_DESCRIPTION("System call tracer");
MODULE_LICENSE("GPL");
