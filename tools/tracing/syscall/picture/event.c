// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the parts of a picture from records. The kernel's own formatter prints each part, so
 * nothing here takes text apart.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <linux/array_size.h>

#include "event.h"
#include "format/gap.h"
#include "lines/line.h"

/* Text of other tracers is cut as in JSON. */
#define OTHER_LEN	(SYSCALL_TRACE_OTHER_MAX - 1)

void picture_escape(char *text, const char *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = bytes[i];

		if (c < ' ' || c > '~' || c == '\\')
			text += sprintf(text, "\\%03o", c);
		else
			*text++ = c;
	}
	*text = '\0';
}

/* Ends a text, and returns it. */
static const char *end_text(struct picture_event *event, size_t start)
{
	trace_seq_putc(&event->s, '\0');

	return trace_seq_has_overflowed(&event->s) ? "[TOO LONG]" : event->s.buffer + start;
}

/* --------------------------------- calls --------------------------------- */

/* Adds the arguments in the places from @from up to @to. */
static void add_args(struct picture_event *event, unsigned int from, unsigned int to)
{
	static const char * const unnamed[] = { "arg0", "arg1", "arg2", "arg3", "arg4", "arg5" };
	struct syscall_trace_fmt *fmt = &event->fmt;
	bool decoded = syscall_trace_is_decoded(fmt);
	unsigned int place;

	for (place = from; place < to && event->nr_args < SYSCALL_TRACE_MAX_ARGS; place++) {
		unsigned int i = decoded ? syscall_trace_arg_at(fmt->call, place) : place;
		size_t start = trace_seq_used(&event->s);

		if (decoded && !syscall_trace_arg_shown(fmt, i))
			continue;
		if (decoded)
			syscall_trace_print_joined(fmt, i);
		else
			syscall_trace_print_in_hex(fmt, fmt->args[i]);
		event->args[event->nr_args].name = decoded ? fmt->call->args[i].name : unnamed[i];
		event->args[event->nr_args++].text = end_text(event, start);
	}
}

static bool is_split(const struct picture_event *event)
{
	return event->fmt.head.flags & SYSCALL_TRACE_HEAD_SPLIT &&
	       syscall_trace_is_decoded(&event->fmt);
}

/* What the beginning of a call tells. */
static void add_begin(struct picture_event *event)
{
	struct syscall_trace_fmt *fmt = &event->fmt;
	size_t start = trace_seq_used(&event->s);

	syscall_trace_print_name(fmt);
	event->name = end_text(event, start);
	event->abi = syscall_trace_abis[fmt->abi].name;
	event->begin = fmt->entry_time ?: fmt->begin_time;
}

static void add_first_args(struct picture_event *event)
{
	const struct syscall_trace_fmt *fmt = &event->fmt;

	if (!syscall_trace_is_decoded(fmt))
		add_args(event, 0, fmt->nr_args);
	else
		add_args(event, 0, is_split(event) ? fmt->call->split : fmt->call->nr_shown);
}

/* What its end tells. */
static void add_end(struct picture_event *event)
{
	struct syscall_trace_fmt *fmt = &event->fmt;
	const struct syscall_trace_const *error;
	size_t start;

	fmt->at_exit = true;
	if (is_split(event))
		add_args(event, fmt->call->split, fmt->call->nr_shown);
	start = trace_seq_used(&event->s);
	event->has_ret = !(fmt->head.flags & SYSCALL_TRACE_HEAD_NO_RESULT);
	if (event->has_ret)
		event->ret = fmt->ret;
	syscall_trace_print_outcome(fmt);
	event->result = end_text(event, start);
	if (!event->has_ret || !syscall_trace_failed(fmt))
		return;
	error = syscall_trace_find_const(&syscall_trace_errnos, -fmt->ret);
	event->error = error ? error->name : "?";
}

static bool load(struct picture_event *event, const struct record *rec)
{
	struct syscall_trace_record call = call_record(rec);
	bool valid = syscall_trace_load(&event->fmt, &call);

	event->is_malformed = event->is_malformed || !valid;

	return valid;
}

static void begin(struct picture_event *event, unsigned int flags)
{
	syscall_trace_init_fmt(&event->fmt, &event->s, flags, SYSCALL_TRACE_TEXT_MAX);
}

void picture_event_entry(struct picture_event *event, const struct record *rec, unsigned int flags)
{
	bool valid;

	begin(event, flags);
	event->what = PICTURE_ENTRY;
	event->has_entry = true;
	valid = load(event, rec);
	event->began_earlier = syscall_trace_began_earlier(&event->fmt);
	add_begin(event);
	if (valid)
		add_first_args(event);
}

void picture_event_exit(struct picture_event *event, const struct record *rec)
{
	event->what = PICTURE_CALL;
	if (load(event, rec))
		add_end(event);
}

