// SPDX-License-Identifier: GPL-2.0
/*
 * The functions of the kernel that are redirected, and what their stubs call. Those at the
 * beginning of a call are in enter_called.c or enter_inlined.c.
 *
 * A traced task has SYSCALL_WORK_SYSCALL_EXIT_TRAP, so that the end of each call gets to
 * user_single_step_report(), unless the kernel gets elsewhere by itself:
 *
 * - If the task has an audit context, to __audit_syscall_exit(). There it may sleep, so a task
 *   that has looked at its bits is not sure to get to user_single_step_report() soon. But it has
 *   to do so before the module is gone, because without it that function kills the task. So the
 *   bit is only for tasks that cannot sleep in between.
 * - If ptrace wants to see the end, to ptrace_notify(). That would not be if the bit was set.
 *
 * ptrace_resume() clears the bit, in a task that stands still. The first that the task does then
 * is to call cgroup_leave_frozen(), where tasks_arm() puts everything right again.
 */
#include <linux/entry-common.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include "enter.h"
#include "lend.h"
#include "module.h"
#include "tell.h"

/* What the stubs know by numbers. */
static_assert(PTRACE_EVENTMSG_SYSCALL_ENTRY == REDIRECT_MESSAGE_ENTRY);
static_assert(PTRACE_EVENTMSG_SYSCALL_EXIT == REDIRECT_MESSAGE_EXIT);
static_assert(!((SYSCALL_WORK_ENTER | SYSCALL_WORK_EXIT) & (REDIRECT_MARKED | REDIRECT_AUDITED)));

static struct redirect {
	const char *function;
	void (*stub)(void);
	struct ftrace_ops ops;
} redirects[] = {
	{ .function = "user_single_step_report", .stub = redirect_stub_step },
	{ .function = "ptrace_notify", .stub = redirect_stub_notify },
	{ .function = "__audit_syscall_exit", .stub = redirect_stub_audit },
	{ .function = "cgroup_leave_frozen", .stub = redirect_stub_resumed },
	ENTER_REDIRECTS
};

/* A call ends. */
static __always_inline void end_call(struct pt_regs *regs)
{
	if (!redirect_is_marked(current))
		return;
	tell_exit(regs);
	lend_again();
}

/*
 * Before user_single_step_report(), or in place of it. Returns whether it is to run: if a debugger
 * steps. If ptrace is to be told the end, the debugger is just ending: see tasks.c.
 */
bool redirect_step(struct pt_regs *regs)
{
	end_call(regs);

	return test_thread_flag(TIF_SINGLESTEP);
}

/*
 * Before ptrace_notify(). An event has a message of its own, which may be the same number. What the
 * debugger makes of the registers is another call only before the kernel executes it, which it does
 * not do with SYSEMU.
 */
void redirect_notify(int exit_code, unsigned long message)
{
	unsigned long work = READ_ONCE(*redirect_work(current));
	int event = exit_code >> 8;
	bool before = event ? event == PTRACE_EVENT_SECCOMP : message == REDIRECT_MESSAGE_ENTRY;

	if (!(work & REDIRECT_MARKED))
		return;
	if (!event && !before)
		end_call(current_pt_regs());
	else
		tell_stop(current_pt_regs(), before && !(work & SYSCALL_WORK_SYSCALL_EMU));
}

/* Before __audit_syscall_exit() */
void redirect_audit(void)
{
	end_call(current_pt_regs());
}

/* Before cgroup_leave_frozen(): a debugger has let the task go on. */
void redirect_resumed(void)
{
	lend_again();
	tasks_arm(current);
	if (redirect_is_marked(current))
		tell_resume(current_pt_regs());
}

static void notrace do_nothing(unsigned long ip, unsigned long parent, struct ftrace_ops *ops,
			       struct ftrace_regs *regs)
{
}

/* While this is registered, nobody can switch ftrace off. */
static struct ftrace_ops holder = {
	.func	= do_nothing,
	.flags	= FTRACE_OPS_FL_PERMANENT,
};

/*
 * Until all functions are redirected: what is registered while ftrace is switched off redirects
 * nothing, and the kernel cannot take it back.
 */
static int hold_ftrace(void)
{
	int ret = ftrace_set_filter_ip(&holder, address_of("cgroup_leave_frozen"), 0, 0);

	if (ret)
		return redirect_refuse("cgroup_leave_frozen", "ftrace cannot trace it");
	ret = register_ftrace_function(&holder);
	if (!ret)
		return 0;
	ftrace_free_filter(&holder);
	if (ret == -EBUSY)
		return redirect_refuse(ENTER_NAME, "kernel.ftrace_enabled is 0");
	pr_err("syscall_tracer: ftrace cannot be used: %d\n", ret);

	return ret;
}

static void let_go_of_ftrace(void)
{
	unregister_ftrace_function(&holder);
	ftrace_free_filter(&holder);
}

static int add_redirect(struct redirect *redirect)
{
	unsigned long address = address_of(redirect->function);
	int ret;

	ret = ftrace_set_filter_ip(&redirect->ops, address, 0, 0);
	if (ret)
		return redirect_refuse(redirect->function, "ftrace cannot trace it");
	ret = compat_register_direct(&redirect->ops, (unsigned long)redirect->stub);
	if (!ret) {
		/* Without its redirects, the kernel would kill traced tasks. */
		redirect->ops.flags |= FTRACE_OPS_FL_PERMANENT;
		return 0;
	}
	ftrace_free_filter(&redirect->ops);
	if (ret == -EBUSY || ret == -EEXIST) {
		redirect_refuse(redirect->function, "a livepatch or a BPF program has done so");
		return -EBUSY;
	}
	pr_err("syscall_tracer: redirecting %s() failed: %d\n", redirect->function, ret);

	return ret;
}

/*
 * If ftrace has stopped working, which it has told in the log, the kernel goes on to call the
 * stubs, and knows the operations. There is no way to keep the module but not to end.
 */
static void remove_redirect(struct redirect *redirect)
{
	int ret = compat_unregister_direct(&redirect->ops, (unsigned long)redirect->stub);

	if (!ret)
		return;
	pr_err("syscall_tracer: %s() stays redirected, and the module in memory: %d\n",
	       redirect->function, ret);
	for (;;)
		schedule_timeout_idle(MAX_SCHEDULE_TIMEOUT);
}

/**
 * redirect_start - redirect all functions
 * @hooks: what is called for the tasks that are traced
 *
 * Return: 0 or an error, which is in the log.
 */
int redirect_start(const struct redirect_hooks *hooks)
{
	size_t i;
	int ret;

	ret = hold_ftrace();
	if (ret)
		return ret;
	tell_start(hooks);
	for (i = 0; i < ARRAY_SIZE(redirects); i++) {
		ret = add_redirect(&redirects[i]);
		if (ret)
			break;
	}
	let_go_of_ftrace();
	if (i == ARRAY_SIZE(redirects))
		return 0;
	while (i)
		remove_redirect(&redirects[--i]);

	return ret;
}

/**
 * redirect_stop - redirect nothing any more
 *
 * No task has bits that lead to a redirected function, but it may have looked at them before.
 */
void redirect_stop(void)
{
	size_t i;

	compat_wait_for_looks();
	for (i = ARRAY_SIZE(redirects); i; i--)
		remove_redirect(&redirects[i - 1]);
}

/**
 * redirect_wait - wait until no task is in this module
 */
void redirect_wait(void)
{
	tell_wait();
	/* What follows a hook does not sleep. */
	synchronize_rcu_tasks();
}
