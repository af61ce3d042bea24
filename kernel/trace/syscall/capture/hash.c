// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: a hash of a call, to find out whether ptrace or seccomp changed it.
 */
#include <linux/once.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/siphash.h>

#include "hash.h"
#include "table.h"
#include "words.h"

/**
 * syscall_trace_hash - compute a hash of the number and the arguments of a call
 * @regs: the task's registers
 *
 * The task keeps the hash, because there may be no memory for the arguments. It has a
 * secret key, so that no tracee can make two calls with the same hash. Bits of registers
 * that the call ignores do not go into it.
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
	int number = syscall_get_nr(current, regs);
	unsigned int i, nr;
	u8 abi;

	get_random_once(&key, sizeof(key));
	call = syscall_trace_find_call(number, &abi);
	syscall_trace_get_arguments(current, regs, abi, number, args);

	nr = call ? call->nr_args : SYSCALL_TRACE_MAX_ARGS;
	words[0] = (u64)abi << 32 | (u32)number;
	for (i = 0; i < nr; i++)
		words[1 + i] = call ? syscall_trace_truncate(&call->args[i], args[i], abi) :
				      args[i];

	return siphash(words, (1 + nr) * sizeof(*words), &key);
}
