// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: copies of what arguments lead to, by the table.
 *
 * User memory is read into the task's store before space in the ring buffer is
 * reserved, because reading may fault and sleep.
 *
 * Data that is more than one piece of memory: nested.c.
 */
#include <linux/bitops.h>
#include <linux/sched.h>

#include "capture.h"

/* A structure whose size the caller tells, or a set of bits. */
#define SIZED_MAX	256

static void *blobs_of(const struct syscall_trace_task *task, struct syscall_trace_store *store)
{
	return store->args + task->head.nr_args;
}

static void *blobs_end(struct syscall_trace_store *store)
{
	return store->args + store->words;
}

static void set_blobs_end(struct syscall_trace_store *store, const void *end)
{
	store->words = (const unsigned long *)end - store->args;
}

/* Bytes of a blob that an instance wants at most. */
static unsigned int clip_limit(const struct syscall_trace_blob *blob,
			       const struct syscall_trace_clip *clip)
{
	unsigned int sort = blob->sort & ~SYSCALL_TRACE_ABSENT;

	/* A string that is one piece of something is like data, as are others. */
	if (sort == SYSCALL_TRACE_STRING && !blob->part && !blob->count)
		return clip->strlen;
	if (sort == SYSCALL_TRACE_STRING || sort == SYSCALL_TRACE_DATA)
		return clip->datalen;

	return U16_MAX;
}

/**
 * syscall_trace_clip - write what was captured, or less
 * @dst: where to, or NULL to learn the size
 * @task: the call
 * @store: what was captured
 * @clip: how much of it
 *
 * An instance may want less than another one that traces the same call.
 *
 * Context: any.
 * Return: bytes written.
 */
size_t syscall_trace_clip(void *dst, const struct syscall_trace_task *task,
			  const struct syscall_trace_store *store,
			  const struct syscall_trace_clip *clip)
{
	const void *from = store->args + task->head.nr_args;
	const void *end = store->args + store->words;
	size_t to = 0;

	while (from < end) {
		const struct syscall_trace_blob *blob = from;
		unsigned int limit = clip_limit(blob, clip);
		unsigned int len = min3((unsigned int)blob->len, limit, clip->piece);
		size_t size = syscall_trace_blob_size(len);

		from += syscall_trace_blob_size(blob->len);
		if (!limit)
			continue;
		if (dst) {
			struct syscall_trace_blob *out = dst + to;

			memcpy(out, blob, size);
			if (len < blob->len) {
				out->len = len;
				out->status = SYSCALL_TRACE_TRUNCATED;
			}
		}
		to += size;
	}

	return to;
}

/**
 * syscall_trace_string_end - end the blob of a string that could not simply be read
 * @blob: the blob
 * @str: the string in user space, or NULL
 * @len: what reading it returned: @limit + 1, or negative
 * @limit: bytes of it that are wanted
 *
 * Context: may sleep.
 * Return: the size of the blob.
 */
size_t syscall_trace_string_end(struct syscall_trace_blob *blob, const char __user *str,
				long len, unsigned int limit)
{
	bool absent = false;

	if (!str) {
		blob->status = SYSCALL_TRACE_NULL;
		return syscall_trace_blob_size(0);
	}
	if (len < 0)
		len = syscall_trace_read_string(blob->data, str, limit + 1, &absent);
	if (len < 0) {
		blob->status = SYSCALL_TRACE_FAULTED;
		if (absent)
			blob->sort |= SYSCALL_TRACE_ABSENT;
		len = 0;
	} else if (len > limit) {
		blob->status = SYSCALL_TRACE_TRUNCATED;
		len = limit;
	}
	blob->len = len;

	return syscall_trace_blob_size(len);
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

	if (cap->pos + sizeof(*blob) > cap->end) {
		syscall_trace_refuse(SYSCALL_TRACE_NO_ROOM);
		return NULL;
	}

	*blob = (struct syscall_trace_blob) {
		.arg	= arg,
		.part	= part,
		.sort	= sort,
	};

	return blob;
}

