// SPDX-License-Identifier: GPL-2.0
/*
 * Events of ktrace in the file trace of tracefs, beside all else that is there.
 *
 * What the record has is copied as it is. The event that has its format is looked up when the
 * record is printed, and may have lost its module by then.
 */
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/trace_seq.h>

#include "../trace.h"
#include "../trace_output.h"
#include "format.h"
#include "ktrace.h"

/* How a record of ktrace stands in the ring buffer of tracefs. */
struct echo_entry {
	struct trace_entry	ent;
	u8			record[];
};

/* A task, and whoever may interrupt it: soft and hard interrupts, and NMIs. */
#define SCRATCH_SLOTS	4

/**
 * struct scratch - where records are built that are for tracefs only
 * @used: how many slots are. What interrupts has given its slot back when it returns.
 * @slots: space for a record of any size
 */
struct scratch {
	unsigned int	used;
	void		*slots[SCRATCH_SLOTS];
};

static DEFINE_PER_CPU(struct scratch, echo_scratch);

/*
 * Whether what is recorded now is echoed. The key is on for longer than this: until all
 * records that were begun meanwhile are finished.
 */
static bool echo_enabled;
DEFINE_STATIC_KEY_FALSE(ktrace_echo_key);

/* Set before the key is switched on. */
static struct trace_array *echo_array;
static struct trace_event echo_event;

/**
 * ktrace_echo_reserve - begin a record that is for tracefs only
 * @size: its bytes
 *
 * For records that the buffer of ktrace has no space for. Any context, with preemption off
 * until ktrace_echo_commit().
 *
 * Return: the record, or NULL: nothing is echoed, or too much is under way.
 */
void *ktrace_echo_reserve(unsigned int size)
{
	struct scratch *scratch = this_cpu_ptr(&echo_scratch);
	unsigned int slot = scratch->used;

	/* Pairs with ktrace_enable_echo(): the slots are there. */
	if (!smp_load_acquire(&echo_enabled))
		return NULL;
	if (slot >= SCRATCH_SLOTS || size > KTRACE_SUBBUF_SIZE)
		return NULL;
	/* Whoever interrupts us from here on takes the next one. */
	WRITE_ONCE(scratch->used, slot + 1);
	barrier();

	return scratch->slots[slot];
}

/**
 * ktrace_echo_commit - write a record to tracefs, if it is for tracefs only
 * @record: the record, wherever it is
 * @size: its bytes
 *
 * Any context, with preemption off.
 *
 * Return: whether it came from ktrace_echo_reserve(), and is done with.
 */
bool ktrace_echo_commit(const void *record, unsigned int size)
{
	struct scratch *scratch = this_cpu_ptr(&echo_scratch);
	unsigned int used = scratch->used;

	/* The last one taken is that of the innermost record, and so ours if any is. */
	if (!used || record != scratch->slots[used - 1])
		return false;
	ktrace_echo(record, size);
	barrier();
	WRITE_ONCE(scratch->used, used - 1);

	return true;
}

/* Once made, it stays. */
static int need_scratch(void)
{
	struct scratch *scratch;
	int cpu, slot;

	lockdep_assert_held(&ktrace_mutex);

	for_each_possible_cpu(cpu) {
		scratch = per_cpu_ptr(&echo_scratch, cpu);
		for (slot = 0; slot < SCRATCH_SLOTS; slot++) {
			if (!scratch->slots[slot])
				scratch->slots[slot] = kmalloc_node(KTRACE_SUBBUF_SIZE, GFP_KERNEL,
								    cpu_to_node(cpu));
			if (!scratch->slots[slot])
				return -ENOMEM;
		}
	}

	return 0;
}

/**
 * ktrace_echo - write a record to tracefs, too
 * @record: the record
 * @size: its bytes
 *
 * Any context, with preemption off.
 */
void ktrace_echo(const void *record, unsigned int size)
{
	struct trace_buffer *buffer = echo_array->array_buffer.buffer;
	unsigned long max = ring_buffer_max_event_size(buffer) - sizeof(struct echo_entry);
	struct ring_buffer_event *event;
	struct echo_entry *entry;

	/* The sub-buffers there may be smaller. The text says "..." where something is missing. */
	size = min_t(unsigned long, size, max);
	event = trace_buffer_lock_reserve(buffer, echo_event.type, sizeof(*entry) + size,
					  tracing_gen_ctx());
	if (!event)
		return;
	entry = ring_buffer_event_data(event);
	memcpy(entry->record, record, size);
	trace_buffer_unlock_commit_nostack(buffer, event);
}

struct echo_out {
	struct ktrace_out	out;
	struct trace_seq	*seq;
};

static void echo_put(struct ktrace_out *out, const char *text, size_t length)
{
	trace_seq_putmem(container_of(out, struct echo_out, out)->seq, text, length);
}

static enum print_line_t echo_print(struct trace_iterator *iter, int flags,
				    struct trace_event *trace_event)
{
	struct echo_entry *entry = (struct echo_entry *)iter->ent;
	struct echo_out echo = {
		.out = { .put = echo_put, .long_size = sizeof(long) },
		.seq = &iter->seq,
	};
	int size = iter->ent_size - sizeof(*entry) - sizeof(u32);
	const struct ktrace_event *event;
	u32 id;

	if (size < 0) {
		trace_seq_puts(&iter->seq, "ktrace: incomplete\n");
		return trace_handle_return(&iter->seq);
	}
	memcpy(&id, entry->record, sizeof(id));

	guard(rcu)();
	event = ktrace_find_event(id);
	if (event) {
		trace_seq_printf(&iter->seq, "%s: ", event->name);
		ktrace_print(&echo.out, event->format, event->kinds, event->nr_args,
			     entry->record + sizeof(id), size);
		trace_seq_putc(&iter->seq, '\n');
	} else {
		trace_seq_printf(&iter->seq, "ktrace: event %u, forgotten\n", id);
	}

	return trace_handle_return(&iter->seq);
}

static struct trace_event_functions echo_functions = {
	.trace = echo_print,
};

static struct trace_event echo_event = {
	.funcs = &echo_functions,
};

/**
 * ktrace_enable_echo - let events appear in tracefs, or no longer
 * @enable: which
 *
 * Takes ktrace_mutex, sleeps.
 *
 * Return: 0; -ENODEV: there is no tracefs; -ENOMEM.
 */
int ktrace_enable_echo(bool enable)
{
	int ret;

	guard(mutex)(&ktrace_mutex);

	if (enable == ktrace_echo_enabled())
		return 0;
	if (!enable) {
		WRITE_ONCE(echo_enabled, false);
		/* A record in the scratch needs the key until it is committed. */
		synchronize_rcu();
		static_branch_disable(&ktrace_echo_key);
		tracing_stop_cmdline_record();
		return 0;
	}
	if (!echo_event.type) {
		echo_array = top_trace_array();
		if (!echo_array || !register_trace_event(&echo_event))
			return -ENODEV;
	}
	ret = need_scratch() ?: tracing_update_buffers(echo_array);
	if (ret < 0)
		return ret;
	tracing_start_cmdline_record();
	static_branch_enable(&ktrace_echo_key);
	/* Whoever sees it sees the key and the scratch, too. */
	smp_store_release(&echo_enabled, true);

	return 0;
}

/**
 * ktrace_echo_enabled - do events appear in tracefs?
 *
 * Return: whether they do.
 */
bool ktrace_echo_enabled(void)
{
	return READ_ONCE(echo_enabled);
}
