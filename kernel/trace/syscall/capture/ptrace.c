// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures what debuggers ask for and get.
 */
#include <linux/sched/task_stack.h>
#include <uapi/linux/elf.h>
#include <uapi/linux/uio.h>

#include "blob.h"
#include "nested.h"

/*
 * Capture @size bytes of general registers. The number of all of them in the blob tells the
 * printer which registers they are.
 */
static void capture_regs(struct syscall_trace_capture *cap, unsigned int arg,
			 unsigned int part, unsigned long addr, size_t size,
			 const struct syscall_trace_regs *regs)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_counted(cap, arg, part, SYSCALL_TRACE_NESTED, regs->nr);
	if (!blob)
		return;
	syscall_trace_copy(cap, blob, addr, size, size);
	syscall_trace_end_blob(cap, blob);
}

/* The general registers of a traced task: ptrace(PTRACE_GETREGS) and the like. */
SYSCALL_CAPTURE(user_regs)
{
	const struct syscall_trace_regs *regs = syscall_trace_abis[cap->task->abi].regs;

	if (cap->args[arg])
		capture_regs(cap, arg, 0, cap->args[arg], regs->nr * regs->size, regs);
}

/* The general registers that ptrace() has for a task; NULL: there is no such task. */
static const struct syscall_trace_regs *regs_of(pid_t pid)
{
	const struct syscall_trace_regs *regs = NULL;
	struct task_struct *task;

	guard(rcu)();
	task = find_task_by_vpid(pid);
	/* A task that has exited is found for a while, but has no stack with registers. */
	if (task && try_get_task_stack(task)) {
		regs = syscall_trace_arch_regs(task);
		put_task_stack(task);
	}

	return regs;
}

/*
 * Registers behind an iovec: ptrace(PTRACE_GETREGSET) and the like. Of other registers than
 * the general ones, only the iovec is captured. The kernel refuses parts of a register.
 */
SYSCALL_CAPTURE(regset)
{
	size_t size = syscall_trace_user_long(cap->task->abi);
	const struct syscall_trace_regs *regs;
	unsigned long addr = cap->args[arg];
	const struct syscall_trace_blob *old;
	u64 iov[2];

	if (!addr || syscall_trace_read_longs(iov, addr, size, 2) < 2)
		return;
	if (cap->at_exit) {
		/* The kernel changes the length only, but registers may overwrite the address. */
		old = syscall_trace_entered(cap, arg, 0);
		if (!old || old->len < sizeof(iov))
			return;
		memcpy(&iov[0], old->data, sizeof(iov[0]));
	}

	if (!syscall_trace_capture_words(cap, arg, 0, iov, 2))
		return;
	/* The kernel takes an unsigned int. */
	if ((u32)cap->args[arg - 1] != NT_PRSTATUS ||
	    (cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT && !cap->at_exit))
		return;
	regs = regs_of(cap->args[arg - 2]);
	if (regs && iov[1] % regs->size == 0)
		capture_regs(cap, arg, 1, iov[0], min_t(u64, iov[1], regs->nr * regs->size),
			     regs);
}