/* What one blob may take of the room that is left for all. */
static size_t fair_share(const struct syscall_trace_capture *cap)
{
	size_t share = (cap->end - cap->pos) / max(cap->left, 1U);
	size_t head = sizeof(struct syscall_trace_blob) + SYSCALL_TRACE_BLOB_ALIGN;

	return cap->pos > cap->end || share < head ? 0 : share - head;
}

/**
 * syscall_trace_piece - how much of one of several pieces is copied
 * @cap: the capture
 * @limit: bytes that are wanted
 * @rest: how many pieces are still to come, this one included
 *
 * However much is wanted of each, all are to have a part of the room.
 *
 * Return: bytes.
 */
size_t syscall_trace_piece(const struct syscall_trace_capture *cap, size_t limit,
			   unsigned int rest)
{
	size_t share = fair_share(cap) / max(rest, 1U), head = syscall_trace_blob_size(0) +
								SYSCALL_TRACE_BLOB_ALIGN;

	return rest <= 1 ? limit : min(limit, share > head ? share - head : 0);
}

/* What is to be appended to the blob is not resident as a whole. */
static noinline size_t copy_by_page(struct syscall_trace_blob *blob, unsigned long addr,
				    size_t wanted)
{
	bool absent = false;
	size_t missing;

	missing = syscall_trace_read_by_page(blob->data + blob->len, addr, wanted, &absent);
	if (missing) {
		blob->status = SYSCALL_TRACE_FAULTED;
		if (absent)
			blob->sort |= SYSCALL_TRACE_ABSENT;
	}

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
 * Sets the blob's status if not all of it could be had.
 *
 * Context: may sleep.
 */
void syscall_trace_copy(struct syscall_trace_capture *cap,
			struct syscall_trace_blob *blob, unsigned long addr,
			size_t size, size_t limit)
{
	size_t share = fair_share(cap), wanted;

	share = share > blob->len ? share - blob->len : 0;
	wanted = min(size, limit);
	if (wanted > share) {
		syscall_trace_refuse(SYSCALL_TRACE_NO_SHARE);
		wanted = share;
	}
	if (wanted < size)
		blob->status = SYSCALL_TRACE_TRUNCATED;

	if (syscall_trace_has_devices() ||
	    unlikely(syscall_trace_read_resident(blob->data + blob->len, addr, wanted)))
		wanted -= copy_by_page(blob, addr, wanted);
	blob->len += wanted;
}

/**
 * syscall_trace_end_blob - make the blob part of the record
 * @cap: the capture
 * @blob: what syscall_trace_add_blob() returned last
 */
void syscall_trace_end_blob(struct syscall_trace_capture *cap,
			    const struct syscall_trace_blob *blob)
{
	cap->pos = (void *)blob + syscall_trace_blob_size(blob->len);
}

/**
 * syscall_trace_capture_part - capture one piece of nested data
 * @cap: the capture
 * @arg: index of the argument
 * @part: which piece of it
 * @addr: the address in user space
 * @size: bytes that are there
 * @limit: bytes that are wanted
 *
 * Context: may sleep.
 * Return: the blob, which is part of the record, or NULL if there is no room.
 */
const struct syscall_trace_blob *
syscall_trace_capture_part(struct syscall_trace_capture *cap, unsigned int arg,
			   unsigned int part, unsigned long addr, size_t size, size_t limit)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_NESTED);
	if (!blob)
		return NULL;
	syscall_trace_copy(cap, blob, addr, size, limit);
	syscall_trace_end_blob(cap, blob);

	return blob;
}

