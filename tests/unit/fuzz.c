// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes as records: the sanitizers see what the formatter reads, and this sees
 * what it prints.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "format/format.h"

/* What a line begins with, task and time, is no longer than this. */
#define PREFIX_MAX	256

/* ftrace_dump() prints 1000 bytes of a line; tasks and times take some 60. */
#define DUMP_LINE_MAX	(1000 - 60)

static void bad(const struct trace_seq *s, const char *what)
{
	fprintf(stderr, "the line %s: %.*s\n", what, (int)s->len, s->buffer);
	abort();
}

/* Both return what is behind it, NULL if it is none. */
static const char *json_value(const char *pos, unsigned int depth);

static const char *json_string(const char *pos)
{
	if (*pos++ != '"')
		return NULL;
	for (; *pos != '"'; pos++) {
		if (*pos == '\\' && *++pos != '"' && *pos != '\\')
			return NULL;
		if (*pos == '\n' || !*pos)
			return NULL;
	}

	return pos + 1;
}

static const char *json_object(const char *pos, unsigned int depth)
{
	do {
		pos++;
		if (*pos == '}')
			break;
		pos = json_string(pos);
		if (!pos || *pos++ != ':')
			return NULL;
		pos = json_value(pos, depth + 1);
	} while (pos && *pos == ',');

	return pos && *pos == '}' ? pos + 1 : NULL;
}

static const char *json_value(const char *pos, unsigned int depth)
{
	if (depth > 4)
		return NULL;
	if (*pos == '"')
		return json_string(pos);
	if (*pos == '{')
		return json_object(pos, depth);
	if (!strncmp(pos, "null", 4) || !strncmp(pos, "true", 4))
		return pos + 4;
	if (!strncmp(pos, "false", 5))
		return pos + 5;

	return pos + strspn(pos, "-0123456789");
}

static void check_json(struct trace_seq *s)
{
	const char *pos = s->buffer + PREFIX_MAX;

	while (*pos) {
		pos = *pos == '{' ? json_value(pos, 0) : NULL;
		if (!pos || *pos != '\n')
			bad(s, "is not JSON");
		pos++;
	}
}

static void check(struct trace_seq *s, const struct decoded *in)
{
	unsigned int lines = 0, wanted = in->has_first || in->has_exit || in->is_task;
	size_t i, start = PREFIX_MAX;

	if (in->has_first && in->has_exit && in->view.apart && !in->is_task)
		wanted = 2;
	if (trace_seq_has_overflowed(s))
		bad(s, "does not fit");
	for (i = PREFIX_MAX; i < s->len; i++) {
		unsigned char c = s->buffer[i];

		if (c != '\n') {
			if (c < ' ' || c > '~')
				bad(s, "has a byte that is not to be printed");
			continue;
		}
		lines++;
		if (in->view.room == SYSCALL_TRACE_DUMP_MAX && i + 1 - start > DUMP_LINE_MAX)
			bad(s, "is cut off in an oops dump");
		start = i + 1;
	}
	/* A malformed entry is a line of its own. */
	if (lines != wanted && !(lines == 2 && wanted == 1 && in->has_first))
		bad(s, "is not one line");
	if (wanted && s->buffer[s->len - 1] != '\n')
		bad(s, "has no end");
	if (in->view.json)
		check_json(s);
}

/* libFuzzer calls it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct trace_seq s;
	static struct decoded in;

	if (!input_decode(&in, data, size))
		return -1;

	trace_seq_init(&s);
	memset(s.buffer, '.', PREFIX_MAX);
	s.len = PREFIX_MAX;
	s.buffer[s.len] = '\0';
	if (in.is_task)
		record_print_task(&s, in.what, in.value, in.info, in.info_size, &in.view);
	else
		record_print(&s, in.has_first ? &in.first : NULL,
			     in.has_exit ? &in.exit : NULL, &in.view);
	check(&s, &in);

	return 0;
}
