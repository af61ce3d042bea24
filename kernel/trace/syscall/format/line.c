// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: lines of a trace, from the records of an entry and of an
 * exit. Which exit belongs on the line of an entry is up to who reads the trace.
 * Pure: see format.h.
 */
#include <linux/math64.h>
#include <linux/string.h>

#include "format.h"

/**
 * syscall_trace_init_fmt - begin a line
 * @fmt: the call
 * @s: where the text goes
 * @flags: SYSCALL_TRACE_RAW, SYSCALL_TRACE_NAMES
 * @room: bytes of text after which everything long must end
 */
void syscall_trace_init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
			    unsigned int flags, size_t room)
{
	*fmt = (struct syscall_trace_fmt) {
		.s	= s,
		.flags	= flags,
		.end	= trace_seq_used(s) + room,
	};
}

/*
 * A number may have another name in each ABI, and its entry point may have
 * changed since the record was made: the id has the last word.
 */
static void init_call(struct syscall_trace_fmt *fmt,
		      const struct syscall_trace_head *head)
{
	const struct syscall_trace_slot *slot;
	const struct syscall_trace_call *call;

	call = head->id ? syscall_trace_find_call(head->id) : NULL;
	slot = syscall_trace_arch_slot(head->abi, head->nr);
	if (slot && slot->call == call)
		fmt->name = slot->name;
	else if (call)
		fmt->name = call->name;
	syscall_trace_set_call(fmt, call);
}

/**
 * syscall_trace_load_head - take over what every record begins with
 * @fmt: the call
 * @head: the head of a record
 */
void syscall_trace_load_head(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_head *head)
{
	fmt->nr = head->nr;
	fmt->abi = head->abi;
	fmt->uncopied = head->flags & SYSCALL_TRACE_UNCOPIED;
	init_call(fmt, head);
}

/* Take over blobs, which are behind the words. */
static bool init_blobs(struct syscall_trace_blobs *blobs, const struct syscall_trace_record *rec)
{
	size_t words = rec->head->nr_args * sizeof(unsigned long);

	if (rec->head->nr_args > SYSCALL_TRACE_MAX_ARGS || rec->size < words)
		return false;

	blobs->data = rec->args + words;
	blobs->size = rec->size - words;

	return true;
}

/* Take over words and blobs. */
static bool init_args(struct syscall_trace_fmt *fmt, struct syscall_trace_blobs *blobs,
		      const struct syscall_trace_record *rec)
{
	unsigned int nr = rec->head->nr_args;
	unsigned long word;
	unsigned int i;

	if (!init_blobs(blobs, rec))
		return false;

	fmt->nr_args = nr;
	for (i = 0; i < nr; i++) {
		/* The ring buffer aligns to 4 bytes where that does no harm. */
		memcpy(&word, rec->args + i * sizeof(word), sizeof(word));
		fmt->args[i] = word;
	}

	return true;
}

/**
 * syscall_trace_load_enter - take over an entry
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed.
 */
bool syscall_trace_load_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	syscall_trace_load_head(fmt, rec->head);
	if (!init_args(fmt, &fmt->entered, rec))
		return false;
	fmt->entry_time = rec->time;
	/* The arguments may decide which call it is. */
	init_call(fmt, rec->head);

	return true;
}

/**
 * syscall_trace_load_exit - take over an exit
 * @fmt: the call
 * @rec: its exit
 *
 * The entry need not be there any more.
 *
 * Return: false if the record is malformed.
 */
bool syscall_trace_load_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	const struct syscall_trace_blob *blob;

	fmt->at_exit = true;
	fmt->ret = rec->ret;
	if (syscall_trace_narrow(fmt))
		fmt->ret = (s32)fmt->ret;
	fmt->entered = (struct syscall_trace_blobs) { };
	if (rec->head->flags & SYSCALL_TRACE_HALVES) {
		if (!init_args(fmt, &fmt->left, rec))
			return false;
		init_call(fmt, rec->head);
	} else if (!(rec->head->flags & SYSCALL_TRACE_TIMED) || !init_blobs(&fmt->left, rec)) {
		return !(rec->head->flags & SYSCALL_TRACE_TIMED);
	}

	blob = syscall_trace_find_blob(fmt, SYSCALL_TRACE_ENTRY_TIME, SYSCALL_TRACE_OUT, 0);
	if (blob && blob->len == sizeof(fmt->entry_time) && blob->count == fmt->clock)
		memcpy(&fmt->entry_time, blob->data, sizeof(fmt->entry_time));

	return true;
}

/**
 * syscall_trace_duration - how long a call took
 * @fmt: the call
 * @rec: its exit
 * @duration: the result, in units of the trace clock
 *
 * Return: whether that is wanted and known.
 */