/* The length in argument @arg. */
static s64 arg_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	unsigned int layout = cap->task->head.abi == SYSCALL_TRACE_ABI_I386;
	u64 val = cap->args[arg];

	if (!type || type->sort != SYSCALL_TRACE_SCALAR)
		return val;
	if (type->size[layout] < sizeof(val))
		return syscall_trace_extend(val, type->size[layout], type->is_signed);

	/* More than there can be is just a lot. */
	return type->is_signed ? (s64)val : min_t(u64, val, S64_MAX);
}

/* The number that argument @arg leads to, -1 if it is not readable. */
static s64 pointed_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	unsigned int size = type->size[syscall_trace_layout(type, cap->task->head.abi)];
	u64 val = 0;

	if (!size || size > sizeof(val) ||
	    syscall_trace_read(&val, cap->args[arg], size))
		return -1;

	return val;
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
	const void *pos = blobs_of(cap->task, cap->store);

	while (pos < cap->pos) {
		const struct syscall_trace_blob *blob = pos;

		if (blob->arg == (arg | SYSCALL_TRACE_AS_ENTERED) && blob->part == part)
			return blob;
		pos += syscall_trace_blob_size(blob->len);
	}

	return NULL;
}

/* The number that an argument led to when the call began, -1 if none was captured. */
static s64 entered_value(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_blob *blob = syscall_trace_entered(cap, arg, 0);
	u64 val = 0;

	if (!blob || !blob->len)
		return -1;
	memcpy(&val, blob->data, min_t(size_t, blob->len, sizeof(val)));

	return val;
}

/* A length behind an address: the kernel may have lowered it, but took no more. */
static noinline s64 length_at(const struct syscall_trace_capture *cap, unsigned int arg)
{
	s64 val = pointed_value(cap, arg);

	return cap->at_exit ? min(val, entered_value(cap, arg)) : val;
}

/**
 * syscall_trace_length - what the length of an argument's data is
 * @cap: the capture
 * @arg: index of the argument
 *
 * Return: the number of elements, bytes or bits; negative if there is none that
 * makes sense.
 *
 * Context: may sleep.
 */
s64 syscall_trace_length(const struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	s64 limit = S64_MAX;

	switch (desc->len_by) {
	case SYSCALL_TRACE_LEN_ARG:
		return arg_value(cap, desc->len);
	case SYSCALL_TRACE_LEN_PTR:
		return length_at(cap, desc->len);
	case SYSCALL_TRACE_LEN_RET:
		if (desc->len < cap->call->nr_args)
			limit = arg_value(cap, desc->len);
		return min_t(s64, cap->ret, limit < 0 ? S64_MAX : limit);
	case SYSCALL_TRACE_LEN_CONST:
		return desc->len;
	}

	return -1;
}

/* Bytes to copy of structures, and of how many; false: none. */
static bool measure(const struct syscall_trace_capture *cap, unsigned int arg,
		    size_t *size, size_t *limit, size_t *count)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	const struct syscall_trace_type *type = desc->type;
	size_t each = type->size[syscall_trace_layout(type, cap->task->head.abi)], end;
	s64 len = syscall_trace_length(cap, arg);

	if (desc->len_by == SYSCALL_TRACE_LEN_NONE) {
		*size = each;
		*limit = each;
		*count = 1;
		return each;
	}
	if (len < 0)
		return false;

	if (type->count_by == SYSCALL_TRACE_BYTES) {
		*size = len;
		*limit = SIZED_MAX;
		*count = len;
	} else if (type->count_by == SYSCALL_TRACE_BITS) {
		*size = BITS_TO_BYTES(min_t(s64, len, 8 * SIZED_MAX));
		/* The kernel reads longs. */
		*size = ALIGN(*size, cap->task->head.abi == SYSCALL_TRACE_ABI_I386 ?
				     sizeof(u32) : sizeof(u64));
		*limit = SIZED_MAX;
		*count = len;
	} else {
		*count = len;
		*limit = min_t(s64, len, SYSCALL_TRACE_ELEMENTS_MAX) * each;
		/* What would not end before the end of memory is none. */
		if (check_mul_overflow((size_t)len, each, size) ||
		    check_add_overflow(cap->args[arg], *size, &end))
			return false;
	}
	*count = min_t(size_t, *count, U16_MAX);

	return true;
}

