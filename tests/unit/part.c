// SPDX-License-Identifier: GPL-2.0
/*
 * Makes records of what cases say of them; the head of unit.c explains the words.
 */
#include <ctype.h>
#include <string.h>

#include "part.h"
#include "words.h"

static void find_number(struct record_call *call, const char *name)
{
	const struct syscall_trace_slot *slot;
	unsigned int nr, i;

	if (isdigit((unsigned char)*name)) {
		call->nr = words_number(name);
		return;
	}
	for (nr = 0; nr < 1000; nr++) {
		slot = syscall_trace_find_slot(call->abi, nr);
		if (slot && slot->name && !strcmp(slot->name, name)) {
			call->nr = nr;
			return;
		}
	}
	/* A call that no number leads to yet goes by the name in the table. */
	for (i = 0; i < syscall_trace_nr_calls; i++) {
		if (!strcmp(syscall_trace_calls[i].name, name)) {
			call->nr = RECORD_NR_CALLS + i;
			return;
		}
	}
	words_die("no such call, neither in a .tbl nor in syscalls.def", name);
}

/**
 * part_begin - begin to read what a case says of a record
 * @part: gets the call
 * @kind: which of the records of calls it is
 * @pos: the rest of the line, from ABI/NAME on
 */
void part_begin(struct part *part, enum syscall_trace_kind kind, char **pos)
{
	char *abi = words_next(pos), *name = abi ? strchr(abi, '/') : NULL;
	struct record_call *call = &part->call;

	if (!name)
		words_die("not ABI/NAME", abi ?: "nothing");
	*name++ = '\0';
	*part = (struct part) { .kind = kind, .words = NO_WORDS, .call.wide = U8_MAX };
	while (call->abi < syscall_trace_nr_abis &&
	       strcmp(syscall_trace_abis[call->abi].name, abi))
		call->abi++;
	if (call->abi == syscall_trace_nr_abis)
		words_die("no such ABI", abi);
	find_number(call, name);
}

/**
 * part_words - read the argument words
 * @part: gets them
 * @pos: the rest of the line, which has nothing else
 */
void part_words(struct part *part, char **pos)
{
	struct record_call *call = &part->call;
	char *text;

	while ((text = words_next(pos))) {
		if (call->nr_args == SYSCALL_TRACE_MAX_ARGS)
			words_die("too many words", text);
		call->args[call->nr_args++] = words_number(text);
		part->has_words = true;
	}
}

static unsigned int read_status(const char *text)
{
	static const char * const names[] = { "ok", "truncated", "faulted", "null" };
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (!strcmp(text, names[i]))
			return i;
	}

	return words_number(text);
}

/**
 * part_blob - read a blob
 * @last: gets it; NULL: there is no record
 * @pos: the rest of the line
 */
void part_blob(struct part *last, char **pos)
{
	static u8 data[2 * U16_MAX];
	char *arg = words_next(pos), *status = words_next(pos), *part;
	unsigned int at_exit = 0;
	bool absent;
	size_t len;
	struct syscall_trace_blob *blob;

	if (!last || !status)
		words_die("not a blob", arg ?: "");
	if (last->nr_blobs == MOST_BLOBS)
		words_die("too many blobs", arg);
	if (last->kind == SYSCALL_TRACE_EXIT)
		at_exit = SYSCALL_TRACE_BLOB_AT_EXIT;
	if (last->kind == SYSCALL_TRACE_EXIT && !strncmp(arg, "entered:", 8)) {
		at_exit = 0;
		arg += 8;
	} else if (last->kind == SYSCALL_TRACE_WHOLE && !strncmp(arg, "left:", 5)) {
		at_exit = SYSCALL_TRACE_BLOB_AT_EXIT;
		arg += 5;
	}
	part = strchr(arg, '.');
	if (part)
		*part++ = '\0';
	len = words_bytes(data, pos);
	absent = !strcmp(status, "absent");
	last->blobs[last->nr_blobs++] = last->copies.size;
	blob = record_blob(&last->copies, words_number(arg) | at_exit, part ? words_number(part) : 0,
			   absent ? SYSCALL_TRACE_BLOB_FAULTED : read_status(status), data, len);
	blob->absent = absent;
}

static struct syscall_trace_blob *blob_of(const struct part *part, unsigned int i)
{
	return syscall_trace_blob_at(part->copies.data + part->blobs[i]);
}

static struct syscall_trace_blob *last_blob(struct part *part)
{
	if (!part->nr_blobs)
		words_die("no blob", "");

	return blob_of(part, part->nr_blobs - 1);
}