bool syscall_trace_duration(const struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_record *rec, u64 *duration)
{
	if (!(fmt->flags & SYSCALL_TRACE_TIME) || !fmt->entry_time ||
	    rec->time < fmt->entry_time)
		return false;
	*duration = rec->time - fmt->entry_time;

	return true;
}

static void print_duration(struct syscall_trace_fmt *fmt,
			   const struct syscall_trace_record *rec)
{
	u64 duration;
	u32 fraction;

	if (!syscall_trace_duration(fmt, rec, &duration))
		return;
	if (!(fmt->flags & SYSCALL_TRACE_IN_NS)) {
		trace_seq_printf(fmt->s, " <%llu>", duration);
		return;
	}
	duration = div_u64(duration, 1000);
	duration = div_u64_rem(duration, 1000000, &fraction);
	trace_seq_printf(fmt->s, " <%llu.%06u>", duration, fraction);
}

/**
 * syscall_trace_line_enter - print the beginning of a line, up to the arguments
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed: the line is complete then.
 */
bool syscall_trace_line_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	if (!syscall_trace_load_enter(fmt, rec)) {
		syscall_trace_print_name(fmt);
		trace_seq_puts(fmt->s, "(<malformed record>\n");
		return false;
	}

	syscall_trace_print_enter(fmt, rec->head->flags & SYSCALL_TRACE_HALVES);

	return true;
}

/**
 * syscall_trace_line_unfinished - end a line that tells of an entry only
 * @fmt: the call, as syscall_trace_line_enter() left it
 *
 * Even a call that never returns does so when it is turned down.
 */
void syscall_trace_line_unfinished(struct syscall_trace_fmt *fmt)
{
	trace_seq_puts(fmt->s, fmt->call && fmt->call->noreturn ?
		       ") = ?\n" : " <unfinished ...>\n");
}

/**
 * syscall_trace_line_exit - print the rest of a line that tells of an entry
 * @fmt: the call, as syscall_trace_line_enter() left it, less what was captured
 * @rec: its exit
 *
 * The entry need not be there any more.
 */
void syscall_trace_line_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	unsigned int flags = rec->head->flags;

	if (!syscall_trace_load_exit(fmt, rec)) {
		trace_seq_puts(fmt->s, "<malformed record>\n");
		return;
	}

	if (flags & SYSCALL_TRACE_HALVES)
		syscall_trace_print_exit(fmt);
	trace_seq_putc(fmt->s, ')');
	if (flags & SYSCALL_TRACE_REWRITTEN)
		trace_seq_puts(fmt->s, " = ? <rewritten>");
	else if (flags & SYSCALL_TRACE_NO_RESULT)
		trace_seq_puts(fmt->s, " = ?");
	else
		syscall_trace_print_ret(fmt);
	print_duration(fmt, rec);
	trace_seq_putc(fmt->s, '\n');
}

/**
 * syscall_trace_line_resumed - print an exit whose entry is on another line
 * @fmt: the call
 * @rec: its exit
 */
void syscall_trace_line_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec)
{
	syscall_trace_load_head(fmt, rec->head);
	/* The words may decide on the name. */
	syscall_trace_load_exit(fmt, rec);
	trace_seq_puts(fmt->s, "<... ");
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, " resumed>");
	syscall_trace_line_exit(fmt, rec);
}

static void print_signal(struct syscall_trace_fmt *fmt, int sig)
{
	syscall_trace_print_scalar(fmt, &syscall_trace_signal, sig);
}

/**
 * syscall_trace_ns_child - what a new child is called in its parent's pid namespace
 * @event: what happened to the parent
 *
 * Return: its number, 0 if there is no child or it has no other one than everywhere.
 */
int syscall_trace_ns_child(const struct syscall_trace_happening *event)
{
	s32 id = 0;

	if ((event->what == SYSCALL_TRACE_FORK || event->what == SYSCALL_TRACE_THREAD) &&
	    event->size >= sizeof(id))
		memcpy(&id, event->info, sizeof(id));

	return id;
}

static void print_child(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_happening *event, const char *what)
{
	int id = syscall_trace_ns_child(event);

	trace_seq_printf(fmt->s, "+++ %s %d", what, event->value);
	if (id)
		trace_seq_printf(fmt->s, " (%d in its namespace)", id);
	trace_seq_puts(fmt->s, " +++");
}

/**
 * syscall_trace_line_task - print what happened to a task between its calls
 * @fmt: where the text goes
 * @event: what happened
 *
 * The line is complete but for its newline.
 */
