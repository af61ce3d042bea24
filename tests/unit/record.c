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
		.kind	= rec->kind,
		.data	= (u8 *)data + 4,
		.size	= rec->size,
		.time	= rec->time,
	};
}

/* Print the entry; returns whether its line is yet to be ended. */
static bool print_enter(struct syscall_trace_fmt *fmt, const struct record *enter)
{
	void *data = copy_of(enter->data, enter->size);
	struct syscall_trace_record rec = as_formatted(enter, data);
	bool open = syscall_trace_print_entry_line(fmt, &rec);

	free(data);

	return open;
}

static void print_whole(struct syscall_trace_fmt *fmt, const struct record *whole)
{
	void *data = copy_of(whole->data, whole->size);
	struct syscall_trace_record rec = as_formatted(whole, data);

	syscall_trace_print_call_line(fmt, &rec);
	free(data);
}

static bool is_exit_of(const struct syscall_trace_fmt *fmt, const struct record *exit)
{
	void *data = copy_of(exit->data, exit->size);
	struct syscall_trace_record rec = as_formatted(exit, data);
	bool found = syscall_trace_is_exit_of(fmt, &rec);

	free(data);

	return found;
}

static void print_exit(struct syscall_trace_fmt *fmt, const struct record *exit, bool joined)
{
	void *data = copy_of(exit->data, exit->size);
	struct syscall_trace_record rec = as_formatted(exit, data);

	if (joined)
		syscall_trace_print_exit_line(fmt, &rec);
	else
		syscall_trace_print_resumed_line(fmt, &rec);
	free(data);
}

static void init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
		     const struct view *view)
{
	syscall_trace_init_fmt(fmt, s, view->flags, view->room);
	fmt->json = view->json;
}

/* What both records of a call have alike, if they are whole. */
static bool same_flags(const struct record *enter, const struct record *exit)
{
	const size_t flags = offsetof(struct syscall_trace_head, flags);

	return enter->size > flags && exit->size > flags &&
	       enter->data[flags] == exit->data[flags];
}

/**
 * record_print - print what a trace would show
 * @s: where it goes
 * @first: a whole call, or an entry, or NULL
 * @exit: the exit, or NULL
 * @view: how
 *
 * Of an entry that is in the ring buffer no more, nothing is left when its exit is
 * printed.
 */
