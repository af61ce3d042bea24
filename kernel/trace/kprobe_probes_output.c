// SPDX-License-Identifier: GPL-2.0
/*
 * The file kprobe_probes: how the trace shows what its probes have recorded.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/unaligned.h>

#include "kprobe_probes.h"
#include "kprobe_probes_line.h"
#include "trace.h"
#include "trace_probe.h"

/*
 * A value that may be an address of the kernel is shown to those only who may see such ones:
 * to others as a number that stands for it, as %p does. Errors are no addresses.
 */
static void put_value(struct trace_iterator *iter, unsigned long value)
{
	if (iter->iter_flags & TRACE_FILE_SHOW_ADDRESSES || value < TASK_SIZE_MAX ||
	    IS_ERR_VALUE(value))
		trace_seq_printf(&iter->seq, "%#lx", value);
	else
		trace_seq_printf(&iter->seq, "0x%p", (void *)value);
}

/* The function that an address is in. */
static void put_function(struct trace_iterator *iter, unsigned long addr)
{
	struct kprobe_probes_symbol symbol;

	if (kprobe_probes_find_symbol(addr, &symbol))
		trace_seq_puts(&iter->seq, symbol.name);
	else
		put_value(iter, addr);
}

/* The place that is probed, as it can be written to the file. */
static void put_place(struct trace_iterator *iter, unsigned long addr)
{
	struct kprobe_probes_symbol symbol;

	if (!kprobe_probes_find_symbol(addr, &symbol)) {
		put_value(iter, addr);
		trace_seq_puts(&iter->seq, "+0");
		return;
	}
	if (symbol.module[0])
		trace_seq_printf(&iter->seq, "%s:", symbol.module);
	trace_seq_printf(&iter->seq, symbol.offset ? "%s+%#lx" : "%s+%lu", symbol.name,
			 symbol.offset);
}

static void put_values(struct trace_iterator *iter, const struct trace_probe *tp,
		       const void *values)
{
	unsigned int i;

	for (i = 0; i < tp->nr_args; i++) {
		trace_seq_putc(&iter->seq, ' ');
		put_value(iter, get_unaligned((unsigned long *)(values + tp->args[i].offset)));
	}
	trace_seq_putc(&iter->seq, '\n');
}

static const struct trace_probe *probe_of(struct trace_event *event)
{
	return trace_probe_primary_from_call(container_of(event, struct trace_event_call, event));
}

static enum print_line_t print_probe(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	const struct kprobe_trace_entry_head *entry = (void *)iter->ent;
	const struct trace_probe *tp = probe_of(event);

	if (WARN_ON_ONCE(!tp))
		return TRACE_TYPE_HANDLED;
	put_function(iter, entry->ip);
	trace_seq_puts(&iter->seq, ": @");
	put_place(iter, entry->ip);
	put_values(iter, tp, &entry[1]);

	return trace_handle_return(&iter->seq);
}

static enum print_line_t print_return(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	const struct kretprobe_trace_entry_head *entry = (void *)iter->ent;
	const struct trace_probe *tp = probe_of(event);

	if (WARN_ON_ONCE(!tp))
		return TRACE_TYPE_HANDLED;
	/* The call may be the last instruction of its function. */
	put_function(iter, entry->ret_ip - 1);
	trace_seq_puts(&iter->seq, ": <-");
	put_place(iter, entry->func);
	put_values(iter, tp, &entry[1]);

	return trace_handle_return(&iter->seq);
}

struct trace_event_functions kprobe_probes_funcs = {
	.trace = print_probe,
};

struct trace_event_functions kprobe_probes_return_funcs = {
	.trace = print_return,
};

/**
 * kprobe_probes_hides - may the values of an event not be shown as they are?
 * @iter: who reads
 * @event: what is read
 *
 * Context: any.
 * Return: true if it is one of a line, and the reader may not see addresses of the kernel.
 */
bool kprobe_probes_hides(const struct trace_iterator *iter, const struct trace_event *event)
{
	return kprobe_probes_prints(event) && !(iter->iter_flags & TRACE_FILE_SHOW_ADDRESSES);
}