static __always_inline struct syscall_trace_blob *
begin_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob;
	s64 len;

	blob = syscall_trace_add_blob(cap, arg, 0, SYSCALL_TRACE_DATA);
	if (!blob)
		return NULL;

	if (!cap->args[arg]) {
		blob->status = SYSCALL_TRACE_NULL;
		return blob;
	}

	len = syscall_trace_length(cap, arg);
	if (len < 0)
		return NULL;
	blob->count = min_t(u64, len, U16_MAX);
	syscall_trace_copy(cap, blob, cap->args[arg], len, cap->limits->datalen);

	return blob;
}

/* Data, which there is more of than of anything else. */
static void capture_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob = begin_data(cap, arg);

	if (blob)
		syscall_trace_end_blob(cap, blob);
}

/**
 * syscall_trace_begin_data - begin a blob with the data of an argument
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 * Return: the blob, to be ended, or NULL if there is no room or no length.
 */
struct syscall_trace_blob *
syscall_trace_begin_data(struct syscall_trace_capture *cap, unsigned int arg)
{
	return begin_data(cap, arg);
}

/**
 * syscall_trace_capture_plain - capture an argument that is one piece of memory
 * @cap: the capture
 * @arg: index of the argument
 *
 * Context: may sleep.
 */
void syscall_trace_capture_plain(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	struct syscall_trace_blob *blob;
	size_t size, limit, count;

	blob = syscall_trace_add_blob(cap, arg, 0, type->sort);
	if (!blob)
		return;

	if (!cap->args[arg]) {
		blob->status = SYSCALL_TRACE_NULL;
	} else {
		if (!measure(cap, arg, &size, &limit, &count))
			return;
		blob->count = count;
		syscall_trace_copy(cap, blob, cap->args[arg], size, limit);
	}
	syscall_trace_end_blob(cap, blob);
}

/*
 * Text that the kernel wrote, or of which as much is wanted as of data. Where the kernel
 * looks no further, neither does this: it need not be readable.
 */
static void capture_string(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	size_t end = desc->len_by == SYSCALL_TRACE_LEN_CONST ? desc->len : SIZE_MAX;
	bool brief = desc->type->count_by == SYSCALL_TRACE_BYTES;
	const struct syscall_trace_limits *limits = cap->limits;
	size_t limit = brief ? limits->datalen : limits->strlen;
	struct syscall_trace_blob *blob = cap->pos;
	size_t share = fair_share(cap), wanted;

	if (!limit)
		return;
	if (share <= 1) {
		syscall_trace_refuse(SYSCALL_TRACE_NO_ROOM);
		return;
	}
	/* One byte more is read. */
	wanted = min(limit, share - 1);
	syscall_trace_copy_string(blob, arg, (const char __user *)cap->args[arg],
				  min(wanted, end - 1));
	blob->count = brief;
	if (blob->status == SYSCALL_TRACE_TRUNCATED) {
		if (wanted >= end)
			blob->len = end;
		else if (wanted < limit)
			syscall_trace_refuse(SYSCALL_TRACE_NO_SHARE);
	}
	syscall_trace_end_blob(cap, blob);
}

static void capture_anything(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	if (type->capture)
		type->capture(cap, arg);
	else if (type->sort == SYSCALL_TRACE_DATA)
		capture_data(cap, arg);
	else
		syscall_trace_capture_plain(cap, arg);
}