void syscall_trace_line_task(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_happening *event)
{
	const u8 *info = event->info;
	size_t size = event->size;
	int value = event->value;
	size_t len;

	fmt->abi = SYSCALL_TRACE_ABI_X86_64;

	switch (event->what) {
	case SYSCALL_TRACE_SIGNAL:
		trace_seq_puts(fmt->s, "--- ");
		print_signal(fmt, value);
		trace_seq_putc(fmt->s, ' ');
		syscall_trace_print_struct(fmt, &syscall_trace_siginfo, info, size);
		trace_seq_puts(fmt->s, " ---");
		break;
	case SYSCALL_TRACE_END:
		if (!(value & 0x7f)) {
			trace_seq_printf(fmt->s, "+++ exited with %d +++", value >> 8 & 0xff);
			break;
		}
		trace_seq_puts(fmt->s, "+++ killed by ");
		print_signal(fmt, value & 0x7f);
		trace_seq_printf(fmt->s, "%s +++", value & 0x80 ? " (core dumped)" : "");
		break;
	case SYSCALL_TRACE_FORK:
		print_child(fmt, event, "forked");
		break;
	case SYSCALL_TRACE_THREAD:
		print_child(fmt, event, "started thread");
		break;
	case SYSCALL_TRACE_EXEC:
		trace_seq_puts(fmt->s, "+++ executes ");
		/* A name without its end was too long. */
		len = strnlen(info, size);
		syscall_trace_print_path(fmt, info, len, len == size);
		trace_seq_puts(fmt->s, " +++");
		break;
	default:
		trace_seq_printf(fmt->s, "+++ event %u (%d) +++", event->what, value);
	}
}

/**
 * syscall_trace_show_enter - begin a line or, with @fmt->json, an object
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if it is complete: the record is malformed.
 */
bool syscall_trace_show_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	if (!fmt->json)
		return syscall_trace_line_enter(fmt, rec);
	syscall_trace_json_enter(fmt, rec, fmt->json);

	return true;
}

/**
 * syscall_trace_longest - tell how long what was begun can become
 * @fmt: the call, as syscall_trace_show_enter() left it
 * @head: the head of its entry
 *
 * Arguments that are left to the exit may be as long as a line allows.
 *
 * Return: bytes of the trace_seq that are in use when it has ended, at most.
 */
size_t syscall_trace_longest(const struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_head *head)
{
	size_t used = trace_seq_used(fmt->s), end = fmt->end;

	/* Quotes are added to a text when it is complete, and may double it. */
	if (fmt->json)
		end += SYSCALL_TRACE_JSON_MAX;
	if ((head->flags & SYSCALL_TRACE_HALVES) && !(fmt->flags & SYSCALL_TRACE_RAW))
		used = max(used, end);

	return used + SYSCALL_TRACE_RESULT_MAX;
}

/**
 * syscall_trace_exit_fits - tell whether what was begun can be ended
 * @fmt: the call, as syscall_trace_show_enter() left it
 * @head: the head of its entry
 *
 * Return: whether there is room for any exit.
 */
bool syscall_trace_exit_fits(const struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_head *head)
{
	return !trace_seq_has_overflowed(fmt->s) &&
	       syscall_trace_longest(fmt, head) <= TRACE_SEQ_BUFFER_SIZE;
}

/**
 * syscall_trace_is_exit_of - tell whether an exit belongs to an entry
 * @exit: the head of an exit, the next record of the same CPU
 * @enter: the head of an entry, of the same task
 *
 * Return: whether it does, and so goes on the same line.
 */
bool syscall_trace_is_exit_of(const struct syscall_trace_head *exit,
			      const struct syscall_trace_head *enter)
{
	return exit->seq == enter->seq && exit->id == enter->id && exit->abi == enter->abi;
}

/**
 * syscall_trace_show_unfinished - end what tells of an entry only
 * @fmt: the call, as syscall_trace_show_enter() left it
 */
void syscall_trace_show_unfinished(struct syscall_trace_fmt *fmt)
{
	if (fmt->json)
		syscall_trace_json_unfinished(fmt);
	else
		syscall_trace_line_unfinished(fmt);
}

/**
 * syscall_trace_show_exit - end what tells of an entry and of its exit
 * @fmt: the call, as syscall_trace_show_enter() left it, less what was captured
 * @rec: its exit
 */
void syscall_trace_show_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	if (fmt->json)
		syscall_trace_json_exit(fmt, rec);
	else
		syscall_trace_line_exit(fmt, rec);
}

/**
 * syscall_trace_show_resumed - print a line or an object that tells of an exit only
 * @fmt: the call
 * @rec: its exit
 */
void syscall_trace_show_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec)
{
	if (fmt->json)
		syscall_trace_json_resumed(fmt, rec, fmt->json);
	else
		syscall_trace_line_resumed(fmt, rec);
}
