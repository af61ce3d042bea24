// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints calls as JSON, one object per line.
 *
 * Each text is that of the line in strace's notation. It is printable ASCII, because that
 * notation escapes all other bytes as C does.
 */
#include <linux/string.h>

#include "format.h"
#include "gap.h"

/* Append @len bytes to be overwritten. */
static void make_room(struct trace_seq *s, size_t len)
{
	static const char blanks[64];
	size_t piece;

	for (; len; len -= piece) {
		piece = min(len, sizeof(blanks));
		trace_seq_putmem(s, blanks, piece);
	}
}

/*
 * Make a JSON string of the text from @start on. It is printable ASCII, so only quotes and
 * backslashes need an escape. The text grows in place, from its end.
 */
static void quote(struct trace_seq *s, size_t start)
{
	size_t from = trace_seq_used(s), extra = 2, to, i;

	for (i = start; i < from; i++)
		extra += s->buffer[i] == '"' || s->buffer[i] == '\\';
	make_room(s, extra);
	if (trace_seq_has_overflowed(s))
		return;

	to = from + extra;
	s->buffer[--to] = '"';
	while (from > start) {
		char c = s->buffer[--from];

		s->buffer[--to] = c;
		if (c == '"' || c == '\\')
			s->buffer[--to] = '\\';
	}
	s->buffer[--to] = '"';
}

/* Print bytes as a JSON string; all but printable ASCII is escaped as in C. */
static void print_bytes(struct trace_seq *s, const char *bytes, size_t len)
{
	size_t start = trace_seq_used(s);
	size_t i;

	for (i = 0; i < len; i++) {
		u8 c = bytes[i];

		if (c < ' ' || c > '~' || c == '\\')
			trace_seq_printf(s, "\\%03o", c);
		else
			trace_seq_putc(s, c);
	}
	quote(s, start);
}

/* Print @before, which is JSON, and a number. */
static void print_int(struct syscall_trace_fmt *fmt, const char *before, s64 val)
{
	trace_seq_puts(fmt->s, before);
	syscall_trace_print_signed(fmt, val);
}

/* Print @before, which is JSON, and a word that needs no escape as a string. */
static void print_word(struct syscall_trace_fmt *fmt, const char *before, const char *word)
{
	trace_seq_puts(fmt->s, before);
	trace_seq_putc(fmt->s, '"');
	trace_seq_puts(fmt->s, word);
	trace_seq_putc(fmt->s, '"');
}

/* Begin an object: when, where and who. */
static void begin_object(struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_context *ctx = fmt->json;

	trace_seq_puts(fmt->s, "{\"time\":");
	syscall_trace_print_unsigned(fmt, ctx->time);
	print_int(fmt, ",\"cpu\":", ctx->cpu);
	trace_seq_puts(fmt->s, ",\"comm\":");
	print_bytes(fmt->s, ctx->comm, strlen(ctx->comm));
	if (ctx->pid)
		print_int(fmt, ",\"pid\":", ctx->pid);
	else
		trace_seq_puts(fmt->s, ",\"pid\":null");
	print_int(fmt, ",\"tid\":", ctx->tid);
	if (ctx->ns_tid && (ctx->ns_tid != ctx->tid || ctx->ns_pid != ctx->pid)) {
		print_int(fmt, ",\"ns_pid\":", ctx->ns_pid);
		print_int(fmt, ",\"ns_tid\":", ctx->ns_tid);
	}
}

static void begin_call(struct syscall_trace_fmt *fmt)
{
	begin_object(fmt);
	print_word(fmt, ",\"abi\":", syscall_trace_abis[fmt->abi].name);
	print_int(fmt, ",\"nr\":", fmt->nr);
	trace_seq_puts(fmt->s, ",\"name\":\"");
	syscall_trace_print_name(fmt);
	trace_seq_puts(fmt->s, "\",\"args\":{");
}

