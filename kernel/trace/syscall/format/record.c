// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: makes one call, with its words and blobs, of the records of its entry
 * and exit. Nothing in a record is trusted. Called by show.c and json.c; printers ask it for
 * blobs.
 */
#include <linux/string.h>

#include "format.h"

static const struct syscall_trace_blob *
find_blob(const struct syscall_trace_blobs *blobs, unsigned int arg, unsigned int part)
{
	const struct syscall_trace_blob *blob;
	size_t pos = 0, need;

	while (pos < blobs->size && blobs->size - pos >= sizeof(*blob)) {
		blob = blobs->data + pos;
		need = sizeof(*blob) + blob->len;
		if (need > blobs->size - pos)
			return NULL;
		if (blob->arg == arg && blob->part == part)
			return blob;
		pos += (need + SYSCALL_TRACE_BLOB_ALIGN - 1) &
		       ~(size_t)(SYSCALL_TRACE_BLOB_ALIGN - 1);
	}

	return NULL;
}

/**
 * syscall_trace_find_blob - find a copy of what an argument leads to
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_DIR_IN: the copy made at entry, or _OUT: that made at exit
 * @part: 0, or which piece of nested data it is
 *
 * Return: the blob, whose @len bytes are inside the record, or NULL if there is none.
 */
const struct syscall_trace_blob *
syscall_trace_find_blob(const struct syscall_trace_fmt *fmt, unsigned int arg,
			unsigned int dir, unsigned int part)
{
	const struct syscall_trace_blob *blob;

	if (dir == SYSCALL_TRACE_DIR_OUT)
		return find_blob(&fmt->out, arg, part);

	blob = find_blob(&fmt->in, arg, part);

	return blob ?: find_blob(&fmt->out, arg | SYSCALL_TRACE_BLOB_AS_ENTERED, part);
}

/* The copy made at entry. */
const struct syscall_trace_blob *
syscall_trace_find_in(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part)
{
	return syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_IN, part);
}

/* The copy made at exit. */
const struct syscall_trace_blob *
syscall_trace_find_out(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part)
{
	return syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT, part);
}

/* The call with an id, or NULL if this table does not have it. */
static const struct syscall_trace_call *find_call(u32 id)
{
	unsigned int low = 0, high = syscall_trace_nr_calls;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;
		const struct syscall_trace_call *call = &syscall_trace_calls[mid];

		if (call->id == id)
			return call;
		if (call->id < id)
			low = mid + 1;
		else
			high = mid;
	}

	return NULL;
}

/* Take over the target's arguments, which the call has in memory. */
static bool take_words(struct syscall_trace_fmt *fmt, const struct syscall_trace_call *call)
{
	size_t size = call->target->nr_args * sizeof(*fmt->args);
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_find_in(fmt, SYSCALL_TRACE_BLOB_WORDS, 0);
	if (!blob || blob->len != size || (fmt->flags & SYSCALL_TRACE_SHOW_RAW))
		return false;

	memcpy(fmt->args, blob->data, size);
	fmt->nr_args = call->target->nr_args;
	fmt->name = call->target_name;

	return true;
}

/* Clear the bits of registers that the entry point ignores. */
static void truncate_words(struct syscall_trace_fmt *fmt, const struct syscall_trace_call *call)
{
	unsigned int i;

	for (i = 0; i < call->nr_args; i++)
		fmt->args[i] = syscall_trace_truncate(&call->args[i], fmt->args[i], fmt->abi);
}

/*
 * Take over @call, which may be NULL. If the words choose a case, take over that; if they are
 * in memory, take over the target.
 */
static void set_call(struct syscall_trace_fmt *fmt, const struct syscall_trace_call *call)
{
	const struct syscall_trace_call *found;

	if (call && call->nr_args == fmt->nr_args)
		truncate_words(fmt, call);
	while (call && call->nr_args == fmt->nr_args) {
		if (call->target && take_words(fmt, call))
			found = call->target;
		else if (call->cases)
			found = syscall_trace_find_case(call, fmt->args[call->cases->arg]);
		else
			break;
		if (!found)
			break;
		call = found;
	}
	fmt->call = call;
}

/*
 * The id tells which call it is. The number gives the call its name in this ABI, unless it
 * belongs to another call since the record was made.
 */
