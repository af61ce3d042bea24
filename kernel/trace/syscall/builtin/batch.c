// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: option syscall_batch. Reserving and committing take most of the time of
 * a record. With the option, each CPU collects its records in a block, in the form that they
 * will have in the ring buffer. The block is written when it is full, and before anybody could
 * tell the difference: before another recorder writes to the ring buffer, before it is read,
 * stopped or taken away, and FLUSH_PERIOD after the last time.
 *
 * Only its own CPU fills a block, with interrupts disabled. In an NMI, records go directly to
 * the ring buffer: what waits then gets their time at least.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/kgdb.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/smp.h>
#include <linux/workqueue.h>

#include "../capture/clip.h"
#include "../instances.h"
#include "../options.h"
#include "../record/batch.h"
#include "../record/sink.h"
#include "../run.h"
#include "array.h"
#include "batch.h"
#include "turns.h"

/* Who waits for a record waits no longer than this. */
#define FLUSH_PERIOD	(HZ / 10)

DEFINE_STATIC_KEY_FALSE(syscall_trace_is_batching);

static void flush_from_time_to_time(struct work_struct *work);
static DECLARE_DELAYED_WORK(next_flush, flush_from_time_to_time);

/* --------------------------------- filling -------------------------------- */

/* Write a block of this CPU, whose turn it is. */
static int write_in_turn(struct syscall_trace_instance *inst, struct ring_buffer_block *block)
{
	struct trace_buffer *buffer = syscall_sink_buffer(inst);
	int ret;

	ret = ring_buffer_write_block(buffer, block);
	if (ret == -EBUSY && *syscall_sink_off(inst))
		ret = ring_buffer_write_block_cpu(buffer, block, smp_processor_id());
	if (ret != -EBUSY)
		syscall_trace_empty_block(block);

	return ret;
}

/**
 * syscall_trace_write_block - write a block into the ring buffer of this CPU
 * @inst: the instance
 * @block: the events; none if it has been written, or a dump has done so
 *
 * What they tell has happened before recording was switched off, if it is.
 *
 * Context: any but NMI; interrupts are disabled.
 * Return: as ring_buffer_write_block(); -EBUSY if recording is off for another reason, or if a
 * dump writes the block.
 */
int syscall_trace_write_block(struct syscall_trace_instance *inst, struct ring_buffer_block *block)
{
	int ret = 0;

	/* Lockdep is not told, because it could be traced. */
	lockdep_assert(raw_irqs_disabled());

	if (!syscall_trace_take_turn(smp_processor_id()))
		return -EBUSY;
	if (block->size)
		ret = write_in_turn(inst, block);
	syscall_trace_end_turn(smp_processor_id());

	return ret;
}

/* Write a block of this CPU. If recording is off for another reason than tracing_on, it stays. */
static void write_block(struct syscall_trace_instance *inst, struct ring_buffer_block *block)
{
	if (block->size)
		syscall_trace_write_block(inst, block);
}

/**
 * syscall_trace_batch_full - make room in a block for a record that does not fit
 * @inst: the instance
 * @block: its block of this CPU
 * @ts: gets the time of the record
 * @size: what ring_buffer_block_event_size() says of it
 *
 * Context: any but NMI, interrupts are disabled.
 * Return: where the record goes, or NULL: to the ring buffer, if the block is empty; nowhere if
 * it is not, as recording is off.
 */
void *syscall_trace_batch_full(struct syscall_trace_instance *inst, struct ring_buffer_block *block,
			       u64 *ts, unsigned int size)
{
	write_block(inst, block);
	if (inst->has_company)
		return NULL;
	/* Nothing is older than the block that has just been written. */
	*ts = ring_buffer_block_time(syscall_sink_buffer(inst));

	return *ts ? ring_buffer_block_reserve(block, *ts, size) : NULL;
}

/**
 * syscall_trace_batch_one - put a record into the block of this CPU
 * @inst: the instance
 * @task: the call
 * @type: TRACE_SYSCALL_*
 * @context: what the line shows of it
 * @what: its contents
 * @size: bytes of its blobs
 * @clip: if not NULL, how the blobs are cut to @size
 *
 * Context: any, preemption is disabled.
 * Return: what has become of the record.
 */
