// SPDX-License-Identifier: GPL-2.0
/*
 * For tests, in place of the tracer: counts the calls of tasks that are traced, by ABI and
 * number. In debugfs, syscall_tracer_test/ has
 *
 * mark, unmark: numbers of threads are written here
 * calls: for each ABI and number, how many began and how many ended
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/sched/task.h>
#include <linux/seq_file.h>
#include <asm/syscall.h>

#include "module.h"

#define NR_MAX	600

enum { X86_64, I386, X32, NR_ABIS };

static const char *const abi_names[NR_ABIS] = { "x86_64", "i386", "x32" };
static atomic_long_t entered[NR_ABIS][NR_MAX], ended[NR_ABIS][NR_MAX];
/* Tasks that returned from a call that was not seen: children, as a rule. */
static atomic_long_t began;
/* Calls that ended when the next one began. */
static atomic_long_t cut;

/* Tasks that were marked, and have not ended. */
static atomic_long_t alive;

/* The call that a task is in. @known: it is among those that were marked; @over: it has ended */
struct call {
	u16 abi;
	u16 nr;
	bool busy;
	bool known;
	bool over;
};

static void count_enter(struct redirect_task *task, struct pt_regs *regs, long nr, bool held)
{
	struct call *call = (struct call *)task->data;

	if (call->busy)
		atomic_long_inc(&cut);
	call->abi = in_ia32_syscall() ? I386 : nr >= 0 && nr & __X32_SYSCALL_BIT ? X32 : X86_64;
	call->nr = min_t(unsigned long, nr & ~__X32_SYSCALL_BIT, NR_MAX - 1);
	call->busy = true;
	atomic_long_inc(&entered[call->abi][call->nr]);
}

static void count_later(struct redirect_task *task)
{
	struct call *call = (struct call *)task->data;

	if (call->busy)
		atomic_long_inc(&cut);
	call->busy = false;
}

static void count_exit(struct redirect_task *task, struct pt_regs *regs)
{
	struct call *call = (struct call *)task->data;

	if (call->busy)
		atomic_long_inc(&ended[call->abi][call->nr]);
	else
		atomic_long_inc(&began);
	call->busy = false;
}

static struct call *call_of(const struct task_struct *task)
{
	struct redirect_task *known = tasks_find(task);

	return known ? (struct call *)known->data : NULL;
}

static int mark(struct task_struct *task)
{
	struct call *call;
	int ret;

	if (task->flags & PF_KTHREAD)
		return -EINVAL;
	ret = tasks_keep(task);
	if (ret)
		return ret;
	rcu_read_lock();
	call = call_of(task);
	if (call && !xchg(&call->known, true))
		atomic_long_inc(&alive);
	rcu_read_unlock();
	tasks_set_bits(task);

	return 0;
}

/* Children are traced as their parents are. */
static void count_fork(struct task_struct *child)
{
	if (redirect_is_marked(current))
		mark(child);
}

static void count_end(struct task_struct *task)
{
	struct call *call = call_of(task);

	if (!call || !call->known || call->over)
		return;
	call->over = true;
	atomic_long_dec(&alive);
}

static void count_rest(struct redirect_task *task)
{
	const struct call *call = (const struct call *)task->data;

	if (call->known && !call->over)
		atomic_long_dec(&alive);
}

const struct redirect_hooks user_hooks = {
	.data_size	= sizeof(struct call),
	.enter		= count_enter,
	.later		= count_later,
	.exit		= count_exit,
	.fork		= count_fork,
	.end		= count_end,
};

static int for_task(u64 nr, int (*what)(struct task_struct *task))
{
	struct task_struct *task;
	struct pid *pid = find_get_pid(nr);
	int ret;

	task = get_pid_task(pid, PIDTYPE_PID);
	put_pid(pid);
	if (!task)
		return -ESRCH;
	ret = what(task);
	put_task_struct(task);

	return ret;
}

static int mark_set(void *data, u64 nr)
{
	return for_task(nr, mark);
}

static int unmark(struct task_struct *task)
{
	tasks_unmark(task);

	return 0;
}

static int unmark_set(void *data, u64 nr)
{
	return for_task(nr, unmark);
}

DEFINE_DEBUGFS_ATTRIBUTE(mark_fops, NULL, mark_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(unmark_fops, NULL, unmark_set, "%llu\n");

static int calls_show(struct seq_file *file, void *v)
{
	unsigned long begun, done;
	int abi, nr;

	seq_printf(file, "# began %ld cut %ld unseen %lu\n", atomic_long_read(&began),
		   atomic_long_read(&cut), tasks_unseen());
	for (abi = 0; abi < NR_ABIS; abi++) {
		for (nr = 0; nr < NR_MAX; nr++) {
			begun = atomic_long_read(&entered[abi][nr]);
			done = atomic_long_read(&ended[abi][nr]);
			if (begun || done)
				seq_printf(file, "%s %d %lu %lu\n", abi_names[abi], nr, begun,
					   done);
		}
	}

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(calls);

static struct dentry *folder;

int user_prepare(void)
{
	return 0;
}

int user_start(void)
{
	folder = debugfs_create_dir("syscall_tracer_test", NULL);
	debugfs_create_file_unsafe("mark", 0200, folder, NULL, &mark_fops);
	debugfs_create_file_unsafe("unmark", 0200, folder, NULL, &unmark_fops);
	debugfs_create_file("calls", 0400, folder, NULL, &calls_fops);

	return 0;
}

void user_stop(void)
{
	debugfs_remove(folder);
}

void user_end(void)
{
	tasks_for_each(count_rest);
	if (atomic_long_read(&alive))
		pr_err("syscall_tracer: %ld tasks were forgotten before they ended\n",
		       atomic_long_read(&alive));
}
