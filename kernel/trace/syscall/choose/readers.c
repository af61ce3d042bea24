// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: processes that read the trace of an instance. It does not record them.
 */
#include <linux/pid.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "../instance.h"
#include "../instances.h"
#include "choose.h"
#include "readers.h"

/*
 * Forget those who have read from @file, or, if it is NULL, those who have ended: a file that
 * stays open may be read by one process after another.
 */
static void forget_readers(struct syscall_trace_tasks *tasks, const struct file *file)
{
	struct syscall_trace_reader *reader, *next;
	struct task_struct *process;
	LIST_HEAD(gone);

	guard(rcu)();
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		list_for_each_entry_safe(reader, next, &tasks->readers, list) {
			if (file ? reader->file == file :
				   !pid_task(reader->process, PIDTYPE_TGID))
				list_move(&reader->list, &gone);
		}
	}
	list_for_each_entry_safe(reader, next, &gone, list) {
		process = pid_task(reader->process, PIDTYPE_TGID);
		if (process)
			syscall_trace_recheck_process(process);
		put_pid(reader->process);
		kfree(reader);
	}
}

/**
 * syscall_trace_note_reader - note that the current process reads the trace of an instance
 * @inst: the instance
 * @file: the open file
 *
 * Context: task context, may sleep.
 */
void syscall_trace_note_reader(struct syscall_trace_instance *inst, const struct file *file)
{
	struct syscall_trace_tasks *tasks = &inst->tasks;
	struct syscall_trace_reader *reader __free(kfree) = NULL;
	struct pid *process = task_tgid(current);

	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock) {
		if (syscall_trace_find_reader(tasks, process, file))
			return;
	}
	forget_readers(tasks, NULL);
	/* Without memory, it sees its own calls. */
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return;
	reader->file = file;
	reader->process = get_pid(process);
	scoped_guard(raw_spinlock_irqsave, &syscall_trace_tasks_lock)
		list_add(&no_free_ptr(reader)->list, &tasks->readers);

	guard(rcu)();
	syscall_trace_recheck_process(current);
}

/**
 * syscall_trace_forget_readers - forget who has read from an open file
 * @inst: the instance whose trace it is
 * @file: the file, which is being closed
 *
 * Context: task context, may sleep.
 */
void syscall_trace_forget_readers(struct syscall_trace_instance *inst, const struct file *file)
{
	forget_readers(&inst->tasks, file);
}

/**
 * syscall_trace_free_readers - forget all readers: files may stay open when a home goes
 * @tasks: the lists of an instance, which nobody knows any more
 */
void syscall_trace_free_readers(struct syscall_trace_tasks *tasks)
{
	struct syscall_trace_reader *reader, *next;

	list_for_each_entry_safe(reader, next, &tasks->readers, list) {
		list_del(&reader->list);
		put_pid(reader->process);
		kfree(reader);
	}
}