enum syscall_trace_put
syscall_trace_batch_one(struct syscall_trace_instance *inst, struct syscall_trace_task *task,
			int type, unsigned int context, const struct syscall_trace_contents *what,
			unsigned int size, const struct syscall_trace_clip *clip)
{
	struct ring_buffer_block __percpu *batch = READ_ONCE(inst->batch);
	enum syscall_trace_put put;
	unsigned long irqs;

	if (!batch || in_nmi())
		return SYSCALL_TRACE_NOT_PUT;

	raw_local_irq_save(irqs);
	put = syscall_trace_batch_put(inst, this_cpu_ptr(batch),
				      ring_buffer_block_time(syscall_sink_buffer(inst)), task, type,
				      context, what, size, clip);
	raw_local_irq_restore(irqs);

	return put;
}

/* --------------------------------- writing -------------------------------- */

/**
 * syscall_trace_flush_here - write what waits on this CPU
 * @inst: the instance
 *
 * Context: any, preemption is disabled. In an NMI, nothing is written.
 */
void syscall_trace_flush_here(struct syscall_trace_instance *inst)
{
	struct ring_buffer_block *block = syscall_trace_block_of(inst, smp_processor_id());
	unsigned long irqs;

	if (!block || in_nmi())
		return;
	raw_local_irq_save(irqs);
	write_block(inst, block);
	raw_local_irq_restore(irqs);
}

static bool is_pending(int cpu, void *unused)
{
	const struct syscall_trace_instance *inst;
	const struct ring_buffer_block *block;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list) {
		block = syscall_trace_block_of(inst, cpu);
		if (block && READ_ONCE(block->size))
			return true;
	}

	return false;
}

static void flush_on_cpu(void *unused)
{
	struct syscall_trace_instance *inst;

	list_for_each_entry_rcu(inst, &syscall_trace_instances, list)
		syscall_trace_flush_here(inst);
}

static void flush_all(void)
{
	on_each_cpu_cond(is_pending, flush_on_cpu, NULL, true);
}

/**
 * __syscall_trace_flush - write what waits on all CPUs
 * @tr: the instance that is going to be read
 *
 * Context: task context, interrupts on.
 */
void __syscall_trace_flush(struct trace_array *tr)
{
	u64 now;

	if (!READ_ONCE(tr->syscall_trace.batch))
		return;
	now = ring_buffer_time_stamp(tr->array_buffer.buffer);
	flush_all();
	WRITE_ONCE(tr->syscall_trace.flushed, now);
}

/**
 * syscall_trace_waits_since - does a CPU keep what was recorded before a moment?
 * @tr: the instance, after syscall_trace_flush()
 * @time: the moment, by the clock of the ring buffer
 *
 * Context: any.
 */
bool syscall_trace_waits_since(const struct trace_array *tr, u64 time)
{
	const struct ring_buffer_block *block;
	int cpu;

	guard(preempt)();
	for_each_possible_cpu(cpu) {
		block = syscall_trace_block_of(&tr->syscall_trace, cpu);
		if (block && READ_ONCE(block->size) && READ_ONCE(block->first) <= time)
			return true;
	}

	return false;
}

static void drop(const struct syscall_trace_instance *inst, int cpu)
{
	struct ring_buffer_block *block = syscall_trace_block_of(inst, cpu);

	if (block)
		syscall_trace_empty_block(block);
}

static void drop_on_cpu(void *data)
{
	drop(data, smp_processor_id());
}

/**
 * __syscall_trace_drop - forget what waits, because the ring buffer is cleared
 * @buf: the ring buffer, whose recording is off
 * @cpu: the CPU whose part is cleared, or RING_BUFFER_ALL_CPUS
 *
 * Context: task context, interrupts on.
 */
