// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what debuggers ask for and get.
 */
#include <linux/sched/task_stack.h>
#include <uapi/linux/elf.h>
#include <uapi/linux/uio.h>

#include "capture.h"
#include "nested.h"

/*
 * General registers, of which @size bytes are there. The blob says how many there are in
 * all, because that tells which ones they are.
 */
static void capture_regs(struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, unsigned long addr, size_t size, bool wide)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_capture_part(cap, arg, part, addr, size, size);
	if (blob)
		blob->count = wide ? SYSCALL_NR_REGS_64 : SYSCALL_NR_REGS_32;
}

/* The general registers of a traced task: ptrace(PTRACE_GETREGS) and the like. */
SYSCALL_CAPTURE(user_regs)
{
	bool wide = syscall_trace_word_size(cap->task) == sizeof(u64);

	if (cap->args[arg])
		capture_regs(cap, arg, 0, cap->args[arg],
			     wide ? SYSCALL_REGS_64 : SYSCALL_REGS_32, wide);
}

/*
 * Bytes of general registers, and of each of them, that ptrace() knows of a task: the task's
 * own width decides, whatever that of its tracer is. False: there is no such task.
 */
static bool regset_size(pid_t pid, size_t *all, size_t *each)
{
	struct task_struct *task;
	bool found = false;

	guard(rcu)();
	task = find_task_by_vpid(pid);
	/* A task that is gone has no registers, but can be found for a while. */
	if (task && try_get_task_stack(task)) {
		bool wide = user_64bit_mode(task_pt_regs(task));

		*all = wide ? SYSCALL_REGS_64 : SYSCALL_REGS_32;
		*each = wide ? sizeof(u64) : sizeof(u32);
		put_task_stack(task);
		found = true;
	}

	return found;
}

/*
 * The same by way of an iovec. Of other registers, the iovec is all that is captured. The
 * kernel refuses parts of a register.
 */
SYSCALL_CAPTURE(regset)
{
	size_t size = cap->task->head.abi == SYSCALL_TRACE_ABI_X86_64 ?
		      sizeof(u64) : sizeof(u32);
	unsigned long addr = cap->args[arg];
	const struct syscall_trace_blob *old;
	size_t all, each;
	u64 iov[2];

	if (!addr || syscall_trace_read_longs(iov, addr, size, 2) < 2)
		return;
	if (cap->at_exit) {
		/* The kernel changed the length only, unless registers went over the iovec. */
		old = syscall_trace_entered(cap, arg, 0);
		if (!old || old->len < sizeof(iov))
			return;
		memcpy(&iov[0], old->data, sizeof(iov[0]));
	}

	if (!syscall_trace_capture_words(cap, arg, 0, iov, 2))
		return;
	if (cap->args[arg - 1] != NT_PRSTATUS ||
	    (cap->call->args[arg].dir & SYSCALL_TRACE_OUT && !cap->at_exit))
		return;
	if (regset_size(cap->args[arg - 2], &all, &each) && iov[1] % each == 0)
		capture_regs(cap, arg, 1, iov[0], min_t(u64, iov[1], all),
			     each == sizeof(u64));
}
