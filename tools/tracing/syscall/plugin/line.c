// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of single records, for the plugin of libtraceevent. They are made where those of
 * syscall-report are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "shared/error.h"
#include "lines/gaps.h"
#include "lines/line.h"
#include "lines/table.h"

/* "+++ 4294967295 calls of [pid 2147483647] were lost +++ " */
#define MOST_LOST	64

static_assert(PLUGIN_LINE_MAX > TRACE_SEQ_BUFFER_SIZE + MOST_LOST);

/* The table of a kernel has less than a tenth of that. */
#define MOST_TEXT	(16 << 20)

void plugin_set_view(const struct plugin_view *view)
{
	option_set(OPTION_NAMES, view->names);
	option_set(OPTION_RAW, view->raw);
	option_set(OPTION_TIME, view->time);
}

/* ------------------------------ the table ------------------------------ */

jmp_buf plugin_failed;

/* The Makefile has shared/error.c call this in place of exit(). */
void __attribute__((__noreturn__)) plugin_exit(int status);

void plugin_exit(int status)
{
	longjmp(plugin_failed, status);
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text;
	size_t len;

	if (!file)
		fail("cannot read '%s': %s", path, strerror(errno));
	text = allocate(1, MOST_TEXT + 1);
	len = fread(text, 1, MOST_TEXT, file);
	fclose(file);
	text[len] = '\0';

	return text;
}

/**
 * plugin_load_table - let the formatter know which calls the numbers mean
 * @path: a file with the syscall_table of the kernel that has recorded the traces; "": the
 *	  numbers are those of the plugin
 *
 * Return: true unless that is no such file, which is reported.
 */
bool plugin_load_table(const char *path)
{
	/* Not a variable of the function: setjmp() may forget what that is. */
	static char *text;
	bool good = false;

	if (!setjmp(plugin_failed)) {
		if (*path)
			text = read_text(path);
		table_load(path, text);
		good = true;
	}
	free(text);
	text = NULL;

	return good;
}

/* ------------------------------ the lines ------------------------------ */

/* libtraceevent shows a plugin one record at a time. */
static void leave(struct lines *lines, int cpu)
{
}

static const struct record *peek(struct lines *lines, int cpu)
{
	return NULL;
}

/* Returns the end of the text, which replaces the newline there by a NUL. */
static char *put_text(char *to, const struct trace_seq *s)
{
	size_t len = s->len - (s->len && s->buffer[s->len - 1] == '\n');

	memcpy(to, s->buffer, len);
	to[len] = '\0';

	return to + len;
}

/**
 * plugin_make_line - print one record of the tracer
 * @rec: the record
 * @in_ns: whether its clock counts nanoseconds
 * @lost: how many calls of its task are missing before it; the line begins with them
 * @line: the text, without a newline at its end
 */
void plugin_make_line(const struct record *rec, bool in_ns, unsigned int lost,
		      char line[PLUGIN_LINE_MAX])
{
	struct lines lines = { .in_ns = in_ns, .leave = leave, .peek = peek };
	struct trace_seq *s = &lines.s;

	trace_seq_init(s);
	if (lost) {
		lines_print_lost_calls(&lines, rec, lost, NULL);
		line = put_text(line, s);
		/* How many have been made is of no use to anybody then. */
		if (gaps_only_count(rec))
			return;
		*line++ = ' ';
		trace_seq_init(s);
	}
	lines_print_record(&lines, rec, NULL);
	lines_end(&lines);
	put_text(line, s);
}