void __syscall_trace_drop(const struct array_buffer *buf, int cpu)
{
	struct syscall_trace_instance *inst = &buf->tr->syscall_trace;
	int offline;

	if (buf != &buf->tr->array_buffer)
		return;
	guard(cpus_read_lock)();
	on_each_cpu_mask(cpu == RING_BUFFER_ALL_CPUS ? cpu_online_mask : cpumask_of(cpu),
			 drop_on_cpu, inst, true);
	/* What write_dead() could not write */
	guard(preempt)();
	for_each_cpu_andnot(offline, cpu_possible_mask, cpu_online_mask) {
		if (cpu == RING_BUFFER_ALL_CPUS || cpu == offline)
			drop(inst, offline);
	}
	/* Another clock may begin now. */
	WRITE_ONCE(inst->flushed, 0);
}

/**
 * __syscall_trace_catch_up - keep a reader from going ahead of what waits
 * @iter: the reader, set to its next event
 *
 * A reader merges what CPUs have recorded. It must not go beyond the time up to which all of
 * them have written what they had.
 *
 * Context: any.
 * Return: whether CPUs have written since, and there may be an older event.
 */
bool __syscall_trace_catch_up(const struct trace_iterator *iter)
{
	const struct syscall_trace_instance *inst = &iter->tr->syscall_trace;

	if (!READ_ONCE(inst->batch) || iter->array_buffer != &iter->tr->array_buffer ||
	    iter->ts <= READ_ONCE(inst->flushed) || irqs_disabled() || oops_in_progress ||
	    in_dbg_master())
		return false;
	__syscall_trace_flush(iter->tr);

	/* A time beyond now is none that can be waited for. */
	return iter->ts <= READ_ONCE(inst->flushed);
}

static void flush_from_time_to_time(struct work_struct *work)
{
	flush_all();
	if (static_key_enabled(&syscall_trace_is_batching))
		schedule_delayed_work(&next_flush, FLUSH_PERIOD);
}

/* A CPU is offline. What it had collected for an instance is written for it. */
static void write_for(struct syscall_trace_instance *inst, unsigned int cpu)
{
	struct ring_buffer_block *block = syscall_trace_block_of(inst, cpu);

	if (!block || !syscall_trace_take_turn(cpu))
		return;
	if (block->size &&
	    ring_buffer_write_block_cpu(syscall_sink_buffer(inst), block, cpu) != -EBUSY)
		syscall_trace_empty_block(block);
	syscall_trace_end_turn(cpu);
}

static int write_dead(unsigned int cpu)
{
	struct syscall_trace_instance *inst;

	guard(rcu)();
	guard(irqsave)();
	list_for_each_entry_rcu(inst, &syscall_trace_instances, list)
		write_for(inst, cpu);

	return 0;
}

/* ----------------------------------- option ------------------------------- */

static int give_batch(struct syscall_trace_instance *inst)
{
	struct ring_buffer_block __percpu *batch;
	struct ring_buffer_block *block;
	int cpu;

	batch = __alloc_percpu(sizeof(*batch) + SYSCALL_TRACE_BLOCK_ROOM, __alignof__(*batch));
	if (!batch)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		block = per_cpu_ptr(batch, cpu);
		block->max = SYSCALL_TRACE_BLOCK_ROOM;
		block->room = SYSCALL_TRACE_BLOCK_ROOM;
	}
	inst->flushed = 0;
	/* The hooks find blocks that are ready. */
	smp_store_release(&inst->batch, batch);

	return 0;
}

/* Blocks that nobody fills any more. */
struct old_batch {
	struct syscall_trace_instance		*inst;
	struct ring_buffer_block __percpu	*batch;
};

/* From here on, this CPU finds no room in its block, and writes to the ring buffer. */
static void close_block(void *data)
{
	const struct old_batch *old = data;
	struct ring_buffer_block *block = this_cpu_ptr(old->batch);

	/* What a dump is about to write is not lost. */
	while (!syscall_trace_take_turn(smp_processor_id()))
		cpu_relax();
	if (block->size)
		write_in_turn(old->inst, block);
	block->room = 0;
	block->max = 0;
	syscall_trace_empty_block(block);
	syscall_trace_end_turn(smp_processor_id());
}

