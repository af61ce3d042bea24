// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: makes blobs, one for each piece of memory that is copied, so that
 * the arguments of a call share the store fairly. Called by all that copy.
 */
#include "../refusals.h"
#include "blob.h"

/* The bits that a blob has for it. */
static_assert(SYSCALL_TRACE_VARIANT < 1 << 3);

/**
 * syscall_trace_set_faulted - mark a blob whose end could not be read
 * @blob: the blob, which is made part of the record
 * @absent: it is not resident
 *
 * When the call begins, let the exit try again. When it ends, it is still entered.
 *
 * Context: any; the store is that of the current task.
 */
void syscall_trace_set_faulted(struct syscall_trace_blob *blob, bool absent)
{
	struct syscall_trace_task *task = syscall_trace_of(current);

	blob->status = SYSCALL_TRACE_BLOB_FAULTED;
	if (absent)
		blob->absent = true;
	if (READ_ONCE(task->entered))
		return;
	task->flags |= SYSCALL_TRACE_READ_LATE;
	task->store->mm = current->mm;
	/* Then the exit does not take a short way. */
	task->store->fits = -1;
}

/**
 * syscall_trace_end_string - finish a string that is null, too long or not resident
 * @blob: the blob
 * @str: the string in user space, or NULL
 * @len: what reading it returned: @limit + 1, or negative
 * @limit: bytes of it that are wanted
 *
 * Context: may sleep.
 * Return: the size of the blob.
 */
size_t syscall_trace_end_string(struct syscall_trace_blob *blob, const char __user *str,
				long len, unsigned int limit)
{
	bool absent = false;

	if (!str) {
		blob->status = SYSCALL_TRACE_BLOB_NULL;
		return syscall_trace_blob_size(0);
	}
	if (len < 0)
		len = syscall_trace_read_string(blob->data, str, limit + 1, &absent);
	if (len < 0) {
		syscall_trace_set_faulted(blob, absent);
		len = 0;
	} else if (len > limit) {
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
		len = limit;
	}
	blob->len = len;

	return syscall_trace_blob_size(len);
}

/**
 * syscall_trace_note_missing - note that there are pieces of an argument that were not copied
 * @cap: the capture
 * @arg: index of the argument
 *
 * The first piece of an argument tells: whoever looks for something in all of them must know
 * that these are not all. See struct syscall_trace_blob.
 */
void syscall_trace_note_missing(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob;
	void *pos;

	for (pos = cap->store->blobs; pos < cap->pos; pos = syscall_trace_blob_end(blob)) {
		blob = syscall_trace_blob_at(pos);
		if (blob->arg != syscall_trace_captured(cap, arg))
			continue;
		if (blob->status <= SYSCALL_TRACE_BLOB_TRUNCATED)
			blob->absent = true;
		return;
	}
}

/**
 * syscall_trace_add_blob - begin the next blob
 * @cap: the capture
 * @arg: index of the argument
 * @part: which piece of it
 * @sort: enum syscall_trace_sort
 *
 * Return: the blob, without data, or NULL if there is no room. It is part of the
 * record only after syscall_trace_end_blob().
 */
struct syscall_trace_blob *
syscall_trace_add_blob(struct syscall_trace_capture *cap, unsigned int arg,
		       unsigned int part, unsigned int sort)
{
	struct syscall_trace_blob *blob = cap->pos;

	if (part)
		return syscall_trace_add_counted(cap, arg, part, sort, 0);
	if (cap->pos + sizeof(*blob) > cap->end) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
		return NULL;
	}

	*blob = (struct syscall_trace_blob) {
		.arg	= syscall_trace_captured(cap, arg),
		.sort	= sort,
	};

	return blob;
}

/**
 * syscall_trace_add_counted - begin the next blob, with a number of elements
 * @cap: the capture
 * @arg: index of the argument
 * @part: which piece of it
 * @sort: enum syscall_trace_sort
 * @count: see struct syscall_trace_blob_part
 *
 * Return: as syscall_trace_add_blob().
 */
struct syscall_trace_blob *
syscall_trace_add_counted(struct syscall_trace_capture *cap, unsigned int arg,
			  unsigned int part, unsigned int sort, u64 count)
{
	struct syscall_trace_blob *blob;

	if (cap->pos + SYSCALL_TRACE_BLOB_HEAD_MAX > cap->end) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_ROOM);
		syscall_trace_note_missing(cap, arg);
		return NULL;
	}

	blob = syscall_trace_put_part(cap->pos, part, count);
	*blob = (struct syscall_trace_blob) {
		.arg		= syscall_trace_captured(cap, arg),
		.sort		= sort,
		.has_part	= true,
	};

	return blob;
}

/**
 * syscall_trace_end_blob - make the blob part of the record
 * @cap: the capture
 * @blob: what syscall_trace_add_blob() returned last
 */
void syscall_trace_end_blob(struct syscall_trace_capture *cap,
			    const struct syscall_trace_blob *blob)
{
	cap->pos = syscall_trace_blob_end(blob);
}

