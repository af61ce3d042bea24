// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: tells whether a call is still what was asked for, after ptrace
 * and seccomp could change it.
 */
#include <linux/once.h>
#include <linux/sched.h>
#include <linux/siphash.h>
#include <asm/syscall.h>

#include "../tracer.h"

/**
 * syscall_trace_hash - a hash of what the current task asks the kernel for
 * @regs: the task's registers
 *
 * In place of the words, because memory for all of them might not be had. Nobody who
 * does not know the key can choose two calls with the same hash.
 *
 * Context: task context.
 * Return: the hash.
 */
u64 syscall_trace_hash(struct pt_regs *regs)
{
	static siphash_key_t key __read_mostly;
	unsigned long args[SYSCALL_TRACE_MAX_ARGS];
	u64 words[1 + SYSCALL_TRACE_MAX_ARGS];
	unsigned int i;

	get_random_once(&key, sizeof(key));
	syscall_get_arguments(current, regs, args);
	words[0] = syscall_get_nr(current, regs);
	for (i = 0; i < ARRAY_SIZE(args); i++)
		words[1 + i] = args[i];

	return siphash(words, sizeof(words), &key);
}