static void init_call(struct syscall_trace_fmt *fmt,
		      const struct syscall_trace_head *head)
{
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(head->abi, head->nr);
	const struct syscall_trace_call *call = find_call(head->id);

	if (slot && slot->call == call)
		fmt->name = slot->name;
	else if (call)
		fmt->name = call->name;
	set_call(fmt, call);
}

/* Take over the head of a record. */
void syscall_trace_load_head(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_head *head)
{
	fmt->nr = head->nr;
	fmt->abi = min_t(unsigned int, head->abi, syscall_trace_nr_abis);
	fmt->uncopied = head->flags & SYSCALL_TRACE_HEAD_UNCOPIED;
	init_call(fmt, head);
}

/* Load the blobs, which are behind the words. */
static bool init_blobs(struct syscall_trace_blobs *blobs, const struct syscall_trace_record *rec)
{
	size_t words = rec->head->nr_args * sizeof(unsigned long);

	if (rec->head->nr_args > SYSCALL_TRACE_MAX_ARGS || rec->size < words)
		return false;

	blobs->data = rec->args + words;
	blobs->size = rec->size - words;

	return true;
}

/* Load words and blobs. */
static bool init_args(struct syscall_trace_fmt *fmt, struct syscall_trace_blobs *blobs,
		      const struct syscall_trace_record *rec)
{
	unsigned int nr = rec->head->nr_args;
	unsigned long word;
	unsigned int i;

	if (!init_blobs(blobs, rec))
		return false;

	fmt->nr_args = nr;
	for (i = 0; i < nr; i++) {
		/* The ring buffer may align records to 4 bytes only. */
		memcpy(&word, rec->args + i * sizeof(word), sizeof(word));
		fmt->args[i] = word;
	}

	return true;
}

/**
 * syscall_trace_load_enter - load the record of an entry
 * @fmt: the call
 * @rec: its entry
 *
 * Return: false if the record is malformed.
 */
bool syscall_trace_load_enter(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_record *rec)
{
	syscall_trace_load_head(fmt, rec->head);
	if (!init_args(fmt, &fmt->in, rec))
		return false;
	fmt->entry_time = rec->time;
	/* The arguments may decide which call it is. */
	init_call(fmt, rec->head);

	return true;
}

/**
 * syscall_trace_load_exit - load the record of an exit
 * @fmt: the call
 * @rec: its exit
 *
 * The record of the entry may be gone.
 *
 * Return: false if the record is malformed.
 */
bool syscall_trace_load_exit(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_record *rec)
{
	unsigned int flags = rec->head->flags;
	const struct syscall_trace_blob *blob;

	fmt->at_exit = true;
	fmt->ret = rec->ret;
	if (syscall_trace_is_narrow(fmt))
		fmt->ret = (s32)fmt->ret;
	fmt->in = (struct syscall_trace_blobs) { };
	if (flags & SYSCALL_TRACE_HEAD_SPLIT) {
		if (!init_args(fmt, &fmt->out, rec))
			return false;
		init_call(fmt, rec->head);
	} else if (!(flags & SYSCALL_TRACE_HEAD_TIMED)) {
		return true;
	} else if (!init_blobs(&fmt->out, rec)) {
		return false;
	}

	blob = syscall_trace_find_out(fmt, SYSCALL_TRACE_BLOB_ENTRY_TIME, 0);
	if (blob && blob->len == sizeof(fmt->entry_time) && blob->count == fmt->clock)
		memcpy(&fmt->entry_time, blob->data, sizeof(fmt->entry_time));

	return true;
}

/**
 * syscall_trace_duration - how long a call took
 * @fmt: the call
 * @rec: its exit
 * @duration: the result, in units of the trace clock
 *
 * Return: true if the duration is wanted and known.
 */
bool syscall_trace_duration(const struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_record *rec, u64 *duration)
{
	if (!(fmt->flags & SYSCALL_TRACE_SHOW_TIME) || !fmt->entry_time ||
	    rec->time < fmt->entry_time)
		return false;
	*duration = rec->time - fmt->entry_time;

	return true;
}

/**
 * syscall_trace_is_exit_of - tell whether an exit belongs to an entry
 * @exit: the head of an exit, the next record of the same CPU
 * @enter: the head of an entry, of the same task
 *
 * Return: true if it does, and so belongs on the same line.
 */
bool syscall_trace_is_exit_of(const struct syscall_trace_head *exit,
			      const struct syscall_trace_head *enter)
{
	return exit->seq == enter->seq && exit->id == enter->id && exit->abi == enter->abi;
}