/* Let the last blob say how many elements the caller passed. */
static void set_count(struct part *part, u64 count)
{
	const struct syscall_trace_blob_part first = { .is_part = true };
	struct syscall_trace_blob *blob = last_blob(part);
	u8 *start = syscall_trace_blob_start(blob);

	if (!blob->has_part) {
		blob->has_part = true;
		record_append(&part->copies, &first, sizeof(first));
		memmove(start + sizeof(first), start, part->copies.data + part->copies.size -
			start - sizeof(first));
		memcpy(start, &first, sizeof(first));
	}
	syscall_trace_part_of(last_blob(part))->count = count;
}

/**
 * part_set - set a field of the record, or of its last blob
 * @part: what is said of it; NULL: there is none
 * @field: its name
 * @val: its value
 */
void part_set(struct part *part, const char *field, u64 val)
{
	if (!part)
		words_die("no record", field);
	if (!strcmp(field, "seq"))
		part->call.seq = val;
	else if (!strcmp(field, "nr"))
		part->call.nr = val;
	else if (!strcmp(field, "abi"))
		part->call.abi = val;
	else if (!strcmp(field, "words") && val <= U8_MAX)
		part->words = val;
	else if (!strcmp(field, "flags"))
		part->call.flags = val;
	else if (!strcmp(field, "time"))
		part->time = val;
	else if (!strcmp(field, "count"))
		set_count(part, val);
	else if (!strcmp(field, "sort"))
		last_blob(part)->sort = val;
	else if (!strcmp(field, "entered"))
		part->call.entered = val;
	else if (!strcmp(field, "size") && val && val <= RECORD_MAX)
		part->size = val;
	else
		words_die("nothing to set", field);
}

/**
 * part_poke - break a blob
 * @part: what is said of its record; NULL: there is none
 * @offset: where in the blobs
 * @val: what is written there
 * @size: so many bytes of it are
 */
void part_poke(struct part *part, u64 offset, u64 val, u64 size)
{
	if (!part || size > sizeof(val) || offset + size > RECORD_MAX)
		words_die("cannot poke", "");
	memcpy(part->copies.data + offset, &val, size);
}

/* -------------------------- from parts to records ------------------------- */

static void begin_record(struct record *rec, const struct part *part)
{
	struct record_call call = part->call;

	if (call.entered)
		call.flags |= SYSCALL_TRACE_HEAD_TIMED;
	rec->time = part->time;
	record_begin(rec, part->kind, &call);
	if (part->words != NO_WORDS)
		rec->data[offsetof(struct syscall_trace_head, words)] = part->words;
}

/**
 * part_record - make the record
 * @rec: the record
 * @part: what is said of it
 */
void part_record(struct record *rec, const struct part *part)
{
	struct part without = *part;
	size_t start;

	begin_record(rec, part);
	record_append(rec, part->copies.data, part->copies.size);
	if (!part->size)
		return;
	without.call.nr_args = 0;
	begin_record(&without.copies, &without);
	start = without.copies.size;
	if (start + part->size < rec->size)
		rec->size = start + part->size;
}

static bool has_blob(const struct part *part, const struct syscall_trace_blob *blob)
{
	unsigned int i;

	for (i = 0; i < part->nr_blobs; i++) {
		if (blob_of(part, i)->arg == blob->arg &&
		    syscall_trace_blob_nr(blob_of(part, i)) == syscall_trace_blob_nr(blob))
			return true;
	}

	return false;
}

/**
 * part_is_one_call - does one record say the same as both?
 * @enter: the entry
 * @exit: the exit
 */
bool part_is_one_call(const struct part *enter, const struct part *exit)
{
	const struct record_call *a = &enter->call, *b = &exit->call;
	const u8 split = SYSCALL_TRACE_HEAD_SPLIT;

	return a->abi == b->abi && a->nr == b->nr && a->seq == b->seq &&
	       !((a->flags ^ b->flags) & split) &&
	       (!(b->flags & split) || (a->nr_args == b->nr_args &&
					!memcmp(a->args, b->args, sizeof(a->args)))) &&
	       enter->words == NO_WORDS && exit->words == NO_WORDS &&
	       !enter->size && !exit->size;
}

/**
 * part_whole - make one record of both
 * @rec: the record
 * @enter: the entry
 * @exit: the exit
 *
 * What was copied at the entry is in both, and is in the whole record once.
 */
void part_whole(struct record *rec, const struct part *enter, const struct part *exit)
{
	static struct part whole;
	unsigned int i;
	size_t end;

	whole = *enter;
	whole.kind = SYSCALL_TRACE_WHOLE;
	whole.time = exit->time;
	whole.call.ret = exit->call.ret;
	whole.call.flags |= exit->call.flags;
	for (i = 0; i < exit->nr_blobs; i++) {
		const struct syscall_trace_blob *blob = blob_of(exit, i);

		end = i + 1 < exit->nr_blobs ? exit->blobs[i + 1] : exit->copies.size;
		if (!has_blob(enter, blob))
			record_append(&whole.copies, syscall_trace_blob_start(blob),
				      end - exit->blobs[i]);
	}
	part_record(rec, &whole);
}
