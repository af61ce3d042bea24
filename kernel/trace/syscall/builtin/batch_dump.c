// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: option syscall_batch: a dump writes the blocks of all CPUs, without waiting
 * for them. Recording is off.
 */
#include <linux/delay.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/smp.h>

#include "../record/batch.h"
#include "../record/sink.h"
#include "array.h"
#include "batch.h"
#include "turns.h"

/* A copy of another CPU's block, and who uses it. */
static u8 copied[sizeof(struct ring_buffer_block) + SYSCALL_TRACE_BLOCK_ROOM] __aligned(8);
static DEFINE_RAW_SPINLOCK(copied_lock);

/* Copy a block that its CPU may be filling. Returns whether it has events. */
static bool copy_block(struct ring_buffer_block *to, const struct ring_buffer_block *block)
{
	unsigned int tries, size;

	for (tries = 0; tries < 100; tries++) {
		/* Pairs with the release in ring_buffer_block_commit(). */
		size = smp_load_acquire(&block->size);
		memcpy(to, block, sizeof(*to) + size);
		to->size = size;
		/* If the CPU has emptied it meanwhile, what it holds may be of two blocks. */
		smp_rmb();
		if (READ_ONCE(block->size) >= size && READ_ONCE(block->first) == to->first)
			return size;
	}

	return false;
}

/*
 * Write the block of another CPU, which may have begun to write it; or that of this one, which an
 * NMI has interrupted.
 */
static void write_other(struct syscall_trace_instance *inst, int cpu)
{
	struct ring_buffer_block *block = syscall_trace_block_of(inst, cpu), *copy = (void *)copied;
	/* What an NMI has interrupted goes on only after it. */
	unsigned int tries = cpu == smp_processor_id() ? 1 : SYSCALL_TRACE_TURN_TRIES;
	int ret = -EBUSY;
	bool has_turn;

	if (!block)
		return;
	has_turn = syscall_trace_take_turn(cpu);
	/* What an NMI has interrupted keeps its turn. What it has written is not in the block. */
	if (!has_turn && cpu != smp_processor_id())
		return;
	/*
	 * A CPU that has found recording on has soon added its record, or is in its ring buffer,
	 * as its interrupts are disabled. There it can be seen.
	 */
	udelay(1);
	if (copy_block(copy, block)) {
		while (tries-- && ret == -EBUSY) {
			ret = ring_buffer_write_block_cpu(syscall_sink_buffer(inst), copy, cpu);
			if (ret == -EBUSY)
				udelay(1);
		}
	}
	/* If the CPU goes on, and is adding a record this very instant, all show again. */
	if (ret != -EBUSY)
		syscall_trace_empty_block(block);
	if (has_turn)
		syscall_trace_end_turn(cpu);
}

/**
 * syscall_trace_flush_interrupted - write what waits on this CPU, before the machine ends in an NMI
 * @inst: the instance
 *
 * What it has interrupted does not go on: it may be filling the block, or writing it.
 *
 * Context: NMI.
 */
void syscall_trace_flush_interrupted(struct syscall_trace_instance *inst)
{
	if (!raw_spin_trylock(&copied_lock))
		return;
	write_other(inst, smp_processor_id());
	raw_spin_unlock(&copied_lock);
}

/**
 * __syscall_trace_flush_stopped - write what all CPUs have collected, without waiting for them
 * @tr: the instance, whose ring buffer has been switched off
 *
 * For dumps: others may execute nothing any more.
 *
 * Context: any, interrupts are disabled.
 */
void __syscall_trace_flush_stopped(struct trace_array *tr)
{
	struct syscall_trace_instance *inst = &tr->syscall_trace;
	int cpu;

	syscall_trace_flush_here(inst);
	if (!raw_spin_trylock(&copied_lock))
		return;
	for_each_possible_cpu(cpu) {
		if (cpu != smp_processor_id() || in_nmi())
			write_other(inst, cpu);
	}
	raw_spin_unlock(&copied_lock);
}