/* If nothing could be captured, for want of what leads to the rest, say so. */
static noinline void note_absent(struct syscall_trace_capture *cap, unsigned int arg)
{
	struct syscall_trace_blob *blob = blobs_of(cap->task, cap->store);

	cap->task->absent = false;
	for (; (void *)blob < cap->pos; blob = (void *)blob + syscall_trace_blob_size(blob->len)) {
		if (blob->arg == arg)
			return;
	}

	blob = syscall_trace_add_blob(cap, arg, 0,
				      cap->call->args[arg].type->sort | SYSCALL_TRACE_ABSENT);
	if (!blob)
		return;
	blob->status = SYSCALL_TRACE_FAULTED;
	syscall_trace_end_blob(cap, blob);
}

static void capture_arg(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;

	if (type->sort == SYSCALL_TRACE_STRING)
		capture_string(cap, arg);
	else if (type->sort == SYSCALL_TRACE_DATA ? cap->limits->datalen :
						    cap->limits->structs)
		capture_anything(cap, arg);
	if (unlikely(cap->task->absent))
		note_absent(cap, arg);
	cap->left--;
}

/* Read the arguments of a call that has them in memory. */
static bool read_words(const struct syscall_trace_task *task,
		       const struct syscall_trace_store *store,
		       const struct syscall_trace_call *call, unsigned long *words)
{
	unsigned long from = store->args[call->nr_args - 1];
	unsigned int nr = call->target->nr_args, i;
	u32 narrow[SYSCALL_TRACE_MAX_ARGS];

	if (!store->limits.structs)
		return false;
	if (task->head.abi != SYSCALL_TRACE_ABI_I386)
		return !syscall_trace_read(words, from, nr * sizeof(*words));
	if (syscall_trace_read(narrow, from, nr * sizeof(*narrow)))
		return false;
	for (i = 0; i < nr; i++)
		words[i] = narrow[i];

	return true;
}

/*
 * What the call is by its arguments. @args: where they are; that becomes @words if
 * they are in memory.
 */
static const struct syscall_trace_call *
variant_of(const struct syscall_trace_task *task, const struct syscall_trace_store *store,
	   const struct syscall_trace_call *call,
	   const unsigned long **args, unsigned long *words)
{
	const struct syscall_trace_call *found;

	for (;;) {
		if (call->target && *args != words && read_words(task, store, call, words)) {
			*args = words;
			found = call->target;
		} else if (call->cases) {
			found = syscall_trace_find_case(call, (*args)[call->cases->arg]);
		} else {
			found = NULL;
		}
		if (!found)
			return call;
		call = found;
	}
}

/* What was read is kept: it may be another the next time. */
static void add_words(struct syscall_trace_capture *cap)
{
	struct syscall_trace_blob *blob;
	u64 words[SYSCALL_TRACE_MAX_ARGS];
	unsigned int i;

	for (i = 0; i < cap->call->nr_args; i++)
		words[i] = cap->args[i];
	blob = syscall_trace_add_blob(cap, SYSCALL_TRACE_WORDS_BLOB, 0, SYSCALL_TRACE_NESTED);
	blob->len = i * sizeof(*words);
	memcpy(blob->data, words, blob->len);
	syscall_trace_end_blob(cap, blob);
}

/* Find them again when the call ends. */
static const unsigned long *kept_words(const struct syscall_trace_task *task,
				       struct syscall_trace_store *store, unsigned long *words)
{
	const struct syscall_trace_blob *blob = blobs_of(task, store);
	u64 word;
	unsigned int i;

	if ((void *)blob == blobs_end(store) ||
	    blob->arg != (SYSCALL_TRACE_WORDS_BLOB | SYSCALL_TRACE_AS_ENTERED))
		return store->args;

	for (i = 0; i < blob->len / sizeof(word); i++) {
		memcpy(&word, blob->data + i * sizeof(word), sizeof(word));
		words[i] = word;
	}

	return words;
}