/* Print the arguments in the places from @from up to @to, each with its name, word and text. */
static void print_args(struct syscall_trace_fmt *fmt, unsigned int from, unsigned int to)
{
	bool decoded = syscall_trace_is_decoded(fmt);
	size_t start = trace_seq_used(fmt->s);
	unsigned int place;

	for (place = from; place < to; place++) {
		unsigned int i = decoded ? syscall_trace_arg_at(fmt->call, place) : place;
		bool shown = decoded && syscall_trace_arg_shown(fmt, i);

		if (decoded && !shown)
			continue;
		if (start && fmt->s->buffer[start - 1] != '{')
			trace_seq_putc(fmt->s, ',');
		if (shown)
			print_word(fmt, "", fmt->call->args[i].name);
		else
			trace_seq_printf(fmt->s, "\"arg%u\"", i);
		trace_seq_puts(fmt->s, ":{\"raw\":\"0x");
		syscall_trace_print_hex_digits(fmt, fmt->args[i]);
		trace_seq_putc(fmt->s, '"');
		if (shown) {
			trace_seq_puts(fmt->s, ",\"text\":");
			start = trace_seq_used(fmt->s);
			syscall_trace_print_joined(fmt, i);
			quote(fmt->s, start);
		}
		trace_seq_putc(fmt->s, '}');
		start = trace_seq_used(fmt->s);
	}
}

/* How many of the arguments are printed when the call begins. */
static unsigned int nr_first(const struct syscall_trace_fmt *fmt)
{
	if (!syscall_trace_is_decoded(fmt))
		return fmt->nr_args;

	return fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT ? fmt->call->split : fmt->call->nr_shown;
}

static bool print_begin(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec)
{
	bool valid = syscall_trace_load(fmt, rec);

	begin_call(fmt);
	if (valid)
		print_args(fmt, 0, nr_first(fmt));

	return valid;
}

/**
 * syscall_trace_json_enter - print the beginning of an object, up to the arguments
 * @fmt: the call
 * @rec: its record
 *
 * Return: false if the record is malformed: the object says so and is complete.
 */
bool syscall_trace_json_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	bool valid = print_begin(fmt, rec);

	if (!valid)
		trace_seq_puts(fmt->s, "},\"type\":\"entry\",\"malformed\":true}\n");

	return valid;
}

/* Print when the call was entered, if that is wanted and known. */
static void print_entry_time(struct syscall_trace_fmt *fmt)
{
	if ((fmt->flags & SYSCALL_TRACE_SHOW_TIME) && fmt->entry_time)
		trace_seq_printf(fmt->s, ",\"entered\":%llu", fmt->entry_time);
}

/* End an object of an entry without its exit. */
void syscall_trace_json_unfinished(struct syscall_trace_fmt *fmt)
{
	trace_seq_puts(fmt->s, "},\"type\":\"entry\"");
	if (syscall_trace_began_earlier(fmt))
		trace_seq_puts(fmt->s, ",\"late\":true");
	print_entry_time(fmt);
	trace_seq_puts(fmt->s, "}\n");
}

/* Print what could not be read before the call had ended. */
static void print_late(struct syscall_trace_fmt *fmt)
{
	unsigned int late = syscall_trace_is_decoded(fmt) ? syscall_trace_late_args(fmt) : 0, i;
	bool any = false;
	size_t start;

	for (i = 0; late >> i; i++) {
		if (!(late >> i & 1) || !syscall_trace_arg_shown(fmt, i))
			continue;
		print_word(fmt, any ? "," : ",\"read_at_exit\":{", fmt->call->args[i].name);
		trace_seq_putc(fmt->s, ':');
		start = trace_seq_used(fmt->s);
		syscall_trace_print_late(fmt, i);
		quote(fmt->s, start);
		any = true;
	}
	if (any)
		trace_seq_putc(fmt->s, '}');
}