void record_print(struct trace_seq *s, const struct record *first,
		  const struct record *exit, const struct view *view)
{
	size_t longest = TRACE_SEQ_BUFFER_SIZE;
	struct syscall_trace_fmt fmt;
	bool open = false;

	init_fmt(&fmt, s, view);
	if (first && first->kind == SYSCALL_TRACE_WHOLE) {
		print_whole(&fmt, first);
	} else if (first) {
		open = print_enter(&fmt, first);
		/* Else, output.c would never get past the record. */
		assert(syscall_trace_exit_fits(&fmt));
		if (open)
			longest = syscall_trace_longest_line(&fmt);
	}
	if (open && (!exit || view->apart || !is_exit_of(&fmt, exit))) {
		syscall_trace_print_unfinished_line(&fmt);
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
	if (open && same_flags(first, exit))
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
	syscall_trace_print_task_line(&fmt, &event);
	free(data);
}

/**
 * record_print_missing - print that calls of a task are missing
 * @s: where it goes
 * @tid: the task
 * @calls: how many
 * @view: how
 */
void record_print_missing(struct trace_seq *s, int tid, unsigned int calls,
			  const struct view *view)
{
	struct syscall_trace_fmt fmt;

	init_fmt(&fmt, s, view);
	syscall_trace_print_lost_line(&fmt, tid, calls);
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
 * record_append - append bytes, whatever they are
 * @rec: the record
 * @data: the bytes
 * @len: how many
 */
void record_append(struct record *rec, const void *data, size_t len)
{
	append(rec, data, len);
}

/**
 * record_satisfy - let a member of a structure be shown that depends on another one
 * @type: the structure's type
 * @field: the member
 * @layout: the structure's layout
 * @data: the structure, of which all other members are 0
 */
void record_satisfy(const struct syscall_trace_type *type,
		    const struct syscall_trace_field *field, unsigned int layout, u8 *data)
{
	const struct syscall_trace_field *other;
	u64 val;

	if (!field->nr_when || field->unless)
		return;
	other = &type->fields[field->when->field];
	val = field->when->set ? field->when->set->consts[0].value : 1;
	memcpy(data + other->offset[layout], &val, min_t(size_t, other->size[layout], sizeof(val)));
}

/* Append an integer in 64 or in 32 bits. */
static void append_number(struct record *rec, u64 number, bool is_long)
{
	append(rec, &number, is_long ? sizeof(u64) : sizeof(u32));
}

/**
 * record_begin - begin a record with all but its blobs
 * @rec: the record; its time is left as it is
 * @kind: which of the records of calls it becomes
 * @call: what it says
 */
void record_begin(struct record *rec, enum syscall_trace_kind kind,
		  const struct record_call *call)
{
	bool has_words = kind != SYSCALL_TRACE_EXIT || call->flags & SYSCALL_TRACE_HEAD_SPLIT;
	unsigned int nr_args = has_words ? call->nr_args : 0;
	struct syscall_trace_head head = {
		.nr	= call->abi << SYSCALL_TRACE_NR_BITS | (call->nr & SYSCALL_TRACE_NR_MASK),
		.flags	= call->flags,
		.seq	= call->seq,
	};
	unsigned int wide = 0, i;

	for (i = 0; i < nr_args; i++)
		wide |= (call->args[i] >> 32 ? BIT(i) : 0) & call->wide;
	head.words = SYSCALL_TRACE_WORDS(nr_args, wide);
	if (call->nr & ~SYSCALL_TRACE_NR_MASK)
		head.flags |= SYSCALL_TRACE_HEAD_LONG_NR;
	if (call->ret != (s32)call->ret && kind != SYSCALL_TRACE_ENTRY)
		head.flags |= SYSCALL_TRACE_HEAD_LONG_RET;

	rec->kind = kind;
	rec->size = 0;
	append(rec, &head, sizeof(head));
	if (head.flags & SYSCALL_TRACE_HEAD_LONG_NR)
		append(rec, &call->nr, sizeof(call->nr));
	if (kind != SYSCALL_TRACE_ENTRY)
		append_number(rec, call->ret, head.flags & SYSCALL_TRACE_HEAD_LONG_RET);
	if (head.flags & SYSCALL_TRACE_HEAD_TIMED)
		append(rec, &call->entered, sizeof(call->entered));
	for (i = 0; i < nr_args; i++)
		append_number(rec, call->args[i], wide & BIT(i));
}

/* The linker puts it before the one of the formatter, see the Makefile. */
const struct syscall_trace_slot *__real_syscall_trace_find_slot(unsigned int abi, unsigned int nr);
const struct syscall_trace_slot *__wrap_syscall_trace_find_slot(unsigned int abi, unsigned int nr);

const struct syscall_trace_slot *__wrap_syscall_trace_find_slot(unsigned int abi, unsigned int nr)
{
	static struct syscall_trace_slot slot;

	if (nr < RECORD_NR_CALLS || nr - RECORD_NR_CALLS >= syscall_trace_nr_calls)
		return __real_syscall_trace_find_slot(abi, nr);
	slot.call = &syscall_trace_calls[nr - RECORD_NR_CALLS];

	return &slot;
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
struct syscall_trace_blob *record_blob(struct record *rec, unsigned int arg, unsigned int part,
				       unsigned int status, const void *data, size_t len)
{
	const struct syscall_trace_blob_part number = {
		.part		= part & 0xff,
		.part_high	= part >> 8,
		.is_part	= true,
	};
	const struct syscall_trace_blob head = {
		.len		= len,
		.arg		= arg,
		.status		= status,
		.has_part	= !!part,
	};
	struct syscall_trace_blob *blob;

	if (part)
		append(rec, &number, sizeof(number));
	blob = append(rec, &head, sizeof(head));
	append(rec, data, len);
	append(rec, NULL, -len % SYSCALL_TRACE_BLOB_ALIGN);

	return blob;
}