static __always_inline void begin_capture(struct syscall_trace_capture *cap,
					  struct syscall_trace_task *task,
					  struct syscall_trace_store *store,
					  const struct syscall_trace_call *call)
{
	const struct syscall_trace_limits *limits = &store->limits;

	*cap = (struct syscall_trace_capture) {
		.task	= task,
		.store	= store,
		.limits	= limits,
		.call	= call,
		.args	= store->args,
		.pos	= blobs_of(task, store),
		/* Strings come on top of that. */
		.end	= blobs_of(task, store) + SYSCALL_TRACE_STRUCTS_ROOM + limits->datalen,
	};
}

/* What all but strings may count on, where the longest strings do not fit. */
#define REST_ROOM	(SYSCALL_TRACE_STRUCTS_ROOM + SYSCALL_TRACE_DATALEN_DEFAULT)

/**
 * syscall_trace_string_limit - how much of each string of a call is copied
 * @limits: what is wanted
 * @captures: syscall_trace_call.captures
 *
 * The strings of a call share what its records hold, less what other arguments need.
 *
 * Context: any.
 * Return: bytes.
 */
unsigned int syscall_trace_string_limit(const struct syscall_trace_limits *limits, u32 captures)
{
	unsigned int nr = hweight8(SYSCALL_TRACE_STR_MASK(captures));
	unsigned int room = limits->room - SYSCALL_TRACE_TIME_ROOM;

	if (!limits->tight || !limits->strlen || !nr)
		return limits->strlen;
	if (captures != SYSCALL_TRACE_STR_MASK(captures))
		room -= REST_ROOM;

	return min_t(unsigned int, limits->strlen, room / nr - syscall_trace_string_room(0));
}

/* No room is taken from the strings that are still to come. */
static void bound_capture(struct syscall_trace_capture *cap, unsigned int strings,
			  unsigned int limit)
{
	void *end = blobs_of(cap->task, cap->store) + cap->limits->room -
		    SYSCALL_TRACE_TIME_ROOM -
		    hweight8(strings) * syscall_trace_string_room(limit);

	if (cap->limits->tight && cap->end > end)
		cap->end = end;
}

/**
 * syscall_trace_capture_input - copy what a call is given
 * @task: the current task's call
 * @store: its store, with the argument words
 * @call: what is known about it
 *
 * Also notes whether something is to be copied when the call ends.
 *
 * Context: task context, may sleep.
 */
void syscall_trace_capture_input(struct syscall_trace_task *task,
				 struct syscall_trace_store *store,
				 const struct syscall_trace_call *call)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];
	const unsigned long *args = store->args;
	struct syscall_trace_capture cap;
	unsigned int in, str, strlen;

	if (call->cases || call->target)
		call = variant_of(task, store, call, &args, words);

	/* The words tell, at the exit, what the name is. */
	if (SYSCALL_TRACE_OUT_MASK(call->captures) || call->shown || args == words)
		syscall_trace_note_output(task, store, call);

	strlen = syscall_trace_string_limit(&store->limits, call->captures);
	in = SYSCALL_TRACE_IN_MASK(call->captures);
	str = strlen ? SYSCALL_TRACE_STR_MASK(call->captures) : 0;
	if (!(in | str) && args != words)
		return;

	begin_capture(&cap, task, store, call);
	if (args == words) {
		cap.args = words;
		add_words(&cap);
	}
	cap.left = hweight8(in);
	for (in |= str; in; in &= in - 1) {
		unsigned int i = __ffs(in);

		if (str & BIT(i)) {
			size_t size = syscall_trace_copy_string(cap.pos, i,
				(const char __user *)args[i], strlen);

			cap.pos += size;
			cap.end += size;
		} else {
			bound_capture(&cap, in & str, strlen);
			capture_arg(&cap, i);
		}
	}
	set_blobs_end(store, cap.pos);
}