static void print_result(struct syscall_trace_fmt *fmt,
			 const struct syscall_trace_record *rec)
{
	size_t start;
	u64 duration;

	if (fmt->head.flags & SYSCALL_TRACE_HEAD_NO_RESULT) {
		trace_seq_puts(fmt->s, ",\"ret\":null,\"result\":\"?\"");
		if (fmt->head.flags & SYSCALL_TRACE_HEAD_REWRITTEN)
			trace_seq_puts(fmt->s, ",\"rewritten\":true");
	} else {
		print_int(fmt, ",\"ret\":", syscall_trace_result(fmt));
		trace_seq_puts(fmt->s, ",\"result\":");
		start = trace_seq_used(fmt->s);
		syscall_trace_print_result(fmt);
		quote(fmt->s, start);
		if (syscall_trace_failed(fmt)) {
			const struct syscall_trace_const *c;

			c = syscall_trace_find_const(&syscall_trace_errnos, -fmt->ret);
			if (c)
				print_word(fmt, ",\"errno\":", c->name);
		}
	}
	print_late(fmt);
	if (fmt->head.flags & SYSCALL_TRACE_HEAD_UNDECIDED)
		trace_seq_puts(fmt->s, ",\"undecided\":true");
	print_entry_time(fmt);
	if (syscall_trace_duration(fmt, rec, &duration))
		trace_seq_printf(fmt->s, ",\"duration\":%llu", duration);
	trace_seq_puts(fmt->s, "}\n");
}

/* Print what is known of a call since it has ended. Of a record that is not @valid, nothing is. */
static void print_end(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec,
		      const char *type, bool valid)
{
	fmt->at_exit = true;
	if (valid && (fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT) && syscall_trace_is_decoded(fmt))
		print_args(fmt, fmt->call->split, fmt->call->nr_shown);
	print_word(fmt, "},\"type\":", type);
	if (valid)
		print_result(fmt, rec);
	else
		trace_seq_puts(fmt->s, ",\"ret\":null,\"result\":\"?\",\"malformed\":true}\n");
}

/* Print an object of a whole call. */
void syscall_trace_json_call(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	bool valid = print_begin(fmt, rec);

	print_end(fmt, rec, "call", valid);
}

/* End an object that an entry began. */
void syscall_trace_json_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	bool valid = syscall_trace_load(fmt, rec);

	print_end(fmt, rec, "call", valid);
}

/* Print an object of an exit without its entry; the exit is loaded. */
void syscall_trace_json_resumed(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_record *rec, bool valid)
{
	begin_call(fmt);
	print_end(fmt, rec, "exit", valid);
}

