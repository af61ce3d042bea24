// SPDX-License-Identifier: GPL-2.0
/*
 * A picture for any browser: a page with the events as JSON, an array of arrays for each. The page
 * itself is in page/. Events are written as they come, so memory is needed for none.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "file.h"
#include "page.h"
#include "writer.h"

/**
 * struct html - a page
 * @writer: what others know of it
 * @file: the file
 * @in_ns: the clock counts nanoseconds
 * @has_rows: the first row was written
 * @base: the time that all others are relative to: a number of JavaScript has 53 bits
 */
struct html {
	struct picture_writer	writer;
	struct picture_file	file;
	bool			in_ns;
	bool			has_rows;
	u64			base;
};

static struct html *html_of(struct picture_writer *writer)
{
	return container_of(writer, struct html, writer);
}

/* ---------------------------------- JSON ---------------------------------- */

static void put(struct html *html, const char *text)
{
	picture_file_write(&html->file, text, strlen(text));
}

static __attribute__((__format__(printf, 2, 3)))
void put_format(struct html *html, const char *format, ...)
{
	char text[128];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	put(html, text);
}

/* What could end the script that the text is in, or is no ASCII, becomes an escape of JSON. */
static void put_escaped(struct html *html, const char *text)
{
	size_t len;

	while (*text) {
		for (len = 0; text[len]; len++) {
			unsigned char c = text[len];

			if (c < ' ' || c > '~' || strchr("\"\\<>&", c))
				break;
		}
		picture_file_write(&html->file, text, len);
		text += len;
		if (*text)
			put_format(html, "\\u%04x", (unsigned char)*text++);
	}
}

static void put_string(struct html *html, const char *text)
{
	put(html, ",\"");
	put_escaped(html, text);
	put(html, "\"");
}

static void put_time(struct html *html, u64 time)
{
	put_format(html, ",%" PRId64, (int64_t)(time - html->base));
}

/* Begins a row. The first one decides what times are relative to. */
static void begin_row(struct html *html, const char *kind, u64 time)
{
	if (!html->has_rows) {
		html->base = time;
		put_format(html, "{\"ns\":%s,\"base\":\"%llu\",\"rows\":[\n",
			   html->in_ns ? "true" : "false", (unsigned long long)html->base);
	}
	put_format(html, "%s[\"%s\"", html->has_rows ? ",\n" : "", kind);
	html->has_rows = true;
}

static void put_arrows(struct html *html, const struct picture_event *event)
{
	if (!event->starts && !event->ends[0] && !event->ends[1])
		return;
	put_format(html, ",%llu,[%llu,%llu]", event->starts, event->ends[0], event->ends[1]);
}

/* ----------------------------------- rows ---------------------------------- */

static void describe(struct html *html, struct picture_task *task, u64 time)
{
	begin_row(html, "t", time);
	put_format(html, ",%u,%d,%d", task->number, task->tid, task->pid);
	put_string(html, task->comm);
	put(html, "]");
	task->is_described = true;
}

static void write_call(struct html *html, const struct picture_event *event)
{
	unsigned int i;

	begin_row(html, "c", event->time);
	put_format(html, ",%u", event->task->number);
	if (event->begin)
		put_time(html, event->begin);
	else
		put(html, ",null");
	if (event->end)
		put_time(html, event->end);
	else
		put(html, ",null");
	put_string(html, event->name);
	put(html, ",\"");
	for (i = 0; i < event->nr_args; i++) {
		put(html, i ? ", " : "");
		put_escaped(html, event->args[i].text);
	}
	put(html, event->is_malformed ? "[malformed record]\"" : "\"");
	if (event->result)
		put_string(html, event->result);
	else
		put(html, ",null");
	if (event->error)
		put_string(html, event->error);
	else
		put(html, ",null");
	put(html, event->what == PICTURE_UNFINISHED ? ",true" : ",false");
	put(html, event->began_earlier ? ",true" : ",false");
	put_arrows(html, event);
	put(html, "]");
}

static void write_mark(struct html *html, const struct picture_event *event)
{
	begin_row(html, "m", event->time);
	put_format(html, ",%u", event->task->number);
	put_time(html, event->time);
	put_string(html, event->what == PICTURE_OTHER ? "other" : "task");
	put_string(html, event->name);
	put_string(html, event->text);
	put_arrows(html, event);
	put(html, "]");
}

static void write_lost_calls(struct html *html, const struct picture_event *event)
{
	begin_row(html, "n", event->time);
	put_format(html, ",%u", event->task->number);
	put_time(html, event->time);
	put_format(html, ",%d", event->value);
	put_string(html, event->text);
	put(html, "]");
}

static void html_event(struct picture_writer *writer, const struct picture_event *event)
{
	struct html *html = html_of(writer);

	if (event->what == PICTURE_ENTRY)
		return;
	if (!event->task->is_described)
		describe(html, event->task, event->time);
	if (event->what == PICTURE_CALL || event->what == PICTURE_UNFINISHED)
		write_call(html, event);
	else if (event->what == PICTURE_LOST)
		write_lost_calls(html, event);
	else
		write_mark(html, event);
}

static void html_lost(struct picture_writer *writer, int cpu, u64 time, long long missing)
{
	struct html *html = html_of(writer);

	begin_row(html, "l", time);
	put_format(html, ",%d", cpu);
	put_time(html, time);
	put_format(html, ",%lld]", missing);
}

static void html_close(struct picture_writer *writer)
{
	struct html *html = html_of(writer);

	if (!html->has_rows)
		put(html, "{\"ns\":true,\"base\":\"0\",\"rows\":[");
	put(html, "\n]}");
	picture_file_write(&html->file, picture_page_tail, picture_page_tail_len);
	picture_file_close(&html->file);
	free(html);
}

static const struct picture_writer_ops html_ops = {
	.event	= html_event,
	.lost	= html_lost,
	.close	= html_close,
};

struct picture_writer *picture_html_open(const char *path, bool in_ns)
{
	struct html *html;

	if (!picture_page_head_len)
		fail("this program was built without the page: install npm, and build it again");
	html = allocate(1, sizeof(*html));
	html->writer.ops = &html_ops;
	html->in_ns = in_ns;
	picture_file_open(&html->file, path);
	picture_file_write(&html->file, picture_page_head, picture_page_head_len);

	return &html->writer;
}
