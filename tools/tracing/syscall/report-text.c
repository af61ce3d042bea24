// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <string.h>

#include <event-parse.h>

#include "report-text.h"

/* In place of an address: what ftrace itself has put on the stack. */
#define TRAMPOLINE	((unsigned long long)INT_MAX)

/* libtraceevent takes it for granted that the fields are there. */
static bool has_fields(const struct tep_event *event, size_t size)
{
	const struct tep_format_field *field;

	for (field = event->format.fields; field; field = field->next) {
		if (field->offset < 0 || field->size < 0 ||
		    (size_t)field->offset + field->size > size)
			return false;
	}

	return true;
}

/* The format has eight addresses, a record as many as there were. */
static void print_stack(struct tep_handle *tep, struct trace_seq *s,
			struct tep_event *event, const struct record *rec)
{
	struct tep_format_field *field = tep_find_field(event, "caller");
	unsigned long long addr;
	const char *name;
	size_t pos;

	trace_seq_puts(s, "<stack trace>\n");
	if (!field || field->offset < 0)
		return;
	for (pos = field->offset; pos + sizeof(addr) <= rec->size; pos += sizeof(addr)) {
		memcpy(&addr, rec->data + pos, sizeof(addr));
		if (addr == ULLONG_MAX)
			break;
		name = addr == TRAMPOLINE ? "[FTRACE TRAMPOLINE]" : tep_find_function(tep, addr);
		if (name)
			trace_seq_printf(s, " => %s\n", name);
		else
			trace_seq_printf(s, " => 0x%08llx\n", addr);
	}
}

/**
 * report_text - print what stands behind the time
 * @tep: the formats
 * @s: where the text goes
 * @rec: the record
 *
 * Return: the text, or NULL if there is no such event.
 */
const char *report_text(struct tep_handle *tep, struct trace_seq *s, const struct record *rec)
{
	struct tep_event *event = tep_find_event(tep, rec->id);
	struct tep_record stored = {
		.ts	= rec->time,
		.cpu	= rec->cpu,
		.data	= (void *)rec->data,
		.size	= rec->size,
	};
	bool own;

	if (!event)
		return NULL;

	/* What is no event of its own has no name in the trace. */
	own = strcmp(event->system, "ftrace");
	trace_seq_reset(s);
	if (own)
		trace_seq_printf(s, "%s: ", event->name);
	if (!own && !strcmp(event->name, "kernel_stack"))
		print_stack(tep, s, event, rec);
	else if (!has_fields(event, rec->size))
		trace_seq_puts(s, "<malformed record>");
	else
		tep_print_event(tep, s, &stored, "%s", TEP_PRINT_INFO);
	trace_seq_terminate(s);

	return s->buffer ? s->buffer : "";
}
