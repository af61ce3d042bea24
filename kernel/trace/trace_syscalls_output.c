// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: from the ring buffer to the lines of trace, trace_pipe
 * and an oops dump. Finds the exit that belongs on its entry's line; the text
 * itself is the formatter's.
 */
#include <linux/ring_buffer.h>

#include "trace.h"
#include "trace_output.h"
#include "trace_syscalls.h"
#include "trace_syscalls_format.h"

/* Room for the result of a call behind its arguments, the newline included. */
#define RESULT_TEXT_MAX	256

/* iter->private of a trace_pipe */
char syscall_trace_pipe;

/* What must be equal in an entry and its exit. */
struct call_key {
	int	pid;
	u32	id;
	u32	seq;
	u8	abi;
};

static unsigned int format_flags(bool raw)
{
	unsigned int flags = 0;

	if (raw || syscall_trace_option(SYSCALL_TRACE_OPT_RAW))
		flags |= SYSCALL_TRACE_RAW;
	if (syscall_trace_option(SYSCALL_TRACE_OPT_NAMES))
		flags |= SYSCALL_TRACE_NAMES;

	return flags;
}

/*
 * A number may have another name in each ABI, and its entry point may have
 * changed since the record was made: the id has the last word.
 */
static void init_format(struct syscall_trace_fmt *fmt, struct trace_iterator *iter,
			const struct syscall_trace_head *head, bool raw)
{
	const struct syscall_trace_slot *slot;
	bool dump = !trace_buffer_iter(iter, iter->cpu) &&
		    iter->private != &syscall_trace_pipe;

	memset(fmt, 0, sizeof(*fmt));
	fmt->s = &iter->seq;
	fmt->call = head->id ? syscall_trace_find_call(head->id) : NULL;
	fmt->nr = head->nr;
	fmt->abi = head->abi;
	fmt->flags = format_flags(raw);
	fmt->end = trace_seq_used(fmt->s) +
		   (dump ? SYSCALL_TRACE_DUMP_MAX : SYSCALL_TRACE_TEXT_MAX);

	slot = syscall_trace_arch_slot(head->abi, head->nr);

	if (slot && slot->call == fmt->call)
		fmt->name = slot->name;
	else if (fmt->call)
		fmt->name = fmt->call->name;
}

/* Take over words and blobs of a record of @size bytes, and no more than that. */
static bool init_args(struct syscall_trace_fmt *fmt,
		      const struct syscall_enter_entry *entry, size_t size)
{
	size_t head = offsetof(struct syscall_enter_entry, args);
	size_t words = entry->head.nr_args * sizeof(entry->args[0]);
	unsigned int i;

	if (entry->head.nr_args > SYSCALL_TRACE_MAX_ARGS || size < head + words)
		return false;

	fmt->nr_args = entry->head.nr_args;
	for (i = 0; i < entry->head.nr_args; i++)
		fmt->args[i] = entry->args[i];
	fmt->blobs = (void *)entry + head + words;
	fmt->size = size - head - words;

	return true;
}

static bool is_exit_of(const struct trace_entry *ent, const struct call_key *key)
{
	const struct syscall_exit_entry *exit = (void *)ent;

	return ent->type == TRACE_SYSCALL_EXIT && ent->pid == key->pid &&
	       exit->head.seq == key->seq && exit->head.id == key->id &&
	       exit->head.abi == key->abi;
}

/*
 * Look at the record behind the one that is being printed. A reader with an
 * iterator of its own is there already; for a consuming one, trace_pipe or an
 * oops dump, the current record has to go first.
 *
 * The current record must not be looked at any more after this.
 */
static struct syscall_exit_entry *
next_exit(struct trace_iterator *iter, const struct call_key *key)
{
	struct ring_buffer_iter *ring_iter = trace_buffer_iter(iter, iter->cpu);
	struct trace_buffer *buffer = iter->array_buffer->buffer;
	struct ring_buffer_event *event;
	unsigned long lost = 0;
	void *entry;

	if (ring_iter) {
		event = ring_buffer_iter_peek(ring_iter, NULL);
		lost = ring_buffer_iter_dropped(ring_iter);
	} else {
		ring_buffer_consume(buffer, iter->cpu, NULL, NULL);
		event = ring_buffer_peek(buffer, iter->cpu, NULL, &lost);
	}
	if (!event || lost)
		return NULL;

	entry = ring_buffer_event_data(event);

	return is_exit_of(entry, key) ? entry : NULL;
}

