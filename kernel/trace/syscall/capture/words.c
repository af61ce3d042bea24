// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: turns registers into arguments. Called by the hooks and by hash.c.
 */
#include <linux/bitops.h>

#include "words.h"

/**
 * syscall_trace_read_args - read arguments from registers, cut to what the entry point uses
 * @task: the task whose call it is
 * @regs: its registers
 * @abi: the index of its ABI, other than the first
 * @nr: its number
 * @args: gets the arguments, without the bits that the kernel ignores
 *
 * In an ABI with registers of 32 bits, that is their lower half. In another ABI, a compat
 * entry point uses the lower half of the arguments in syscall_trace_slot.narrow.
 *
 * Context: any.
 */
void syscall_trace_read_args(struct task_struct *task, struct pt_regs *regs, unsigned int abi,
			     int nr, unsigned long args[SYSCALL_TRACE_MAX_ARGS])
{
	const struct syscall_trace_slot *slot;
	unsigned int i, left;

	syscall_get_arguments(task, regs, args);
	if (syscall_trace_abis[abi].layout == SYSCALL_TRACE_NARROW) {
		for (i = 0; i < SYSCALL_TRACE_MAX_ARGS; i++)
			args[i] = (u32)args[i];
		return;
	}

	slot = syscall_trace_find_slot(abi, nr);
	for (left = slot ? slot->narrow : 0; left; left &= left - 1) {
		const struct syscall_trace_type *type;

		i = __ffs(left);
		type = slot->call->args[i].type;
		args[i] = syscall_trace_extend(args[i], sizeof(u32), type && type->is_signed);
	}
}
