// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>

#include "shared/error.h"
#include "text.h"

/* This number stands for what ftrace itself put on the stack. */
#define TRAMPOLINE	((unsigned long long)INT_MAX)

/*
 * Is the data of a dynamic field within the record? The field holds the offset of the data
 * and, in the upper half, its length.
 */
static bool has_rest(const struct tep_format_field *field, const struct record *rec)
{
	uint32_t word;
	size_t at;

	if (field->size < (int)sizeof(word))
		return false;
	memcpy(&word, rec->data + field->offset, sizeof(word));
	at = word & 0xffff;
	if (field->flags & TEP_FIELD_IS_RELATIVE)
		at += field->offset + field->size;

	return at <= rec->size && word >> 16 <= rec->size - at;
}

/* Are all fields within the record? libtraceevent does not check this. */
static bool has_fields(const struct tep_event *event, const struct record *rec)
{
	const struct tep_format_field *field;

	for (field = event->format.fields; field; field = field->next) {
		if (field->offset < 0 || field->size < 0 ||
		    (size_t)field->offset + field->size > rec->size)
			return false;
		if ((field->flags & TEP_FIELD_IS_DYNAMIC) && !has_rest(field, rec))
			return false;
	}

	return true;
}

/*
 * Returns a copy of the record with zeros behind it, at an address that suits every type.
 * The library reads there if a text has no end, or if an array does not have an element.
 * It reads no further than a text or array of dynamic size can reach, twice 64 KiB; but
 * the index of an element in a format has no limit.
 */
#define BEHIND	(2 * 65536)

static void *padded(const struct record *rec)
{
	static size_t room, used;
	static char *copy;

	if (room < rec->size + BEHIND) {
		room = 2 * rec->size + BEHIND;
		free(copy);
		copy = calloc(1, room);
		if (!copy)
			fail("not enough memory");
	} else if (used > rec->size) {
		memset(copy + rec->size, 0, used - rec->size);
	}
	memcpy(copy, rec->data, rec->size);
	used = rec->size;

	return copy;
}

/* The format has eight addresses. A record may have more or fewer. */
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
 * report_text - print what follows the time in a line
 * @tep: the formats
 * @s: the buffer for the text
 * @rec: the record
 *
 * Return: the text, or NULL if no format describes the record.
 */
const char *report_text(struct tep_handle *tep, struct trace_seq *s, const struct record *rec)
{
	struct tep_event *event = tep_find_event(tep, rec->id);
	struct tep_record stored = {
		.ts	= rec->time,
		.cpu	= rec->cpu,
		.size	= rec->size,
	};
	bool own;

	if (!event)
		return NULL;

	/* The trace shows no names for ftrace's own records. */
	own = strcmp(event->system, "ftrace");
	trace_seq_reset(s);
	if (own)
		trace_seq_printf(s, "%s: ", event->name);
	if (!own && !strcmp(event->name, "kernel_stack")) {
		print_stack(tep, s, event, rec);
	} else if (!has_fields(event, rec)) {
		trace_seq_puts(s, "<malformed record>");
	} else {
		stored.data = padded(rec);
		tep_print_event(tep, s, &stored, "%s", TEP_PRINT_INFO);
	}
	trace_seq_terminate(s);

	return s->buffer ? s->buffer : "";
}
