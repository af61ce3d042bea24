// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: takes apart the records of a call. Nothing in a record is trusted.
 * Called by line.c and json.c; printers ask it for blobs.
 */
#include <linux/bitops.h>
#include <linux/string.h>

#include "format.h"

/* The blob that begins at @pos, and where the next one does; NULL: there is none. */
static const struct syscall_trace_blob *take_blob(const struct syscall_trace_blobs *blobs,
						  size_t *pos)
{
	const struct syscall_trace_blob *blob;
	size_t need;

	if (*pos >= blobs->size || blobs->size - *pos < sizeof(*blob))
		return NULL;
	blob = blobs->data + *pos;
	if (blob->is_part) {
		*pos += sizeof(struct syscall_trace_blob_part);
		if (blobs->size - *pos < sizeof(*blob))
			return NULL;
		blob = blobs->data + *pos;
		if (!blob->has_part)
			return NULL;
	} else if (blob->has_part) {
		return NULL;
	}
	need = sizeof(*blob) + blob->len;
	if (need > blobs->size - *pos)
		return NULL;
	*pos += (need + SYSCALL_TRACE_BLOB_ALIGN - 1) & ~(size_t)(SYSCALL_TRACE_BLOB_ALIGN - 1);

	return blob;
}

/* What stands for an argument in the blobs of a call. */
static unsigned int blob_arg(const struct syscall_trace_fmt *fmt, unsigned int arg,
			     unsigned int dir)
{
	if (dir == SYSCALL_TRACE_DIR_OUT || (arg < SYSCALL_TRACE_MAX_ARGS && fmt->late >> arg & 1))
		arg |= SYSCALL_TRACE_BLOB_AT_EXIT;

	return arg;
}

/**
 * syscall_trace_next_blob - find the next copy of what an argument leads to
 * @fmt: the call
 * @arg: index of the argument
 * @dir: SYSCALL_TRACE_DIR_IN: a copy made at entry, or _OUT: one made at exit
 * @pos: 0, and then what the last call left there
 *
 * Return: the blob, whose @len bytes are inside the record, or NULL if there are no more.
 */
