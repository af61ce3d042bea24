// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: tells whether a call is still what was asked for, after ptrace
 * and seccomp could change it.
 */
#include <linux/once.h>
#include <linux/sched.h>
#include <linux/siphash.h>
#include <asm/syscall.h>

#include "capture.h"

/**
 * syscall_trace_hash - a hash of what the current task asks the kernel for
 * @regs: the task's registers
 *
 * In place of the words, because memory for all of them might not be had. Nobody who
 * does not know the key can choose two calls with the same hash. What the call ignores of
 * the registers makes no other call of it.
 *
 * Context: task context.
 * Return: the hash.
 */
u64 syscall_trace_hash(struct pt_regs *regs)
{
	static siphash_key_t key __read_mostly;
	unsigned long args[SYSCALL_TRACE_MAX_ARGS];
	u64 words[1 + SYSCALL_TRACE_MAX_ARGS];
	const struct syscall_trace_call *call;
	struct syscall_trace_head head;
	unsigned int i, nr;

	get_random_once(&key, sizeof(key));
	call = syscall_trace_arch_call(regs, syscall_get_nr(current, regs), &head);
	syscall_get_arguments(current, regs, args);
	if (head.abi)
		syscall_trace_narrow_words(&head, args);

	nr = call ? call->nr_args : SYSCALL_TRACE_MAX_ARGS;
	words[0] = (u64)head.abi << 32 | (u32)head.nr;
	for (i = 0; i < nr; i++)
		words[1 + i] = call ? syscall_trace_taken(&call->args[i], args[i], head.abi) :
				      args[i];

	return siphash(words, (1 + nr) * sizeof(*words), &key);
}
