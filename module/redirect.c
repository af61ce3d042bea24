// SPDX-License-Identifier: GPL-2.0
/*
 * The functions of the kernel that are redirected, and what their stubs call.
 *
 * A traced task has SYSCALL_WORK_SYSCALL_AUDIT, so that each of its calls gets to
 * syscall_trace_enter(). Without an audit context, nothing else comes of that bit. It has
 * SYSCALL_WORK_SYSCALL_EXIT_TRAP, too, so that the end of each call gets to
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
#include <linux/percpu.h>
#include <linux/prctl.h>
#include <linux/ptrace.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>
#include <asm/syscall.h>

#include "compat.h"
#include "module.h"

/* What the stubs know by numbers. */
static_assert(offsetof(struct pt_regs, orig_ax) == REDIRECT_ORIG_AX);
static_assert(PTRACE_EVENTMSG_SYSCALL_EXIT == REDIRECT_MESSAGE_EXIT);
static_assert((SYSCALL_WORK_SECCOMP | SYSCALL_WORK_SYSCALL_TRACEPOINT |
	       SYSCALL_WORK_SYSCALL_TRACE | SYSCALL_WORK_SYSCALL_EMU |
	       SYSCALL_WORK_SYSCALL_USER_DISPATCH | REDIRECT_AUDITED) == REDIRECT_OTHERS);
static_assert((SYSCALL_WORK_ENTER & ~REDIRECT_OTHERS) == SYSCALL_WORK_SYSCALL_AUDIT);
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
	{ .function = COMPAT_ENTER, .stub = redirect_stub_enter },
};

static void no_enter(struct redirect_task *task, struct pt_regs *regs, long nr, bool held) { }
static void no_exit(struct redirect_task *task, struct pt_regs *regs) { }

DEFINE_STATIC_CALL(redirect_user_enter, no_enter);
DEFINE_STATIC_CALL(redirect_user_exit, no_exit);

/* Tasks that are in a hook: they may sleep there. One may leave it on another CPU. */
static DEFINE_PER_CPU(long, redirect_inside);

/* A call begins. */
static __always_inline void tell_enter(struct pt_regs *regs, long nr, bool held)
{
	struct redirect_task *task;

	this_cpu_inc(redirect_inside);
	task = tasks_find(current);
	if (likely(task)) {
		task->told = false;
		static_call(redirect_user_enter)(task, regs, nr, held);
	}
	tasks_arm(current);
	this_cpu_dec(redirect_inside);
}

/* A call ends. Several functions may say so. */
static __always_inline void tell_exit(struct pt_regs *regs)
{
	struct redirect_task *task;

	if (!redirect_is_marked(current))
		return;
	this_cpu_inc(redirect_inside);
	task = tasks_find(current);
	if (likely(task) && !task->told) {
		task->told = true;
		static_call(redirect_user_exit)(task, regs);
	}
	this_cpu_dec(redirect_inside);
}

/* In place of syscall_trace_enter(), for a traced task that nobody else wants to see. */
long redirect_enter(struct pt_regs *regs, long nr)
{
	tell_enter(regs, nr, false);

	return nr;
}

/*
 * Is the call for the program itself to see to? Then it does not count. The kernel executes
 * sigreturn() of the 32-bit vDSO even then: that one is missed.
 */
static bool is_dispatched(struct pt_regs *regs)
{
	struct syscall_user_dispatch *dispatch = &current->syscall_dispatch;
	char state;

	if (instruction_pointer(regs) - dispatch->offset < dispatch->len)
		return false;

	return !dispatch->selector || get_user(state, dispatch->selector) ||
	       state != SYSCALL_DISPATCH_FILTER_ALLOW;
}

/* Before syscall_trace_enter(), for a traced task that others want to see, too. */
void redirect_held(struct pt_regs *regs, long nr, unsigned long work)
{
	if (work & SYSCALL_WORK_SYSCALL_USER_DISPATCH && is_dispatched(regs))
		return;
	tell_enter(regs, nr, true);
}

/*
 * Before user_single_step_report(), or in place of it. Returns whether it is to run: if a debugger
 * steps. If ptrace is to be told the end, the debugger is just ending: see tasks.c.
 */
bool redirect_step(struct pt_regs *regs)
{
	tell_exit(regs);

	return test_thread_flag(TIF_SINGLESTEP);
}

/* Before ptrace_notify(). An event has a message of its own, which may be the same number. */
void redirect_notify(int exit_code, unsigned long message)
{
	if (!(exit_code >> 8))
		tell_exit(current_pt_regs());
}

/* Before __audit_syscall_exit() */
void redirect_audit(void)
{
	tell_exit(current_pt_regs());
}

/* Before cgroup_leave_frozen(): a debugger has let the task go on. */
void redirect_resumed(void)
{
	tasks_arm(current);
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

static void remove_redirect(struct redirect *redirect)
{
	compat_unregister_direct(&redirect->ops, (unsigned long)redirect->stub);
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

	static_call_update(redirect_user_enter, hooks->enter);
	static_call_update(redirect_user_exit, hooks->exit);
	for (i = 0; i < ARRAY_SIZE(redirects); i++) {
		ret = add_redirect(&redirects[i]);
		if (ret)
			break;
	}
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

	/*
	 * From the look at the bits to the stub, no task sleeps. One that was preempted there does
	 * not end this wait before it has gone on.
	 */
	synchronize_rcu_tasks();
	for (i = ARRAY_SIZE(redirects); i; i--)
		remove_redirect(&redirects[i - 1]);
}

static long tasks_inside(void)
{
	long inside = 0;
	int cpu;

	/* Nobody goes in any more. One who leaves meanwhile may be counted, or not. */
	for_each_possible_cpu(cpu)
		inside += READ_ONCE(*per_cpu_ptr(&redirect_inside, cpu));

	return inside;
}

/**
 * redirect_wait - wait until no task is in this module
 */
void redirect_wait(void)
{
	while (tasks_inside())
		schedule_timeout_idle(1);
	/* What follows a hook does not sleep. */
	synchronize_rcu_tasks();
}
