// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: option syscall_batch: who writes the blocks of a CPU. That is the CPU itself,
 * and a dump, which writes those of all CPUs and waits for none. What one of them writes, the other
 * must not, or records are in the ring buffer twice.
 */
#include <linux/delay.h>
#include <linux/percpu.h>
#include <linux/smp.h>

#include "turns.h"

/* The CPU that writes for this one, and 1; 0: none. */
static DEFINE_PER_CPU(unsigned int, writer);

/**
 * syscall_trace_take_turn - keep others from writing the blocks of a CPU
 * @cpu: the CPU
 *
 * It is waited for no longer than a millisecond, as a CPU that writes may have been stopped.
 *
 * Context: any, interrupts are disabled until syscall_trace_end_turn().
 * Return: false if another CPU writes them, or if this one has been interrupted in it.
 */
bool syscall_trace_take_turn(int cpu)
{
	unsigned int tries, was, me = smp_processor_id() + 1;

	for (tries = 0; tries < SYSCALL_TRACE_TURN_TRIES; tries++) {
		was = cmpxchg(per_cpu_ptr(&writer, cpu), 0, me);
		if (!was)
			return true;
		if (was == me)
			break;
		udelay(1);
	}

	return false;
}

/**
 * syscall_trace_end_turn - let others write the blocks of a CPU
 * @cpu: the CPU
 *
 * Context: as syscall_trace_take_turn(), which has returned true.
 */
void syscall_trace_end_turn(int cpu)
{
	/* Pairs with the cmpxchg() of whoever takes the next turn: the blocks are empty. */
	smp_store_release(per_cpu_ptr(&writer, cpu), 0);
}
