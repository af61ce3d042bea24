// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: the numbers that tasks have in the pid namespace of a reader, in the file
 * syscall_pids.
 *
 * Records have the kernel's numbers, and so have the lists by which tasks are chosen. A reader in a
 * pid namespace knows others, and cannot ask about a task that has ended, though its records are
 * yet to be read. So an open file notes the tasks of the namespace of whoever has opened it. A
 * position in it is the kernel's number of a task: a program finds one task by pread().
 */
#include <linux/cleanup.h>
#include <linux/module.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <linux/uaccess.h>
#include <linux/xarray.h>
#include <trace/events/task.h>

#include "../tracefs/file.h"
#include "numbers.h"

/* A record of the birth, which has the usual priority, may be read at once. */
#define BEFORE_RECORDS	(TRACEPOINT_DEFAULT_PRIO + 1)

/**
 * struct numbers - what an open file has noted
 * @ns: the pid namespace of whoever has opened it
 * @here: by the kernel's number of a task, the one that it has there. It stays when the task ends,
 *	  until another task gets the kernel's number: there cannot be more entries than pids
 */
struct numbers {
	struct pid_namespace	*ns;
	struct xarray		here;
};

static void note(struct numbers *numbers, struct task_struct *task)
{
	pid_t here = task_pid_nr_ns(task, numbers->ns);
	void *old;

	if (here) {
		old = xa_store_irq(&numbers->here, task->pid, xa_mk_value(here),
				   GFP_NOWAIT | __GFP_NOWARN);
		if (!xa_is_err(old))
			return;
	}
	/* It may have the kernel's number of another one; then that must not be found. */
	if (xa_load(&numbers->here, task->pid))
		xa_erase_irq(&numbers->here, task->pid);
}

static void probe_birth(void *data, struct task_struct *child, unsigned long flags)
{
	note(data, child);
}

static void note_all(struct numbers *numbers)
{
	struct task_struct *process, *task;

	/* No number gets another task meanwhile. */
	guard(read_lock)(&tasklist_lock);
	for_each_process_thread(process, task)
		note(numbers, task);
}

static int pids_open(struct inode *inode, struct file *file)
{
	struct numbers *numbers __free(kfree) = NULL;
	int ret;

	ret = syscall_file_get(NULL);
	if (ret)
		return ret;
	numbers = kzalloc(sizeof(*numbers), GFP_KERNEL);
	if (!numbers)
		return -ENOMEM;
	numbers->ns = task_active_pid_ns(current);
	xa_init_flags(&numbers->here, XA_FLAGS_LOCK_IRQ);
	/* First: what begins meanwhile may be noted twice, and is not missed. */
	ret = register_trace_prio_task_newtask(probe_birth, numbers, BEFORE_RECORDS);
	if (ret)
		return ret;
	get_pid_ns(numbers->ns);
	note_all(numbers);
	file->private_data = no_free_ptr(numbers);

	return 0;
}

static int pids_release(struct inode *inode, struct file *file)
{
	struct numbers *numbers = file->private_data;

	unregister_trace_task_newtask(probe_birth, numbers);
	tracepoint_synchronize_unregister();
	xa_destroy(&numbers->here);
	put_pid_ns(numbers->ns);
	kfree(numbers);

	return 0;
}

/* Is a task there that has both numbers? One that waits for its parent is, too. */
static bool is_there(const struct numbers *numbers, pid_t kernels, pid_t here)
{
	struct pid *pid;

	guard(rcu)();
	pid = find_pid_ns(kernels, &init_pid_ns);

	return pid_task(pid, PIDTYPE_PID) && pid_nr_ns(pid, numbers->ns) == here;
}

/* Whole lines only, so that the position is the number of a task again. */
static ssize_t pids_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	struct numbers *numbers = file->private_data;
	unsigned long kernels;
	char line[64];
	size_t len, used = 0;
	void *entry;

	if (*ppos >= PID_MAX_LIMIT)
		return 0;
	xa_for_each_start(&numbers->here, kernels, entry, *ppos) {
		pid_t here = xa_to_value(entry);

		len = scnprintf(line, sizeof(line), "%lu %d%s\n", kernels, here,
				is_there(numbers, kernels, here) ? "" : " ended");
		if (len > count - used)
			return used ?: -EINVAL;
		if (copy_to_user(buf + used, line, len))
			return used ?: -EFAULT;
		used += len;
		*ppos = kernels + 1;
		cond_resched();
	}

	return used;
}

const struct file_operations syscall_trace_pids_fops = {
	.owner		= THIS_MODULE,
	.open		= pids_open,
	.read		= pids_read,
	.llseek		= no_seek_end_llseek,
	.release	= pids_release,
};
