// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: option syscall_batch: the record of a whole call, which is the most
 * frequent one, goes into a block without being looked at twice. batch.c has the blocks.
 */
#include <linux/percpu.h>

#include "../record/batch.h"
#include "../record/sink.h"
#include "../run.h"
#include "batch.h"

/*
 * Put the record of a whole call into the block of this CPU. Returns false if it has to go to
 * the ring buffer, or if the instance does not collect records any more.
 */
static __always_inline bool put_in_block(struct syscall_trace_instance *inst,
					 struct syscall_trace_task *task,
					 struct pt_regs *regs, long ret)
{
	unsigned int context = unlikely(tif_need_resched()) ? syscall_trace_context() : 0;
	struct ring_buffer_block __percpu *batch = READ_ONCE(inst->batch);
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_contents what __uninitialized;
	bool put;
	u64 ts;

	lockdep_assert_irqs_enabled();

	if (unlikely(!batch))
		return false;

	raw_local_irq_disable();
	/* First, because then little has to be kept while the clock is read. */
	ts = ring_buffer_block_time(syscall_sink_buffer(inst));
	syscall_trace_gather(&what, task, regs, TRACE_SYSCALL_CALL, ret, words);
	put = likely(!what.clip) &&
	      syscall_trace_batch_put(inst, this_cpu_ptr(batch), ts, task, TRACE_SYSCALL_CALL,
				      context, &what, what.size, NULL) != SYSCALL_TRACE_NOT_PUT;
	raw_local_irq_enable();

	return put;
}

/**
 * syscall_trace_write_batched - write the record of a whole call, while there is no usual instance
 * @task: the call
 * @regs: the task's registers
 * @ret: the result
 *
 * If there is one instance, and it collects records, the record goes into the block of this CPU.
 *
 * Context: as syscall_trace_write_to_these(), interrupts on.
 */
void syscall_trace_write_batched(struct syscall_trace_task *task, struct pt_regs *regs, long ret)
{
	struct syscall_trace_instance *inst = READ_ONCE(syscall_trace_only_batching);

	if (unlikely(!inst) || unlikely(!put_in_block(inst, task, regs, ret)))
		syscall_trace_write_everywhere(task, regs, TRACE_SYSCALL_CALL, ret);
}
