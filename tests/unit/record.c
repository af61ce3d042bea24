// SPDX-License-Identifier: GPL-2.0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

/*
 * Memory of just the record's size, at an address as bad as the ring buffer's may
 * be: the sanitizer knows where it ends.
 */
static void *copy_of(const void *bytes, size_t size)
{
	u8 *data = malloc(4 + size);

	assert(data);
	if (size)
		memcpy(data + 4, bytes, size);

	return data;
}

static struct syscall_trace_record as_formatted(const struct record *rec, void *data)
{
	return (struct syscall_trace_record) {
		.head	= &rec->head,
		.ret	= rec->ret,
		.args	= (u8 *)data + 4,
		.size	= rec->size,
		.time	= rec->time,
	};
}

/* Print the entry; returns whether its line is yet to be ended. */
static bool print_enter(struct syscall_trace_fmt *fmt, const struct record *enter)
{
	void *data = copy_of(enter->data, enter->size);
	struct syscall_trace_record rec = as_formatted(enter, data);
	bool open = syscall_trace_show_enter(fmt, &rec);

	free(data);

	return open;
}

static void print_exit(struct syscall_trace_fmt *fmt, const struct record *exit, bool joined)
{
	void *data = copy_of(exit->data, exit->size);
	struct syscall_trace_record rec = as_formatted(exit, data);

	if (joined)
		syscall_trace_show_exit(fmt, &rec);
	else
		syscall_trace_show_resumed(fmt, &rec);
	free(data);
}

static void init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
		     const struct view *view)
{
	syscall_trace_init_fmt(fmt, s, view->flags, view->room);
	fmt->clock = view->clock;
	fmt->json = view->json;
}

/**
 * record_print - print what a trace would show
 * @s: where it goes
 * @enter: the entry, or NULL
 * @exit: the exit, or NULL
 * @view: how
 *
 * Of an entry that is in the ring buffer no more, nothing is left when its exit is
 * printed.
 */
void record_print(struct trace_seq *s, const struct record *enter,
		  const struct record *exit, const struct view *view)
{
	size_t longest = TRACE_SEQ_BUFFER_SIZE;
	struct syscall_trace_fmt fmt;
	bool open = false;

	init_fmt(&fmt, s, view);
	if (enter) {
		open = print_enter(&fmt, enter);
		/* Else, output.c would never get past the record. */
		assert(syscall_trace_exit_fits(&fmt, &enter->head));
		if (open)
			longest = syscall_trace_longest_line(&fmt, &enter->head);
	}
	if (open && (!exit || view->apart ||
		     !syscall_trace_is_exit_of(&exit->head, &enter->head))) {
		syscall_trace_show_unfinished(&fmt);
		open = false;
	}
	if (!exit)
		return;
	if (!open)
		init_fmt(&fmt, s, view);
	print_exit(&fmt, exit, open);
	/*
	 * Else, a trace_pipe with other lines before would lose the entry. Both records
	 * of a call have the same flags.
	 */
	if (open && exit->head.flags == enter->head.flags)
		assert(s->len <= longest);
}

/**
 * record_print_task - print what happened to a task
 * @s: where it goes
 * @what: enum syscall_trace_event, any value
 * @value: by @what
 * @info: by @what
 * @size: bytes of @info
 * @view: how
 */
void record_print_task(struct trace_seq *s, unsigned int what, int value,
		       const void *info, size_t size, const struct view *view)
{
	u8 *data = copy_of(info, size);
	const struct syscall_trace_task_event event = {
		.what	= what,
		.value	= value,
		.info	= data + 4,
		.size	= size,
	};
	struct syscall_trace_fmt fmt;

	init_fmt(&fmt, s, view);
	syscall_trace_show_task(&fmt, &event);
	free(data);
}

/**
 * record_print_text - print what is not a call as JSON
 * @s: where it goes
 * @type: what it is
 * @text: its line
 * @size: bytes of it
 * @view: how
 */
void record_print_text(struct trace_seq *s, const char *type, const void *text, size_t size,
		       const struct view *view)
{
	u8 *data = copy_of(text, size);
	struct syscall_trace_fmt fmt;

	init_fmt(&fmt, s, view);
	syscall_trace_json_text(&fmt, type, (char *)data + 4, size);
	free(data);
}

/* Append bytes, as many as there is room for. */
static void *append(struct record *rec, const void *data, size_t len)
{
	void *pos = rec->data + rec->size;

	assert(len <= RECORD_MAX - rec->size);
	if (data)
		memcpy(pos, data, len);
	else
		memset(pos, 0, len);
	rec->size += len;

	return pos;
}

/**
 * record_words - put argument words into a record that has nothing yet
 * @rec: the record
 * @words: the words
 * @nr: how many
 */
void record_words(struct record *rec, const u64 *words, unsigned int nr)
{
	rec->head.nr_args = nr;
	append(rec, words, nr * sizeof(*words));
}

/**
 * record_blob - append a blob
 * @rec: the record
 * @arg: as in the blob
 * @part: as in the blob
 * @status: as in the blob
 * @data: its bytes
 * @len: how many
 *
 * Return: the blob.
 */
void *record_blob(struct record *rec, unsigned int arg, unsigned int part,
		  unsigned int status, const void *data, size_t len)
{
	struct syscall_trace_blob head = {
		.len	= len,
		.arg	= arg,
		.status	= status,
		.part	= part,
	};
	void *blob = append(rec, &head, sizeof(head));

	append(rec, data, len);
	append(rec, NULL, -len % SYSCALL_TRACE_BLOB_ALIGN);

	return blob;
}