void picture_event_call(struct picture_event *event, const struct record *rec, unsigned int flags)
{
	bool valid;

	begin(event, flags);
	event->what = PICTURE_CALL;
	valid = load(event, rec);
	add_begin(event);
	if (!valid)
		return;
	/* An exit without its entry has only what the kernel has written. */
	if (rec->type == RECORD_CALL)
		add_first_args(event);
	add_end(event);
}

bool picture_event_ends_by(const struct picture_event *event, const struct record *rec)
{
	struct syscall_trace_record call = call_record(rec);

	return syscall_trace_is_exit_of(&event->fmt, &call);
}

bool picture_event_sent(const struct picture_event *event, int *signal, int *to)
{
	/* The signal is the argument behind the task, but for the descriptor of a process. */
	static const struct {
		const char	*name;
		unsigned int	signal;
		bool		has_task;
	} calls[] = {
		{ "kill", 1, true }, { "tkill", 1, true }, { "tgkill", 2, true },
		{ "rt_sigqueueinfo", 1, true }, { "rt_tgsigqueueinfo", 2, true },
		{ "pidfd_send_signal", 1, false },
	};
	const u64 *args = event->fmt.args;
	unsigned int i;

	*to = 0;
	*signal = SIGCHLD;
	if (event->what == PICTURE_END)
		return true;
	if (event->what != PICTURE_CALL || !event->has_ret || event->ret)
		return false;
	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		if (strcmp(event->name, calls[i].name) || event->fmt.nr_args <= calls[i].signal)
			continue;
		*signal = args[calls[i].signal];
		if (calls[i].has_task)
			*to = args[calls[i].signal - 1];
		return *signal;
	}

	return false;
}

/* ---------------------------- between the calls ---------------------------- */

void picture_event_task(struct picture_event *event, const struct record *rec)
{
	static const struct {
		enum picture_what	what;
		const char		*name;
	} kinds[] = {
		[SYSCALL_TRACE_EVENT_SIGNAL]	= { PICTURE_SIGNAL, "signal" },
		[SYSCALL_TRACE_EVENT_END]	= { PICTURE_END, "exit" },
		[SYSCALL_TRACE_EVENT_FORK]	= { PICTURE_FORK, "fork" },
		[SYSCALL_TRACE_EVENT_THREAD]	= { PICTURE_THREAD, "thread" },
		[SYSCALL_TRACE_EVENT_EXEC]	= { PICTURE_EXEC, "exec" },
	};
	struct syscall_trace_task_event task = task_record(rec);
	struct syscall_trace_sent sent;
	size_t start;

	begin(event, 0);
	event->what = PICTURE_OTHER;
	event->name = "event";
	event->value = task.value;
	if (task.what < ARRAY_SIZE(kinds)) {
		event->what = kinds[task.what].what;
		event->name = kinds[task.what].name;
	}
	if (event->what == PICTURE_SIGNAL) {
		syscall_trace_read_siginfo(&event->fmt, task.info, task.size, &sent);
		event->sender = sent.has_sender ? sent.pid : 0;
		start = trace_seq_used(&event->s);
		syscall_trace_print_signal(&event->fmt, task.value);
		event->name = end_text(event, start);
	}
	start = trace_seq_used(&event->s);
	syscall_trace_print_event(&event->fmt, &task);
	event->text = end_text(event, start);
}

void picture_event_other(struct picture_event *event, const char *text)
{
	char escaped[OTHER_LEN * 4 + sizeof("...")];
	size_t len = strlen(text), start;
	bool cut;

	while (len && strchr(" \t\n\v\f\r", text[len - 1]))
		len--;
	cut = len > OTHER_LEN;
	picture_escape(escaped, text, cut ? OTHER_LEN : len);
	if (cut)
		strcat(escaped, "...");
	event->what = PICTURE_OTHER;
	/* Most begin with the name of the event. */
	len = strcspn(escaped, ": ");
	start = trace_seq_used(&event->s);
	if (len && escaped[len] == ':')
		trace_seq_putmem(&event->s, escaped, len);
	else
		trace_seq_puts(&event->s, "other");
	event->name = end_text(event, start);
	start = trace_seq_used(&event->s);
	trace_seq_puts(&event->s, escaped);
	event->text = end_text(event, start);
}

void picture_event_lost(struct picture_event *event, int tid, unsigned int calls)
{
	begin(event, 0);
	event->what = PICTURE_LOST;
	event->name = "lost calls";
	event->value = syscall_trace_lost_calls(calls);
	syscall_trace_print_lost_line(&event->fmt, tid, calls);
	/* Without the newline. */
	event->s.len--;
	event->text = end_text(event, 0);
}
