// SPDX-License-Identifier: GPL-2.0
/*
 * Lines as the kernel prints them. The kernel's own formatter prints the calls. This file prints
 * what is around them, as kernel/trace/trace.c and trace_output.c do.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "shared/printable.h"
#include "line.h"

/* -------------------------------- the options -------------------------------- */

/* The kernel's defaults. */
static struct {
	const char	*name;
	bool		on;
} options[NR_OPTIONS] = {
	[OPTION_ANNOTATE]	= { "annotate", true },
	[OPTION_CONTEXT_INFO]	= { "context-info", true },
	[OPTION_IRQ_INFO]	= { "irq-info", true },
	[OPTION_RECORD_TGID]	= { "record-tgid", false },
	[OPTION_JSON]		= { "syscall_json", false },
	[OPTION_NAMES]		= { "syscall_names", false },
	[OPTION_RAW]		= { "syscall_raw", false },
	[OPTION_TIME]		= { "syscall_time", false },
};

const char *option_name(enum line_option nr)
{
	return options[nr].name;
}

bool option_is_on(enum line_option nr)
{
	return options[nr].on;
}

void option_set(enum line_option nr, bool on)
{
	options[nr].on = on;
}

void option_set_by_name(const char *text)
{
	bool on = strncmp(text, "no", 2) != 0;
	const char *name = on ? text : text + 2;
	unsigned int i;

	for (i = 0; i < NR_OPTIONS; i++) {
		if (!strcmp(options[i].name, name)) {
			options[i].on = on;
			return;
		}
	}
	fail("there is no option '%s'; --help lists them", text);
}

/* ------------------------------- the line head ------------------------------- */

/* The bits of record.flags */
#define IRQS_OFF	0x01
#define NO_IRQ_FLAGS	0x02
#define NEED_RESCHED	0x04
#define HARDIRQ		0x08
#define SOFTIRQ		0x10
#define PREEMPT_RESCHED	0x20
#define NMI		0x40
#define BH_OFF		0x80

static char irqs_char(unsigned int flags)
{
	if (flags & IRQS_OFF)
		return flags & BH_OFF ? 'D' : 'd';
	if (flags & BH_OFF)
		return 'b';

	return flags & NO_IRQ_FLAGS ? 'X' : '.';
}

static char resched_char(unsigned int flags)
{
	if (flags & NEED_RESCHED)
		return flags & PREEMPT_RESCHED ? 'N' : 'n';

	return flags & PREEMPT_RESCHED ? 'p' : '.';
}

static char interrupt_char(unsigned int flags)
{
	if (flags & NMI)
		return flags & HARDIRQ ? 'Z' : 'z';
	if (flags & HARDIRQ)
		return flags & SOFTIRQ ? 'H' : 'h';

	return flags & SOFTIRQ ? 's' : '.';
}

static void print_digit(struct trace_seq *s, unsigned int digit)
{
	if (digit)
		trace_seq_printf(s, "%x", digit);
	else
		trace_seq_putc(s, '.');
}

static void print_time(struct lines *lines, u64 time)
{
	u64 usecs = (time + 500) / 1000;

	if (lines->in_ns)
		trace_seq_printf(&lines->s, " %5llu.%06llu: ", usecs / 1000000, usecs % 1000000);
	else
		trace_seq_printf(&lines->s, " %12llu: ", time);
}

/* A task's name may have any bytes. Special ones are escaped, as in the kernel. */
static void print_comm(struct trace_seq *s, const char *comm)
{
	char text[NAME_LEN * 4 + 1];
	unsigned int len = 0, i;

	for (i = 0; comm[i] && i < NAME_LEN; i++) {
		unsigned char c = comm[i];

		if (c < ' ' || c > '~' || c == '\\')
			len += sprintf(text + len, "\\%03o", c);
		else
			text[len++] = c;
	}
	text[len] = '\0';
	trace_seq_printf(s, "%16s", text);
}

