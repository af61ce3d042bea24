// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: takes out of lists of pids what was not meant.
 */
#include <linux/cleanup.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

#include "../instances.h"
#include "../options.h"
#include "../tracefs/list_file.h"
#include "choose.h"
#include "pids.h"
#include "unlist.h"

/**
 * syscall_trace_parse_pids - find the pids that a text means
 * @meant: gets them
 * @text: the text, which is changed. Other words are passed over
 *
 * Context: task context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int syscall_trace_parse_pids(struct trace_pid_list *meant, char *text)
{
	unsigned int pid;
	char *word;

	while ((word = syscall_trace_next_word(&text))) {
		if (!kstrtouint(word, 0, &pid) && trace_pid_list_set(meant, pid))
			return -ENOMEM;
	}

	return 0;
}

/*
 * Add to a list with a pid what that has brought into another list: the threads of its process, and
 * children. What is meant stays there, with what it has brought itself. @old: as @meant, or NULL.
 */
static int add_brought(struct trace_pid_list *pids, struct trace_pid_list *meant,
		       struct trace_pid_list *old)
{
	struct task_struct *process, *task, *parent;

	for_each_process_thread(process, task) {
		if (trace_pid_list_is_set(meant, process->pid) ||
		    trace_pid_list_is_set(meant, task->pid) ||
		    trace_pid_list_is_set(old, process->pid) ||
		    trace_pid_list_is_set(old, task->pid))
			continue;
		parent = rcu_dereference_protected(task->real_parent,
						   lockdep_is_held(&tasklist_lock));
		if ((trace_pid_list_is_set(pids, process->pid) ||
		     trace_pid_list_is_set(pids, parent->pid)) &&
		    trace_pid_list_set(pids, task->pid))
			return -ENOMEM;
	}

	return 0;
}

static void clear_pids(struct trace_pid_list *from, struct trace_pid_list *pids)
{
	unsigned int pid = 0;
	int ret;

	guard(raw_spinlock_irqsave)(&syscall_trace_tasks_lock);
	for (ret = trace_pid_list_first(pids, &pid); !ret;
	     ret = trace_pid_list_next(pids, pid + 1, &pid))
		trace_pid_list_clear(from, pid);
}

/**
 * syscall_trace_unlist - take a pid out of a list, and what it has brought into that
 * @from: the list, or NULL
 * @pid: the pid
 * @meant: what stays
 * @old: what stays, too, or NULL
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then nothing has changed.
 */
int syscall_trace_unlist(struct trace_pid_list *from, unsigned int pid,
			 struct trace_pid_list *meant, struct trace_pid_list *old)
{
	struct trace_pid_list *pids __free(pid_list) = trace_pid_list_alloc();
	int ret = 0;

	if (!pids)
		return -ENOMEM;
	if (!from || trace_pid_list_is_set(meant, pid) || trace_pid_list_is_set(old, pid))
		return 0;
	if (trace_pid_list_set(pids, pid))
		return -ENOMEM;
	guard(read_lock)(&tasklist_lock);
	syscall_trace_settle_all_renames();
	if (syscall_trace_option(SYSCALL_TRACE_OPT_FOLLOW))
		ret = add_brought(pids, meant, old);
	if (!ret)
		clear_pids(from, pids);

	return ret;
}