static bool is_space(u8 c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/**
 * syscall_trace_json_text - print an object of a line that is no call
 * @fmt: where the text goes
 * @type: the object's type
 * @text: the line, not trusted; no more than SYSCALL_TRACE_OTHER_MAX bytes are looked at
 * @len: its length
 *
 * White space at the end is left out. If text is, the object says so.
 */
void syscall_trace_json_text(struct syscall_trace_fmt *fmt, const char *type,
			     const char *text, size_t len)
{
	bool cut = len > SYSCALL_TRACE_OTHER_MAX;

	while (!cut && len && is_space(text[len - 1]))
		len--;
	cut |= len == SYSCALL_TRACE_OTHER_MAX;
	len = min_t(size_t, len, SYSCALL_TRACE_OTHER_MAX - 1);

	begin_object(fmt);
	print_word(fmt, ",\"type\":", type);
	trace_seq_puts(fmt->s, ",\"text\":");
	print_bytes(fmt->s, text, len);
	trace_seq_puts(fmt->s, cut ? ",\"truncated\":true}\n" : "}\n");
}

static void print_sent(struct syscall_trace_fmt *fmt, const struct syscall_trace_task_event *event)
{
	struct syscall_trace_sent sent;

	syscall_trace_read_siginfo(fmt, event->info, event->size, &sent);
	print_int(fmt, ",\"signal\":", event->value);
	print_int(fmt, ",\"si_errno\":", sent.error);
	print_int(fmt, ",\"si_code\":", sent.code);
	if (sent.has_sender) {
		print_int(fmt, ",\"si_pid\":", sent.pid);
		print_int(fmt, ",\"si_uid\":", sent.uid);
	}
}

static void print_status(struct syscall_trace_fmt *fmt, int status)
{
	if (!(status & 0x7f)) {
		print_int(fmt, ",\"status\":", status >> 8 & 0xff);
		return;
	}
	print_int(fmt, ",\"signal\":", status & 0x7f);
	trace_seq_puts(fmt->s, status & 0x80 ? ",\"core\":true" : ",\"core\":false");
}

static void print_birth(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_task_event *event)
{
	struct syscall_trace_birth birth;
	bool whole = syscall_trace_find_birth(event, &birth);
	size_t start;

	print_int(fmt, ",\"child\":", event->value);
	if (birth.ns_pid)
		print_int(fmt, ",\"ns_child\":", birth.ns_pid);
	if (!whole)
		return;
	trace_seq_puts(fmt->s, ",\"flags\":");
	start = trace_seq_used(fmt->s);
	syscall_trace_print_birth_flags(fmt, &birth);
	quote(fmt->s, start);
}

/* Print the name of a program. One without a NUL was cut. */
static void print_program(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_task_event *event)
{
	size_t len = strnlen(event->info, event->size);
	bool cut = len == event->size || len > SYSCALL_TRACE_EXEC_NAME_MAX;

	trace_seq_puts(fmt->s, ",\"file\":");
	print_bytes(fmt->s, event->info, min_t(size_t, len, SYSCALL_TRACE_EXEC_NAME_MAX));
	if (cut)
		trace_seq_puts(fmt->s, ",\"truncated\":true");
}

/* Print what an event has besides its text. */
static void print_facts(struct syscall_trace_fmt *fmt,
			const struct syscall_trace_task_event *event)
{
	switch (event->what) {
	case SYSCALL_TRACE_EVENT_SIGNAL:
		print_word(fmt, ",\"event\":", "signal");
		print_sent(fmt, event);
		break;
	case SYSCALL_TRACE_EVENT_END:
		print_word(fmt, ",\"event\":", "exit");
		print_status(fmt, event->value);
		break;
	case SYSCALL_TRACE_EVENT_FORK:
		print_word(fmt, ",\"event\":", "fork");
		print_birth(fmt, event);
		break;
	case SYSCALL_TRACE_EVENT_THREAD:
		print_word(fmt, ",\"event\":", "thread");
		print_birth(fmt, event);
		break;
	case SYSCALL_TRACE_EVENT_EXEC:
		print_word(fmt, ",\"event\":", "exec");
		print_program(fmt, event);
		/* A thread takes over the pid of its process. */
		if (event->value != fmt->json->tid)
			print_int(fmt, ",\"old_tid\":", event->value);
		break;
	}
}

/**
 * syscall_trace_json_task - print an object of what happened to a task
 * @fmt: where the text goes
 * @event: what happened
 */
void syscall_trace_json_task(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_task_event *event)
{
	size_t start;

	/* The kernel's own siginfo has the layout of the first ABI. */
	fmt->abi = 0;

	begin_object(fmt);
	trace_seq_puts(fmt->s, ",\"type\":\"task\"");
	print_facts(fmt, event);
	trace_seq_puts(fmt->s, ",\"text\":");
	start = trace_seq_used(fmt->s);
	syscall_trace_print_event(fmt, event);
	quote(fmt->s, start);
	trace_seq_puts(fmt->s, "}\n");
}

/* Print an object of calls that are missing. */
void syscall_trace_json_lost_calls(struct syscall_trace_fmt *fmt, unsigned int calls)
{
	begin_object(fmt);
	trace_seq_puts(fmt->s, ",\"type\":\"lost\"");
	print_int(fmt, ",\"calls\":", syscall_trace_lost_calls(calls));
	if (calls == SYSCALL_TRACE_LOST_PARTS)
		trace_seq_puts(fmt->s, ",\"parts\":2");
	trace_seq_puts(fmt->s, "}\n");
}

/**
 * syscall_trace_json_lost - print an object that tells of lost records
 * @s: where the text goes
 * @cpu: the processor
 * @records: how many, ULONG_MAX if unknown
 */
void syscall_trace_json_lost(struct trace_seq *s, int cpu, unsigned long records)
{
	trace_seq_printf(s, "{\"cpu\":%d,\"type\":\"lost\"", cpu);
	if (records != ULONG_MAX)
		trace_seq_printf(s, ",\"records\":%lu", records);
	trace_seq_puts(s, "}\n");
}