/* Of what was captured at entry, keep what is shown together with the exit. */
static void *keep_entered(struct syscall_trace_task *task, struct syscall_trace_store *store,
			  unsigned int late_mask)
{
	void *from = blobs_of(task, store), *to = from;

	while (from < blobs_end(store)) {
		struct syscall_trace_blob *blob = from;
		size_t size = syscall_trace_blob_size(blob->len);

		/* What belongs to no single argument may be about any of them. */
		if (blob->arg >= SYSCALL_TRACE_MAX_ARGS || (late_mask & BIT(blob->arg))) {
			blob->arg |= SYSCALL_TRACE_AS_ENTERED;
			memmove(to, blob, size);
			to += size;
		}
		from += size;
	}

	return to;
}

static bool is_restart(long ret)
{
	return ret == -ERESTARTSYS || ret == -ERESTARTNOINTR ||
	       ret == -ERESTARTNOHAND || ret == -ERESTART_RESTARTBLOCK;
}

/* Does a call that returns this write arguments of that direction? */
static bool gives(unsigned int dir, long ret)
{
	if (dir & SYSCALL_TRACE_REST)
		return is_restart(ret);
	if (dir & SYSCALL_TRACE_FOUND)
		return ret > 0;

	return !IS_ERR_VALUE(ret);
}

/* The arguments that have something to copy at the end of a call that returns this. */
static unsigned int given(const struct syscall_trace_call *call, long ret)
{
	unsigned int out = SYSCALL_TRACE_OUT_MASK(call->captures), left;

	for (left = out; left; left &= left - 1) {
		unsigned int arg = __ffs(left);

		if (!gives(call->args[arg].dir, ret))
			out &= ~BIT(arg);
	}

	return out;
}

/* Copy the arguments @out, @args being where the call's arguments are. */
static __always_inline void
capture_output(struct syscall_trace_task *task, struct syscall_trace_store *store,
	       const struct syscall_trace_call *call,
	       const unsigned long *args, unsigned int out, long ret)
{
	struct syscall_trace_capture cap;

	begin_capture(&cap, task, store, call);
	cap.args = args;
	cap.pos = blobs_end(store);
	cap.end = blobs_of(task, store) + store->limits.room - SYSCALL_TRACE_TIME_ROOM;
	cap.left = hweight8(out);
	cap.ret = ret;
	cap.at_exit = true;
	for (; out; out &= out - 1)
		capture_arg(&cap, __ffs(out));
	set_blobs_end(store, cap.pos);
}

/* The same behind what was copied at entry. */
static noinline void capture_more(struct syscall_trace_task *task,
				  struct syscall_trace_store *store,
				  const struct syscall_trace_call *call,
				  unsigned int out, long ret)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS];

	set_blobs_end(store, keep_entered(task, store, call->late_mask));
	if (out)
		capture_output(task, store, call, kept_words(task, store, words), out, ret);
}

/**
 * syscall_trace_capture_exit - copy what a call gave
 * @task: the current task's call
 * @store: its store, as it was left at the entry
 * @ret: the return value
 *
 * A call that failed gave nothing, but for what is left to do if it was
 * interrupted.
 *
 * Context: task context, may sleep.
 */
void syscall_trace_capture_exit(struct syscall_trace_task *task,
				struct syscall_trace_store *store, long ret)
{
	const struct syscall_trace_call *call = store->call;
	unsigned int out = given(call, ret);

	if (store->words > task->head.nr_args)
		capture_more(task, store, call, out, ret);
	else if (out)
		capture_output(task, store, call, store->args, out, ret);
}

/**
 * syscall_trace_add_time - let the record of an exit tell when the call was entered
 * @task: the current task's call
 * @store: its store
 *
 * Context: any.
 */
void syscall_trace_add_time(struct syscall_trace_task *task, struct syscall_trace_store *store)
{
	struct syscall_trace_blob *blob = blobs_end(store);

	syscall_trace_time_blob(task, blob);
	set_blobs_end(store, (void *)blob + SYSCALL_TRACE_TIME_ROOM);
}
