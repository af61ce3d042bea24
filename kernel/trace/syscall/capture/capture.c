// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: walks over the arguments of a call when it begins and when it ends,
 * and copies what they lead to. User memory is read into the task's store before space in
 * the ring buffer is reserved, because reading may fault and sleep. Called by the hooks.
 */
#include <linux/bitops.h>
#include <linux/sched.h>

#include "capture.h"

static void *blobs_end(struct syscall_trace_store *store)
{
	return store->args + store->words;
}

static void set_blobs_end(struct syscall_trace_store *store, const void *end)
{
	store->words = (const unsigned long *)end - store->args;
}

/* Read the arguments of a call that has them in memory. */
static bool read_words(const struct syscall_trace_task *task,
		       const struct syscall_trace_store *store,
		       const struct syscall_trace_call *call, unsigned long *words)
{
	unsigned long from = store->args[call->nr_args - 1];
	unsigned int nr = call->target->nr_args, i;
	u64 longs[SYSCALL_TRACE_MAX_ARGS];

	if (!store->limits.structs)
		return false;
	if (syscall_trace_read_longs(longs, from, syscall_trace_word_size(task), nr) < nr) {
		/* The next argument that is captured must not be marked for it. */
		current->syscall_trace.absent = false;
		return false;
	}
	for (i = 0; i < nr; i++)
		words[i] = longs[i];

	return true;
}

/*
 * Find the case of a call by its arguments at @args. If these are in user memory, they are
 * read to @words, and @args becomes that.
 */
static const struct syscall_trace_call *
resolve_call(const struct syscall_trace_task *task, const struct syscall_trace_store *store,
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

/* Keep the arguments that were read: the task may change its memory before the exit. */
static void add_words(struct syscall_trace_capture *cap)
{
	u64 words[SYSCALL_TRACE_MAX_ARGS];
	unsigned int i;

	for (i = 0; i < cap->call->nr_args; i++)
		words[i] = cap->args[i];
	syscall_trace_capture_words(cap, SYSCALL_TRACE_BLOB_WORDS, 0, words, i);
}

/* The arguments at the exit: those that add_words() has kept, or those of the store. */
static const unsigned long *kept_words(const struct syscall_trace_task *task,
				       struct syscall_trace_store *store, unsigned long *words)
{
	const struct syscall_trace_blob *blob = syscall_trace_blobs(task, store);
	unsigned int i;

	if ((void *)blob == blobs_end(store) ||
	    blob->arg != (SYSCALL_TRACE_BLOB_WORDS | SYSCALL_TRACE_BLOB_AS_ENTERED))
		return store->args;

	for (i = 0; i < blob->len / sizeof(u64); i++)
		words[i] = syscall_trace_get_uint(blob->data + i * sizeof(u64), sizeof(u64));

	return words;
}

static __always_inline void begin_capture(struct syscall_trace_capture *cap,
					  struct syscall_trace_task *task,
					  struct syscall_trace_store *store,
					  const struct syscall_trace_call *call)
{
	const struct syscall_trace_limits *limits = &store->limits;
	void *blobs = syscall_trace_blobs(task, store);

	*cap = (struct syscall_trace_capture) {
		.task	= task,
		.store	= store,
		.limits	= limits,
		.call	= call,
		.args	= store->args,
		.pos	= blobs,
		/* Each string adds its own size to this. */
		.end	= blobs + SYSCALL_TRACE_STRUCTS_ROOM + limits->datalen,
	};
}

/* Reserve room for the strings that are still to come. */
static void bound_capture(struct syscall_trace_capture *cap, unsigned int strings,
			  unsigned int limit)
{
	void *end = syscall_trace_blobs(cap->task, cap->store) + cap->limits->room -
		    SYSCALL_TRACE_TIME_ROOM -
		    hweight8(strings) * syscall_trace_string_room(limit);

	if (cap->limits->tight && cap->end > end)
		cap->end = end;
}

/**
 * syscall_trace_capture_input - copy what the kernel reads, when a call begins
 * @task: the current task's call
 * @store: its store, with the argument words
 * @call: the call, whose case is not known yet
 *
 * Sets SYSCALL_TRACE_HEAD_SPLIT if the exit has to copy something.
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
		call = resolve_call(task, store, call, &args, words);

	/* The name of the call depends on its arguments, so the exit needs these, too. */
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
	cap.sharers = hweight8(in);
	for (in |= str; in; in &= in - 1) {
		unsigned int i = __ffs(in);

		if (str & BIT(i)) {
			size_t size = syscall_trace_copy_string(cap.pos, i,
				(const char __user *)args[i], strlen);

			cap.pos += size;
			cap.end += size;
		} else {
			bound_capture(&cap, in & str, strlen);
			syscall_trace_capture_arg(&cap, i);
		}
	}
	set_blobs_end(store, cap.pos);
}