static void print_result(struct syscall_trace_fmt *fmt,
			 const struct syscall_exit_entry *exit)
{
	fmt->ret = exit->ret;
	trace_seq_putc(fmt->s, ')');
	if (exit->head.flags & SYSCALL_TRACE_NO_RESULT)
		trace_seq_puts(fmt->s, " = ?");
	else
		syscall_trace_print_ret(fmt);
	trace_seq_putc(fmt->s, '\n');
}

static enum print_line_t print_enter(struct trace_iterator *iter, bool raw)
{
	struct ring_buffer_iter *ring_iter = trace_buffer_iter(iter, iter->cpu);
	struct syscall_enter_entry *entry;
	struct trace_seq *s = &iter->seq;
	struct syscall_exit_entry *exit;
	struct syscall_trace_fmt fmt;
	struct call_key key;

	trace_assign_type(entry, iter->ent);

	init_format(&fmt, iter, &entry->head, raw);
	if (!init_args(&fmt, entry, iter->ent_size)) {
		syscall_trace_print_name(&fmt);
		trace_seq_puts(s, "(<malformed record>\n");
		return trace_handle_return(s);
	}

	syscall_trace_print_enter(&fmt);

	/*
	 * Past next_exit() there is no way back to this record: the caller must
	 * be able to keep the line, and then has to retry with an empty buffer.
	 */
	if (trace_seq_has_overflowed(s) ||
	    trace_seq_used(s) + RESULT_TEXT_MAX > TRACE_SEQ_BUFFER_SIZE)
		return TRACE_TYPE_PARTIAL_LINE;

	key = (struct call_key) {
		.pid	= entry->ent.pid,
		.id	= entry->head.id,
		.seq	= entry->head.seq,
		.abi	= entry->head.abi,
	};
	exit = next_exit(iter, &key);
	if (!exit) {
		/* Even a call that never returns does so when it is turned down. */
		trace_seq_puts(s, fmt.call && fmt.call->noreturn ?
			       ") = ?\n" : " <unfinished ...>\n");
		return ring_iter ? trace_handle_return(s) : TRACE_TYPE_NO_CONSUME;
	}

	print_result(&fmt, exit);
	if (ring_iter)
		ring_buffer_iter_advance(ring_iter);

	return trace_handle_return(s);
}

static enum print_line_t print_exit(struct trace_iterator *iter, bool raw)
{
	struct syscall_exit_entry *exit;
	struct trace_seq *s = &iter->seq;
	struct syscall_trace_fmt fmt;

	trace_assign_type(exit, iter->ent);

	init_format(&fmt, iter, &exit->head, raw);
	trace_seq_puts(s, "<... ");
	syscall_trace_print_name(&fmt);
	trace_seq_puts(s, " resumed>");
	print_result(&fmt, exit);

	return trace_handle_return(s);
}

static enum print_line_t enter_trace(struct trace_iterator *iter, int flags,
				     struct trace_event *event)
{
	return print_enter(iter, false);
}

static enum print_line_t enter_raw(struct trace_iterator *iter, int flags,
				   struct trace_event *event)
{
	return print_enter(iter, true);
}

static enum print_line_t exit_trace(struct trace_iterator *iter, int flags,
				    struct trace_event *event)
{
	return print_exit(iter, false);
}

static enum print_line_t exit_raw(struct trace_iterator *iter, int flags,
				  struct trace_event *event)
{
	return print_exit(iter, true);
}

static struct trace_event_functions enter_funcs = {
	.trace	= enter_trace,
	.raw	= enter_raw,
};

static struct trace_event_functions exit_funcs = {
	.trace	= exit_trace,
	.raw	= exit_raw,
};

static struct trace_event enter_event = {
	.type	= TRACE_SYSCALL_ENTER,
	.funcs	= &enter_funcs,
};

static struct trace_event exit_event = {
	.type	= TRACE_SYSCALL_EXIT,
	.funcs	= &exit_funcs,
};

/**
 * syscall_trace_register_output - make the records printable
 *
 * The printers stay when another tracer is chosen: a trace remains readable
 * after the tracing.
 *
 * Context: boot.
 * Return: 0 or -ENODEV.
 */
int syscall_trace_register_output(void)
{
	if (register_trace_event(&enter_event) && register_trace_event(&exit_event))
		return 0;

	pr_err("syscall tracer: cannot register its record types\n");

	return -ENODEV;
}
