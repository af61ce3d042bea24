// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: copies what the arguments of another task's call lead to. A kernel thread
 * does so, which borrows the task's memory: for all that copies, it is as if the thread had made
 * the call. Nobody waits for a page: what is not resident is not copied, see may_fault().
 */
#include <linux/kthread.h>
#include <linux/workqueue.h>

#include "capture.h"
#include "other_task.h"

/* A call to copy from. */
struct other_call {
	struct work_struct		work;
	struct mm_struct		*mm;
	const struct syscall_trace_call	*call;
	u8				abi;
	const unsigned long		*args;
	struct syscall_trace_store	*store;
};

static void copy_as_thread(struct work_struct *work)
{
	struct other_call *other = container_of(work, struct other_call, work);
	/* Of a kernel thread, nobody else uses it. */
	struct syscall_trace_task *task = syscall_trace_of(current);
	struct syscall_trace_store *store;

	WRITE_ONCE(task->busy, true);
	store = syscall_trace_renew_store(task);
	if (store) {
		task->abi = other->abi;
		task->flags = 0;
		task->absent = false;
		memcpy(store->args, other->args, sizeof(store->args));
		kthread_use_mm(other->mm);
		syscall_trace_capture_enter(task, store, other->call);
		kthread_unuse_mm(other->mm);
	}
	other->store = store;
	task->store = NULL;
	WRITE_ONCE(task->busy, false);
}

/**
 * syscall_trace_copy_other - copy what the arguments of another task's call lead to
 * @mm: the memory of the task
 * @call: the call, whose case is not known yet
 * @abi: the index of its ABI
 * @args: the argument words
 *
 * The task may do anything meanwhile.
 *
 * Context: task context, may sleep, but not for anything that the task decides.
 * Return: what was copied, to be freed by kvfree(); NULL: there is no memory.
 */
struct syscall_trace_store *
syscall_trace_copy_other(struct mm_struct *mm, const struct syscall_trace_call *call, u8 abi,
			 const unsigned long *args)
{
	struct other_call other = {
		.mm	= mm,
		.call	= call,
		.abi	= abi,
		.args	= args,
	};

	INIT_WORK_ONSTACK(&other.work, copy_as_thread);
	queue_work(system_unbound_wq, &other.work);
	flush_work(&other.work);
	destroy_work_on_stack(&other.work);

	return other.store;
}