const struct syscall_trace_blob *
syscall_trace_next_blob(const struct syscall_trace_fmt *fmt, unsigned int arg,
			unsigned int dir, size_t *pos)
{
	const struct syscall_trace_blob *blob;

	arg = blob_arg(fmt, arg, dir);
	while ((blob = take_blob(&fmt->blobs, pos))) {
		if (blob->arg == arg)
			return blob;
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
	size_t pos = 0;

	arg = blob_arg(fmt, arg, dir);
	while ((blob = take_blob(&fmt->blobs, &pos))) {
		if (blob->arg == arg && syscall_trace_blob_nr(blob) == part)
			return blob;
	}

	return NULL;
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

/**
 * syscall_trace_late_args - find what was copied late
 * @fmt: the call
 *
 * What the kernel only reads is copied when the call ends if it could not be read before.
 *
 * Return: the arguments of which there is such a copy, a bit for each.
 */
unsigned int syscall_trace_late_args(const struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_call *call = fmt->call;
	unsigned int i, late = 0, out;

	if (!call || call->nr_args != fmt->nr_args || !fmt->blobs.size)
		return 0;
	out = SYSCALL_TRACE_OUT_MASK(call->captures);
	for (i = 0; i < call->nr_args; i++) {
		if (call->args[i].dir & SYSCALL_TRACE_DIR_IN && !(out & BIT(i)) &&
		    syscall_trace_find_out(fmt, i, 0))
			late |= BIT(i);
	}

	return late;
}

/* Take over the target's arguments, which the call has in memory. */
static bool take_target(struct syscall_trace_fmt *fmt, const struct syscall_trace_call *call)
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
		if (call->target && take_target(fmt, call))
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

/**
 * syscall_trace_identify - find out which call it is
 * @fmt: the call; its number, its ABI, and what there is of words and blobs are known
 */
void syscall_trace_identify(struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(fmt->abi, fmt->nr);

	if (slot)
		fmt->name = slot->name ?: slot->call ? slot->call->name : NULL;
	set_call(fmt, slot ? slot->call : NULL);
}

/* What is left of a record. */
struct rest {
	const void	*data;
	size_t		size;
};

/* Take the next bytes of a record; false: it is too short. */
static bool take(void *to, size_t size, struct rest *rest)
{
	if (rest->size < size)
		return false;
	/* The ring buffer may align records to 4 bytes only. */
	memcpy(to, rest->data, size);
	rest->data += size;
	rest->size -= size;

	return true;
}

/* Take an integer that has 64 bits, or 32 of which the upper one may be a sign. */
static bool take_number(s64 *to, bool is_long, struct rest *rest)
{
	s32 number;

	if (is_long)
		return take(to, sizeof(*to), rest);
	if (!take(&number, sizeof(number), rest))
		return false;
	*to = number;

	return true;
}

static bool take_words(struct syscall_trace_fmt *fmt, struct rest *rest)
{
	unsigned int nr, i;
	s64 word;

	nr = fls(fmt->head.words) - 1;
	if (nr > SYSCALL_TRACE_MAX_ARGS)
		return false;
	for (i = 0; i < nr; i++) {
		bool wide = fmt->head.words & BIT(i);

		if (!take_number(&word, wide, rest))
			return false;
		fmt->args[i] = wide ? word : (u32)word;
	}
	fmt->nr_args = nr;

	return true;
}

/* Does the record have argument words? An exit may leave them to its entry. */
static bool has_words(const struct syscall_trace_fmt *fmt, enum syscall_trace_kind kind)
{
	return kind != SYSCALL_TRACE_EXIT || fmt->head.flags & SYSCALL_TRACE_HEAD_SPLIT;
}

/* Take what follows the number. */
static bool take_rest(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec,
		      struct rest *rest)
{
	if (rec->kind == SYSCALL_TRACE_ENTRY)
		fmt->begin_time = rec->time;
	else if (!take_number(&fmt->ret, fmt->head.flags & SYSCALL_TRACE_HEAD_LONG_RET, rest))
		return false;
	if (syscall_trace_is_narrow(fmt))
		fmt->ret = (s32)fmt->ret;
	if (fmt->head.flags & SYSCALL_TRACE_HEAD_TIMED &&
	    !take(&fmt->entry_time, sizeof(fmt->entry_time), rest))
		return false;
	if (!has_words(fmt, rec->kind))
		return true;
	if (!take_words(fmt, rest))
		return false;
	fmt->blobs = (struct syscall_trace_blobs) { rest->data, rest->size };
	/* The arguments may decide which call it is. */
	syscall_trace_identify(fmt);

	return true;
}

/**
 * syscall_trace_load - load a record
 * @fmt: the call; if @rec is its exit, perhaps with its entry loaded
 * @rec: the record
 *
 * Return: false if the record is malformed: only the name may be known.
 */
bool syscall_trace_load(struct syscall_trace_fmt *fmt, const struct syscall_trace_record *rec)
{
	struct rest rest = { rec->data, rec->size };
	bool valid;
	s64 nr;

	fmt->at_exit = rec->kind == SYSCALL_TRACE_EXIT;
	fmt->blobs = (struct syscall_trace_blobs) { };
	if (!take(&fmt->head, sizeof(fmt->head), &rest))
		return false;
	nr = fmt->head.nr & SYSCALL_TRACE_NR_MASK;
	if (fmt->head.flags & SYSCALL_TRACE_HEAD_LONG_NR && !take_number(&nr, false, &rest))
		return false;
	fmt->nr = nr;
	fmt->abi = min_t(unsigned int, fmt->head.nr >> SYSCALL_TRACE_NR_BITS,
			 syscall_trace_nr_abis);
	fmt->uncopied = fmt->head.flags & SYSCALL_TRACE_HEAD_UNCOPIED;
	valid = take_rest(fmt, rec, &rest);
	if (!fmt->name)
		syscall_trace_identify(fmt);

	return valid;
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
 * syscall_trace_is_exit_of - tell whether a record is the exit of a call
 * @enter: the call, with its entry loaded
 * @rec: the next record of the same task and CPU
 *
 * Return: true if it is, and so belongs on the same line.
 */
bool syscall_trace_is_exit_of(const struct syscall_trace_fmt *enter,
			      const struct syscall_trace_record *rec)
{
	struct rest rest = { rec->data, rec->size };
	struct syscall_trace_head head;

	return rec->kind == SYSCALL_TRACE_EXIT && take(&head, sizeof(head), &rest) &&
	       !((head.seq ^ enter->head.seq) & SYSCALL_TRACE_SEQ_MASK) &&
	       head.nr == enter->head.nr;
}
