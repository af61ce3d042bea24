// SPDX-License-Identifier: GPL-2.0
/*
 * For tests: holds a task asleep where it enters a function, and counts how often another function
 * has returned meanwhile. So what takes luck elsewhere happens for certain.
 *
 * function=NAME of the one at whose beginning the task is held; it has six arguments at most, and
 * nobody calls it with a lock held, or with interrupts or preemption disabled.
 * spins=1 if somebody does: the task is held awake, and its CPU with it.
 * awaited=NAME of the other one, if any.
 * lister=PID of a task that lets it go on when it looks in a list of pids behind all that tasks have,
 * and waits there until the other function has returned.
 */
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/wait.h>

/* A test that fails must not keep the task for ever. */
#define MOST_SECONDS	60
/* No task has such a pid. */
#define NO_PID		1000000

static char *function;
module_param(function, charp, 0444);

static bool spins;
module_param(spins, bool, 0444);

static char *awaited;
module_param(awaited, charp, 0444);

static int task;
module_param(task, int, 0600);
MODULE_PARM_DESC(task, "pid of the task that is to be held once; 0: none");

static int returned;
module_param(returned, int, 0600);
MODULE_PARM_DESC(returned, "how often the awaited function has returned");

static int lister;
module_param(lister, int, 0600);
MODULE_PARM_DESC(lister, "pid of the task that lets it go on once; 0: none");

static bool held;
static DECLARE_WAIT_QUEUE_HEAD(queue);

static int set_held(const char *text, const struct kernel_param *param)
{
	int ret = param_set_bool(text, param);

	wake_up_all(&queue);

	return ret;
}

static const struct kernel_param_ops held_ops = {
	.set	= set_held,
	.get	= param_get_bool,
};

module_param_cb(held, &held_ops, &held, 0600);
MODULE_PARM_DESC(held, "it is; N lets it go on");

typedef unsigned long called(unsigned long, unsigned long, unsigned long, unsigned long,
			     unsigned long, unsigned long);

static struct kprobe probe;

/* In place of the function, which goes on behind it. */
static unsigned long wait_and_call(unsigned long a, unsigned long b, unsigned long c,
				   unsigned long d, unsigned long e, unsigned long f)
{
	WRITE_ONCE(held, true);
	wait_event_timeout(queue, !READ_ONCE(held), MOST_SECONDS * HZ);

	return ((called *)probe.addr)(a, b, c, d, e, f);
}

static void spin(void)
{
	unsigned int ms;

	WRITE_ONCE(held, true);
	for (ms = 0; READ_ONCE(held) && ms < MOST_SECONDS * MSEC_PER_SEC; ms++)
		mdelay(1);
}

static int hold(struct kprobe *unused, struct pt_regs *regs)
{
	if (current->pid != READ_ONCE(task))
		return 0;
	WRITE_ONCE(task, 0);
	if (spins) {
		spin();
		return 0;
	}
	instruction_pointer_set(regs, (unsigned long)wait_and_call);

	return 1;
}

/* With this one, the kernel takes no shortcut that leaves the instruction pointer as it is. */
static void go_on(struct kprobe *unused, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = {
	.pre_handler	= hold,
	.post_handler	= go_on,
};

static int let_go(struct kprobe *unused, struct pt_regs *regs)
{
	unsigned int ms;

	if (current->pid != READ_ONCE(lister) || regs_get_kernel_argument(regs, 1) < NO_PID)
		return 0;
	WRITE_ONCE(lister, 0);
	WRITE_ONCE(held, false);
	wake_up_all(&queue);
	for (ms = 0; !READ_ONCE(returned) && ms < MOST_SECONDS * MSEC_PER_SEC; ms++)
		mdelay(1);

	return 0;
}

static struct kprobe list_probe = {
	.symbol_name	= "trace_pid_list_next",
	.pre_handler	= let_go,
};

static int count(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	WRITE_ONCE(returned, returned + 1);

	return 0;
}

static struct kretprobe return_probe = {
	.handler = count,
};

static int __init held_task_init(void)
{
	struct kprobe *probes[] = { &probe, &list_probe };
	int ret;

	probe.symbol_name = function;
	ret = register_kprobes(probes, ARRAY_SIZE(probes));
	if (ret || !awaited)
		return ret;
	return_probe.kp.symbol_name = awaited;
	ret = register_kretprobe(&return_probe);
	if (ret)
		unregister_kprobes(probes, ARRAY_SIZE(probes));

	return ret;
}

static void __exit held_task_exit(void)
{
	struct kprobe *probes[] = { &probe, &list_probe };

	if (awaited)
		unregister_kretprobe(&return_probe);
	unregister_kprobes(probes, ARRAY_SIZE(probes));
}

module_init(held_task_init);
module_exit(held_task_exit);
MODULE_DESCRIPTION("Holds a task where it enters a function, for tests");
MODULE_LICENSE("GPL");