/* No CPU comes meanwhile, and finds the blocks of which its own has not been closed. */
static void close_blocks(struct old_batch *old)
{
	unsigned int cpu;

	guard(cpus_read_lock)();
	/* Nobody overtakes what waits. */
	on_each_cpu(close_block, old, true);
	scoped_guard(irqsave) {
		for_each_cpu_andnot(cpu, cpu_possible_mask, cpu_online_mask)
			write_for(old->inst, cpu);
	}
	WRITE_ONCE(old->inst->batch, NULL);
}

/**
 * syscall_trace_leave_batch - write what waits for an instance, and take its blocks away
 * @inst: the instance
 *
 * Context: task context, trace_types_lock is held; may sleep.
 */
void syscall_trace_leave_batch(struct syscall_trace_instance *inst)
{
	struct old_batch old = {
		.inst	= inst,
		.batch	= inst->batch,
	};

	lockdep_assert_held(&trace_types_lock);

	if (!old.batch)
		return;
	close_blocks(&old);
	syscall_trace_update_only();
	synchronize_rcu();
	free_percpu(old.batch);
}

/*
 * Give an instance the blocks that syscall_batch asks for, or take them away. A ring buffer that
 * keeps its old records may refuse a block, and then nobody would know whose calls are missing. One
 * that is paused takes nothing, and what waited then would be said to be missing. So their records
 * are written one by one.
 */
static int update_batch(struct syscall_trace_instance *inst, u32 trace_flags)
{
	int ret = 0;

	if (!syscall_trace_option(SYSCALL_TRACE_OPT_BATCH) ||
	    !(trace_flags & TRACE_ITER_OVERWRITE) || (trace_flags & TRACE_ITER_PAUSE_ON_TRACE)) {
		syscall_trace_leave_batch(inst);
	} else if (!inst->batch) {
		ret = give_batch(inst);
		syscall_trace_update_only();
	}

	return ret;
}

static int overwrite_begins(struct trace_array *tr)
{
	int ret;

	/* Before it has blocks, nothing refuses them. */
	ring_buffer_change_overwrite(tr->array_buffer.buffer, true);
	ret = update_batch(&tr->syscall_trace, tr->trace_flags | TRACE_ITER_OVERWRITE);
	if (ret)
		ring_buffer_change_overwrite(tr->array_buffer.buffer, false);

	return ret;
}

/**
 * syscall_trace_option_changes - an option of an instance is about to change
 * @tr: the instance
 * @mask: TRACE_ITER_*
 * @set: what it will be
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error.
 */
int syscall_trace_option_changes(struct trace_array *tr, u32 mask, bool set)
{
	struct syscall_trace_instance *inst;

	lockdep_assert_held(&trace_types_lock);

	if (!(mask & (TRACE_ITER_OVERWRITE | TRACE_ITER_PAUSE_ON_TRACE)))
		return 0;
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		if (inst != &tr->syscall_trace)
			continue;
		if (mask == TRACE_ITER_OVERWRITE && set)
			return overwrite_begins(tr);
		return update_batch(inst, set ? tr->trace_flags | mask : tr->trace_flags & ~mask);
	}

	return 0;
}

/**
 * syscall_trace_update_batches - give instances the blocks that syscall_batch asks for
 *
 * To be called when instances or options have changed.
 *
 * Context: task context, trace_types_lock is held; may sleep.
 * Return: 0 or an error, and then not all have them.
 */
int syscall_trace_update_batches(void)
{
	bool on = syscall_trace_option(SYSCALL_TRACE_OPT_BATCH) &&
		  !list_empty(&syscall_trace_instances);
	struct syscall_trace_instance *inst;
	static bool is_watching;
	int ret;

	lockdep_assert_held(&trace_types_lock);

	if (on && !is_watching) {
		ret = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN, "trace/syscall:batch",
						NULL, write_dead);
		if (ret < 0)
			return ret;
		is_watching = true;
	}
	list_for_each_entry(inst, &syscall_trace_instances, list) {
		ret = update_batch(inst, syscall_trace_array(inst)->trace_flags);
		if (ret)
			return ret;
	}

	if (on) {
		static_branch_enable(&syscall_trace_is_batching);
		schedule_delayed_work(&next_flush, FLUSH_PERIOD);
	} else {
		static_branch_disable(&syscall_trace_is_batching);
	}

	return 0;
}