void lines_print_head(struct lines *lines, const struct record *rec, const char *comm, int tgid)
{
	struct trace_seq *s = &lines->s;

	print_comm(s, comm);
	trace_seq_printf(s, "-%-7d ", rec->pid);
	if (option_is_on(OPTION_RECORD_TGID)) {
		if (tgid)
			trace_seq_printf(s, "(%7d) ", tgid);
		else
			trace_seq_puts(s, "(-------) ");
	}
	trace_seq_printf(s, "[%03d] ", rec->cpu);
	if (option_is_on(OPTION_IRQ_INFO)) {
		trace_seq_putc(s, irqs_char(rec->flags));
		trace_seq_putc(s, resched_char(rec->flags));
		trace_seq_putc(s, interrupt_char(rec->flags));
		print_digit(s, rec->preempt_count & 0xf);
		print_digit(s, rec->preempt_count >> 4 & 0xf);
	}
	print_time(lines, rec->time);
}

/* ------------------------------- the records ------------------------------- */

static void init_format(struct lines *lines, struct syscall_trace_fmt *fmt,
			const struct syscall_trace_context *json)
{
	size_t room = json ? SYSCALL_TRACE_JSON_MAX : SYSCALL_TRACE_TEXT_MAX;
	unsigned int flags = 0;

	if (option_is_on(OPTION_RAW))
		flags |= SYSCALL_TRACE_SHOW_RAW;
	if (option_is_on(OPTION_NAMES))
		flags |= SYSCALL_TRACE_SHOW_NAMES;
	if (option_is_on(OPTION_TIME))
		flags |= SYSCALL_TRACE_SHOW_TIME;
	if (lines->in_ns)
		flags |= SYSCALL_TRACE_SHOW_IN_NS;
	if (lines->is_whole)
		room = TRACE_SEQ_LONG_ROOM;
	syscall_trace_init_fmt(fmt, &lines->s, flags, room);
	fmt->json = json;
}

/* The file decides about the address: it may be unaligned. */
struct syscall_trace_record call_record(const struct record *rec)
{
	static const enum syscall_trace_kind kinds[] = {
		[RECORD_CALL]	= SYSCALL_TRACE_WHOLE,
		[RECORD_ENTER]	= SYSCALL_TRACE_ENTRY,
		[RECORD_EXIT]	= SYSCALL_TRACE_EXIT,
	};

	return (struct syscall_trace_record) {
		.kind	= kinds[rec->type],
		.data	= rec->data + rec->head,
		.size	= rec->size - rec->head,
		.time	= rec->time,
	};
}

static void print_call(struct lines *lines, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;

	init_format(lines, &fmt, json);
	syscall_trace_print_call_line(&fmt, &call);
}

static void print_enter(struct lines *lines, const struct record *rec,
			const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;
	const struct record *next;
	int pid = rec->pid;
	int cpu = rec->cpu;
	bool open;

	init_format(lines, &fmt, json);
	open = syscall_trace_print_entry_line(&fmt, &call);
	lines->leave(lines, cpu);
	if (!open)
		return;
	if (!syscall_trace_exit_fits(&fmt)) {
		lines->s.full = true;
		return;
	}

	next = lines->peek(lines, cpu);
	if (next && !next->missing && next->type == RECORD_EXIT && next->pid == pid) {
		call = call_record(next);
		if (!syscall_trace_began_earlier(&fmt) && syscall_trace_is_exit_of(&fmt, &call)) {
			syscall_trace_print_exit_line(&fmt, &call);
			lines->join(lines, next);
			lines->leave(lines, cpu);
			return;
		}
	}
	syscall_trace_print_unfinished_line(&fmt);
}

static void print_exit(struct lines *lines, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_record call = call_record(rec);
	struct syscall_trace_fmt fmt;

	init_format(lines, &fmt, json);
	syscall_trace_print_resumed_line(&fmt, &call);
}