/* Keep the blobs of the entry that the exit prints. Returns the end of them. */
static void *keep_entered(struct syscall_trace_task *task, struct syscall_trace_store *store,
			  unsigned int late_mask)
{
	void *from = syscall_trace_blobs(task, store), *to = from;

	while (from < blobs_end(store)) {
		struct syscall_trace_blob *blob = from;
		size_t size = syscall_trace_blob_size(blob->len);

		/* Names of interfaces and the like may be needed by any argument. */
		if (blob->arg >= SYSCALL_TRACE_MAX_ARGS || (late_mask & BIT(blob->arg))) {
			blob->arg |= SYSCALL_TRACE_BLOB_AS_ENTERED;
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

/* Does a call that returns @ret write an argument of direction @dir? */
static bool writes_output(unsigned int dir, long ret)
{
	if (dir & SYSCALL_TRACE_DIR_REST)
		return is_restart(ret);
	if (dir & SYSCALL_TRACE_DIR_FOUND)
		return ret > 0;

	return !IS_ERR_VALUE(ret);
}

/* The arguments to copy at the end of a call that returns @ret. */
static unsigned int written_args(const struct syscall_trace_call *call, long ret)
{
	unsigned int out = SYSCALL_TRACE_OUT_MASK(call->captures), todo;

	for (todo = out; todo; todo &= todo - 1) {
		unsigned int arg = __ffs(todo);

		if (!writes_output(call->args[arg].dir, ret))
			out &= ~BIT(arg);
	}

	return out;
}

/* Copy what the arguments in the mask @out lead to. */
static __always_inline void
capture_output(struct syscall_trace_task *task, struct syscall_trace_store *store,
	       const struct syscall_trace_call *call,
	       const unsigned long *args, unsigned int out, long ret)
{
	struct syscall_trace_capture cap;

	begin_capture(&cap, task, store, call);
	cap.args = args;
	cap.pos = blobs_end(store);
	cap.end = syscall_trace_blobs(task, store) + store->limits.room - SYSCALL_TRACE_TIME_ROOM;
	cap.sharers = hweight8(out);
	cap.ret = ret;
	cap.at_exit = true;
	for (; out; out &= out - 1)
		syscall_trace_capture_arg(&cap, __ffs(out));
	set_blobs_end(store, cap.pos);
}

/* The same, behind the blobs of the entry that are kept. */
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
 * syscall_trace_capture_exit - copy what the kernel has written, when a call ends
 * @task: the current task's call
 * @store: its store, as it was left at the entry
 * @ret: the return value
 *
 * A call that failed has written nothing, unless it was interrupted: then it may have
 * written what is left to do.
 *
 * Context: task context, may sleep.
 */
void syscall_trace_capture_exit(struct syscall_trace_task *task,
				struct syscall_trace_store *store, long ret)
{
	const struct syscall_trace_call *call = store->call;
	unsigned int out = written_args(call, ret);

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