/**
 * syscall_trace_capture_words - make a blob of words instead of memory
 * @cap: the capture
 * @arg: index of the argument
 * @part: which piece of it
 * @words: the words
 * @nr: number of words
 *
 * Return: false if there is no room.
 */
bool syscall_trace_capture_words(struct syscall_trace_capture *cap, unsigned int arg,
				 unsigned int part, const u64 *words, unsigned int nr)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_NESTED);
	if (!blob || !syscall_trace_has_room(cap, blob, nr * sizeof(*words)))
		return false;
	blob->len = nr * sizeof(*words);
	memcpy(blob->data, words, blob->len);
	syscall_trace_end_blob(cap, blob);

	return true;
}

/**
 * syscall_trace_share - how many bytes of data the next blob may have
 * @cap: the capture
 *
 * Return: the fair share of an argument in the space that is left, less the blob's head.
 */
size_t syscall_trace_share(const struct syscall_trace_capture *cap)
{
	size_t share = syscall_trace_left(cap) / max(cap->sharers, 1U);
	size_t head = SYSCALL_TRACE_BLOB_HEAD_MAX + SYSCALL_TRACE_BLOB_ALIGN;

	return share < head ? 0 : share - head;
}

/**
 * syscall_trace_piece - bytes to copy of one of several pieces of an argument
 * @cap: the capture
 * @size: bytes of this piece
 * @limit: bytes that are wanted of it
 * @rest: how many pieces are still to come, this one included
 *
 * A piece gets no more than its part of the argument's share, so that a long one leaves
 * room for those behind it.
 *
 * Return: @limit, or less.
 */
size_t syscall_trace_piece(const struct syscall_trace_capture *cap, size_t size, size_t limit,
			   unsigned int rest)
{
	size_t head = SYSCALL_TRACE_BLOB_HEAD_MAX + SYSCALL_TRACE_BLOB_ALIGN;
	size_t share = syscall_trace_share(cap) / max(rest, 1U);

	if (rest <= 1)
		return limit;
	share = share > head ? share - head : 0;
	if (min(size, limit) > share)
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);

	return min(limit, share);
}

/* Append memory of which not all is resident. Returns the bytes, at the end, that are missing. */
static noinline size_t copy_by_page(struct syscall_trace_blob *blob, unsigned long addr,
				    size_t wanted)
{
	bool absent = false;
	size_t missing;

	missing = syscall_trace_read_by_page(blob->data + blob->len, addr, wanted, &absent);
	if (missing)
		syscall_trace_set_faulted(blob, absent);

	return missing;
}

/**
 * syscall_trace_copy - append user memory to the blob that is being made
 * @cap: the capture
 * @blob: the blob
 * @addr: the address in user space
 * @size: bytes that are there
 * @limit: bytes that are wanted
 *
 * Sets the blob's status if not all of it could be read.
 *
 * Context: may sleep.
 */
void syscall_trace_copy(struct syscall_trace_capture *cap, struct syscall_trace_blob *blob,
			unsigned long addr, size_t size, size_t limit)
{
	size_t share = syscall_trace_share(cap), wanted;

	share = share > blob->len ? share - blob->len : 0;
	wanted = min(size, limit);
	if (wanted > share) {
		syscall_trace_refuse(SYSCALL_TRACE_REFUSED_NO_SHARE);
		wanted = share;
	}
	if (wanted < size)
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;

	if (syscall_trace_has_devices() ||
	    unlikely(syscall_trace_read_resident(blob->data + blob->len, addr, wanted)))
		wanted -= copy_by_page(blob, addr, wanted);
	blob->len += wanted;
}

/**
 * syscall_trace_capture_blob - capture one piece of memory
 * @cap: the capture
 * @arg: index of the argument
 * @part: which piece of it
 * @sort: enum syscall_trace_sort
 * @addr: the address in user space
 * @size: bytes that are there
 * @limit: bytes that are wanted
 *
 * Context: may sleep.
 * Return: the blob, which is part of the record, or NULL if there is no room.
 */
struct syscall_trace_blob *
syscall_trace_capture_blob(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned int sort,
			   unsigned long addr, size_t size, size_t limit)
{
	struct syscall_trace_blob *blob = syscall_trace_add_blob(cap, arg, part, sort);

	if (!blob)
		return NULL;
	syscall_trace_copy(cap, blob, addr, size, limit);
	syscall_trace_end_blob(cap, blob);

	return blob;
}

/**
 * syscall_trace_entered - what was captured of an argument when the call began
 * @cap: the capture, at the end of the call
 * @arg: index of the argument
 * @part: which piece of it
 *
 * Return: the blob, or NULL.
 */
const struct syscall_trace_blob *
syscall_trace_entered(const struct syscall_trace_capture *cap, unsigned int arg,
		      unsigned int part)
{
	const void *pos = cap->store->blobs;

	while (pos < cap->pos) {
		const struct syscall_trace_blob *blob = syscall_trace_blob_at(pos);

		if (blob->arg == arg && syscall_trace_blob_nr(blob) == part)
			return blob;
		pos = syscall_trace_blob_end(blob);
	}

	return NULL;
}