struct syscall_trace_task_event task_record(const struct record *rec)
{
	struct syscall_trace_task_event event = {
		.info	= rec->data + rec->rest,
		.size	= rec->size - rec->rest,
	};

	memcpy(&event.what, rec->data + rec->head, sizeof(event.what));
	memcpy(&event.value, rec->data + rec->head + sizeof(event.what), sizeof(event.value));
	if (rec->other)
		event.value = rec->other;
	memcpy(&event.seq, rec->data + rec->rest - sizeof(event.seq), sizeof(event.seq));

	return event;
}

static void print_task(struct lines *lines, const struct record *rec,
		       const struct syscall_trace_context *json)
{
	struct syscall_trace_task_event event = task_record(rec);
	struct syscall_trace_fmt fmt;

	init_format(lines, &fmt, json);
	syscall_trace_print_task_line(&fmt, &event);
}

void lines_print_record(struct lines *lines, const struct record *rec,
			const struct syscall_trace_context *json)
{
	int cpu = rec->cpu;

	if (rec->type == RECORD_ENTER) {
		print_enter(lines, rec, json);
		return;
	}
	if (rec->type == RECORD_CALL)
		print_call(lines, rec, json);
	else if (rec->type == RECORD_EXIT)
		print_exit(lines, rec, json);
	else
		print_task(lines, rec, json);
	lines->leave(lines, cpu);
}

/* Finds where to cut a text of which so many bytes fit: no character is cut, and no "\\001". */
static size_t place_to_cut(const char *shown, size_t room)
{
	size_t i;

	while (room && (shown[room] & 0xc0) == 0x80)
		room--;
	for (i = 1; i < 4 && i <= room; i++) {
		if (shown[room - i] == '\\')
			return room - i;
	}

	return room;
}

void lines_print_text(struct lines *lines, const char *text)
{
	static const char cut[] = "[LINE TOO BIG]";
	struct trace_seq *s = &lines->s;
	char *shown = printable_copy(text, "\n\t");
	/* A NUL and a newline have to fit, too. */
	size_t room = s->size - s->len - 2;

	if (!shown)
		fail("not enough memory");
	if (strlen(shown) > room && room > strlen(cut)) {
		trace_seq_putmem(s, shown, place_to_cut(shown, room - strlen(cut)));
		trace_seq_puts(s, cut);
	} else {
		trace_seq_puts(s, shown);
	}
	free(shown);
}

void lines_print_text_as_json(struct lines *lines, const struct syscall_trace_context *json,
			      const char *text, size_t len)
{
	struct syscall_trace_fmt fmt;

	init_format(lines, &fmt, json);
	syscall_trace_json_text(&fmt, "other", text, len);
}

void lines_print_lost_calls(struct lines *lines, const struct record *rec, unsigned int calls,
			    const struct syscall_trace_context *json)
{
	struct syscall_trace_fmt fmt;

	init_format(lines, &fmt, json);
	syscall_trace_print_lost_line(&fmt, rec->pid, calls);
}

void lines_print_lost(struct lines *lines, int cpu, long long missing)
{
	struct trace_seq *s = &lines->s;

	if (option_is_on(OPTION_JSON))
		syscall_trace_json_lost(s, cpu, missing < 0 ? ULONG_MAX : missing);
	else if (missing < 0)
		trace_seq_printf(s, "CPU:%d [LOST EVENTS]\n", cpu);
	else
		trace_seq_printf(s, "CPU:%d [LOST %lld EVENTS]\n", cpu, missing);
}

void lines_end(struct lines *lines)
{
	struct trace_seq *s = &lines->s;

	if (trace_seq_has_overflowed(s)) {
		s->full = false;
		trace_seq_puts(s, "[LINE TOO BIG]\n");
	}
}

void lines_write(struct lines *lines)
{
	struct trace_seq *s = &lines->s;

	lines_end(lines);
	if (fwrite(s->buffer, 1, s->len, stdout) != s->len)
		fail("cannot write: %s", strerror(errno));
}
