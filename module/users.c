// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that get another user. There is no tracepoint for that, so calls of commit_creds() are
 * seen while somebody wants to know.
 */
#include <linux/ftrace.h>
#include <linux/syscall_trace.h>

#include "called.h"
#include "users.h"

/* It is looked at when the task returns to user space: then it has the new user. */
static void notrace user_changes(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
				 struct ftrace_regs *regs)
{
	__syscall_trace_cred_changed();
}

static struct ftrace_ops changes = {
	.func	= user_changes,
	.flags	= FTRACE_OPS_FL_PERMANENT,
};

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
		return called_watch(&changes, "commit_creds");
	called_unwatch(&changes);

	return 0;
}
