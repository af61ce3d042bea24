// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that get another user. There is no tracepoint for that, so commit_creds() has a probe while
 * somebody wants to know.
 */
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/syscall_trace.h>

#include "users.h"

static struct kprobe probe;

/* It is looked at when the task returns to user space: then it has the new user. */
static int user_changes(struct kprobe *this, struct pt_regs *regs)
{
	__syscall_trace_cred_changed();

	return 0;
}

static int begin(void)
{
	int ret;

	/* What the last one left in it would be refused. */
	probe = (struct kprobe) { .symbol_name = "commit_creds", .pre_handler = user_changes };
	ret = register_kprobe(&probe);
	if (ret)
		pr_err("syscall_tracer: a probe of commit_creds() failed: %d\n", ret);

	return ret;
}

/**
 * users_watch - call __syscall_trace_cred_changed() in tasks that get another user, or not any more
 * @on: begin, or end
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int users_watch(bool on)
{
	if (on)
		return begin();
	unregister_kprobe(&probe);

	return 0;
}
