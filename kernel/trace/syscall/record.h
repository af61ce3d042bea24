/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: writes records to the ring buffer of an instance. In line, for the
 * hooks.
 */
#ifndef _SYSCALL_RECORD_H
#define _SYSCALL_RECORD_H

#include "tracer.h"

/* record.c */
unsigned int syscall_trace_resched_context(void);
void syscall_trace_store_enter_clipped(struct syscall_trace_instance *inst,
				       const struct syscall_trace_task *task,
				       const struct syscall_trace_store *store);
void syscall_trace_store_exit_clipped(struct syscall_trace_instance *inst,
				      const struct syscall_trace_task *task,
				      const struct syscall_trace_store *store, long ret);

/*
 * Fill in what all records of the ring buffer begin with. The hooks run preemptible and
 * with interrupts on: of the context that a line shows, only the need to reschedule
 * has to be found out.
 */
static __always_inline void syscall_trace_init_entry(struct trace_entry *ent, int type)
{
	lockdep_assert_irqs_enabled();

	tracing_generic_entry_update(ent, type, 0);
	if (unlikely(tif_need_resched()))
		tracing_generic_entry_update(ent, type, syscall_trace_resched_context());
}

/*
 * Most records are short, and memcpy() of a length that the compiler does not
 * know takes longer to start than to copy them.
 */
static __always_inline void syscall_trace_copy_words(unsigned long *to, const unsigned long *from,
						     unsigned int nr)
{
	switch (nr) {
	default:
		if (nr > 32) {
			memcpy(to, from, nr * sizeof(*to));
			break;
		}
		/* The compiler would turn a loop of plain stores into memcpy(). */
		do {
			nr--;
			WRITE_ONCE(to[nr], from[nr]);
		} while (nr > 8);
		fallthrough;
	case 8:
		to[7] = from[7];
		fallthrough;
	case 7:
		to[6] = from[6];
		fallthrough;
	case 6:
		to[5] = from[5];
		fallthrough;
	case 5:
		to[4] = from[4];
		fallthrough;
	case 4:
		to[3] = from[3];
		fallthrough;
	case 3:
		to[2] = from[2];
		fallthrough;
	case 2:
		to[1] = from[1];
		fallthrough;
	case 1:
		to[0] = from[0];
		fallthrough;
	case 0:
		break;
	}
}

/*
 * trace_buffer_unlock_commit(), shorter for records without stacks. That function must
 * also look for the per-CPU page of filters, which the tracer never uses. The name of the
 * task is saved when it is scheduled out.
 */
static __always_inline void syscall_trace_commit(struct trace_array *tr,
						 struct trace_buffer *buffer,
						 struct ring_buffer_event *event)
{
	if (likely(!(tr->trace_flags & (TRACE_ITER_STACKTRACE |
					TRACE_ITER_USERSTACKTRACE)))) {
		__this_cpu_write(trace_taskinfo_save, true);
		ring_buffer_unlock_commit(buffer);
	} else {
		trace_buffer_unlock_commit(tr, buffer, event, tracing_gen_ctx_dec());
	}
}

/* Reserve a record, and fill in the part that entries and exits have in common. */
static __always_inline void *
syscall_trace_reserve(struct trace_buffer *buffer, const struct syscall_trace_task *task,
		      int type, size_t size, struct ring_buffer_event **event)
{
	struct syscall_enter_entry *entry;

	static_assert(offsetof(struct syscall_enter_entry, head) ==
		      offsetof(struct syscall_exit_entry, head));

	*event = ring_buffer_lock_reserve(buffer, size);
	if (unlikely(!*event))
		return NULL;

	entry = ring_buffer_event_data(*event);
	syscall_trace_init_entry(&entry->ent, type);
	entry->head = task->head;

	return entry;
}

/* With @nr words of arguments and captured data. */
static __always_inline void syscall_trace_store_enter(struct syscall_trace_instance *inst,
						      const struct syscall_trace_task *task,
						      const unsigned long *words,
						      unsigned int nr)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_enter_entry *entry;
	struct ring_buffer_event *event;

	entry = syscall_trace_reserve(buffer, task, TRACE_SYSCALL_ENTER,
				      struct_size(entry, args, nr), &event);
	if (unlikely(!entry))
		return;
	syscall_trace_copy_words(entry->args, words, nr);
	syscall_trace_commit(tr, buffer, event);
}

static __always_inline void syscall_trace_store_exit(struct syscall_trace_instance *inst,
						     const struct syscall_trace_task *task,
						     long ret, const unsigned long *words,
						     unsigned int nr)
{
	struct trace_array *tr = container_of(inst, struct trace_array, syscall_trace);
	struct trace_buffer *buffer = tr->array_buffer.buffer;
	struct syscall_exit_entry *entry;
	struct ring_buffer_event *event;

	entry = syscall_trace_reserve(buffer, task, TRACE_SYSCALL_EXIT,
				      struct_size(entry, args, nr), &event);
	if (unlikely(!entry))
		return;
	entry->ret = ret;
	syscall_trace_copy_words(entry->args, words, nr);
	syscall_trace_commit(tr, buffer, event);
}

#endif /* _SYSCALL_RECORD_H */
