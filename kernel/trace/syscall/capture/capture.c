// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: walks over the arguments of a call when it begins and when it ends,
 * and copies what they lead to. User memory is read into the task's store before space in
 * the ring buffer is reserved, because reading may fault and sleep. Called by the hooks.
 */
#include <linux/bitops.h>
#include <linux/sched.h>

#include "arg.h"
#include "capture.h"
#include "clip.h"
#include "simple.h"

static void *blobs_end(struct syscall_trace_store *store)
{
	return store->blobs + store->size;
}

static void set_blobs_end(struct syscall_trace_store *store, const void *end)
{
	store->size = (const u8 *)end - store->blobs;
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
		syscall_trace_of(current)->absent = false;
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

/* Has add_words() kept arguments? */
static bool has_words(const struct syscall_trace_store *store)
{
	const struct syscall_trace_blob *blob = (const void *)store->blobs;

	return store->entered && blob->arg == SYSCALL_TRACE_BLOB_WORDS;
}

/* The arguments at the exit: those that add_words() has kept, or those of the store. */
static const unsigned long *kept_words(struct syscall_trace_store *store, unsigned long *words)
{
	const struct syscall_trace_blob *blob = (void *)store->blobs;
	unsigned int i;

	if (!has_words(store))
		return store->args;

	for (i = 0; i < blob->len / sizeof(u64); i++)
		words[i] = syscall_trace_get_uint(blob->data + i * sizeof(u64), sizeof(u64));

	return words;
}

/* Member by member: to zero all of it, the names of interfaces included, would take longer. */
static __always_inline void begin_capture(struct syscall_trace_capture *cap,
					  struct syscall_trace_task *task,
					  struct syscall_trace_store *store,
					  const struct syscall_trace_call *call)
{
	cap->task = task;
	cap->store = store;
	cap->limits = &store->limits;
	cap->call = call;
	cap->args = store->args;
	cap->pos = store->blobs;
	/* Each string adds its own size to this. */
	cap->end = store->blobs + SYSCALL_TRACE_STRUCTS_ROOM + store->limits.datalen;
	cap->nr_ifnames = 0;
	cap->ret = 0;
	cap->at_exit = false;
}

/*
 * Reserve room for the strings that are still to come, and leave what there is besides if the
 * exit needs none.
 */
static void bound_capture(struct syscall_trace_capture *cap, unsigned int strings,
			  unsigned int limit)
{
	void *end = cap->store->blobs + cap->limits->room -
		    hweight8(strings) * syscall_trace_string_room(limit);

	if (!SYSCALL_TRACE_OUT_MASK(cap->call->captures) ||
	    (cap->limits->tight && cap->end > end))
		cap->end = end;
}

/* Copy by the types of the arguments at @args, which are the store's if nobody read others. */
static noinline void capture_input(struct syscall_trace_task *task,
				   struct syscall_trace_store *store,
				   const struct syscall_trace_call *call,
				   const unsigned long *args)
{
	bool words = args != store->args;
	struct syscall_trace_capture cap __uninitialized;
	unsigned int in, str, strlen;

	strlen = syscall_trace_string_limit(&store->limits, call->captures);
	in = SYSCALL_TRACE_IN_MASK(call->captures);
	str = strlen ? SYSCALL_TRACE_STR_MASK(call->captures) : 0;
	begin_capture(&cap, task, store, call);
	if (words) {
		cap.args = args;
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

/**
 * syscall_trace_capture_strings - copy the strings of a call that has nothing else to copy
 * @store: the store of the current task, with the argument words
 * @call: the call
 *
 * They share the room.
 *
 * Context: task context, may sleep.
 * Return: the size of the blobs.
 */
unsigned int syscall_trace_capture_strings(struct syscall_trace_store *store,
					   const struct syscall_trace_call *call)
{
	unsigned int limit = syscall_trace_string_limit(&store->limits, call->captures);
	unsigned int left = SYSCALL_TRACE_STR_MASK(call->captures);
	unsigned int size = 0, arg;

	for (; left; left &= left - 1) {
		arg = __ffs(left);
		size += syscall_trace_copy_string((void *)store->blobs + size, arg,
						  (const char __user *)store->args[arg], limit);
	}

	return size;
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
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	const struct syscall_trace_type *ret = call->ret;
	const unsigned long *args = store->args;

	if (call->captures & SYSCALL_TRACE_HAS_CASES)
		call = resolve_call(task, store, call, &args, words);

	/* Its name or its result's type depends on its arguments: the exit needs these, too. */
	if (SYSCALL_TRACE_OUT_MASK(call->captures) || call->shown || call->ret != ret ||
	    args == words)
		syscall_trace_note_output(task, store, call);
	if (args != words && (!(call->captures & SYSCALL_TRACE_CAPTURES(0xff, 0xff, 0)) ||
			      syscall_trace_copy_simply(task, store, call->inputs, 0, 0)))
		return;

	capture_input(task, store, call, args);
}

/**
 * syscall_trace_drop_written - drop what the record of the entry has, and the exit does not need
 * @store: what was copied when the call began and, perhaps, when it ended
 *
 * Context: any; the record of the entry is written.
 */
void syscall_trace_drop_written(struct syscall_trace_store *store)
{
	void *from = store->blobs, *to = from, *end = store->blobs + store->entered;

	while (from < end) {
		struct syscall_trace_blob *blob = syscall_trace_blob_at(from);
		size_t size = syscall_trace_blob_end(blob) - from;
		void *start = from;

		from += size;
		/* Names of interfaces and the like may be needed by any argument. */
		if (blob->arg < SYSCALL_TRACE_MAX_ARGS &&
		    !(store->call->late_mask & BIT(blob->arg)))
			continue;
		memmove(to, start, size);
		to += size;
	}
	store->entered = to - (void *)store->blobs;
	end = blobs_end(store);
	memmove(to, from, end - from);
	set_blobs_end(store, to + (end - from));
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

	return !IS_ERR_VALUE(ret) || dir & SYSCALL_TRACE_DIR_TRIED;
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
	struct syscall_trace_capture cap __uninitialized;

	begin_capture(&cap, task, store, call);
	cap.args = args;
	cap.pos = blobs_end(store);
	cap.end = store->blobs + store->limits.room;
	cap.sharers = hweight8(out);
	cap.ret = ret;
	cap.at_exit = true;
	for (; out; out &= out - 1)
		syscall_trace_capture_arg(&cap, __ffs(out));
	set_blobs_end(store, cap.pos);
}

/**
 * syscall_trace_capture_simple - copy what the kernel has written, if that is simple
 * @task: the current task's call
 * @ret: the return value
 *
 * Context: the task's own. Does not sleep.
 * Return: false if syscall_trace_capture_exit() has to do it. Then the store is as it was.
 */
bool syscall_trace_capture_simple(const struct syscall_trace_task *task, long ret)
{
	struct syscall_trace_store *store = task->store;

	if (store->entered && (!syscall_trace_output_fits(store) || has_words(store)))
		return false;
	if (IS_ERR_VALUE(ret))
		return !written_args(store->call, ret);

	return syscall_trace_copy_simply(task, store, store->call->outputs,
					 SYSCALL_TRACE_BLOB_AT_EXIT, ret);
}

/**
 * syscall_trace_capture_exit - copy what the kernel has written, when a call ends
 * @task: the current task's call
 * @store: its store, as it was left at the entry
 * @ret: the return value
 *
 * A call that failed has written nothing, unless it was interrupted: then it may have
 * written what is left to do. Some write even then how much they need, or how far they came.
 *
 * Context: task context, may sleep.
 */
void syscall_trace_capture_exit(struct syscall_trace_task *task,
				struct syscall_trace_store *store, long ret)
{
	const struct syscall_trace_call *call = store->call;
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	unsigned int out = written_args(call, ret);

	if (out)
		capture_output(task, store, call, kept_words(store, words), out, ret);
}

/* ---------------------------- what is read late --------------------------- */

/**
 * struct success - how much was copied of an argument
 * @score: the bytes, and the pieces that could be read as a whole
 * @whole: nothing is missing
 */
struct success {
	unsigned int	score;
	bool		whole;
};

/* How much was copied of an argument, in the blobs from @pos up to @end? */
static struct success success_of(const void *pos, const void *end, unsigned int arg)
{
	struct success success = { .whole = true };
	bool found = false;

	while (pos < end) {
		const struct syscall_trace_blob *blob = syscall_trace_blob_at(pos);
		bool faulted = blob->status == SYSCALL_TRACE_BLOB_FAULTED;

		pos = syscall_trace_blob_end(blob);
		if (blob->arg != arg)
			continue;
		found = true;
		success.score += blob->len + !faulted;
		success.whole = success.whole && !faulted;
	}
	success.whole = success.whole && found;

	return success;
}

static void mark_late(void *pos, const void *end, unsigned int arg)
{
	struct syscall_trace_blob *blob;

	for (; pos < end; pos = syscall_trace_blob_end(blob)) {
		blob = syscall_trace_blob_at(pos);
		if (blob->arg == arg)
			blob->arg |= SYSCALL_TRACE_BLOB_AT_EXIT;
	}
}

/* The case of the call; NULL: its arguments were in memory that could not be read. */
static const struct syscall_trace_call *late_call(const struct syscall_trace_task *task,
						  const struct syscall_trace_store *store)
{
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(task->abi, task->nr);
	const struct syscall_trace_call *call = slot ? slot->call : NULL, *found = call;

	if (has_words(store))
		return store->call;
	while (found && found->cases && !found->target) {
		call = found;
		found = syscall_trace_find_case(call, store->args[call->cases->arg]);
	}
	call = found ?: call;

	return call && !call->target ? call : NULL;
}

/* Copy an argument again if something of it is missing, and keep that if it is more. */
static void capture_again(struct syscall_trace_capture *cap, unsigned int arg)
{
	void *blobs = cap->store->blobs, *start = cap->pos;
	struct success before = success_of(blobs, blobs + cap->store->entered, arg);

	if (!cap->args[arg] || before.whole)
		return;
	syscall_trace_capture_arg(cap, arg);
	if (success_of(start, cap->pos, arg).score > before.score)
		mark_late(start, cap->pos, arg);
	else
		cap->pos = start;
}

/**
 * syscall_trace_forget_late - do not try again to copy what could not be read at the entry
 * @task: the current task's call
 *
 * Context: the task's own.
 */
void syscall_trace_forget_late(struct syscall_trace_task *task)
{
	if (!(task->flags & SYSCALL_TRACE_READ_LATE))
		return;
	task->flags &= ~SYSCALL_TRACE_READ_LATE;
	syscall_trace_find_fits(task->store);
}

/**
 * syscall_trace_capture_late - copy what could not be read at the entry, when the call ends
 * @task: the current task's call, with SYSCALL_TRACE_READ_LATE
 *
 * The kernel has read it meanwhile, so it is resident as a rule. Others may have changed it,
 * too: so the copies are marked. What exec has replaced, or the kernel has written, is not read.
 *
 * Context: task context, may sleep.
 * Return: whether something was copied.
 */
bool syscall_trace_capture_late(struct syscall_trace_task *task)
{
	unsigned long words[SYSCALL_TRACE_MAX_ARGS] __uninitialized;
	struct syscall_trace_capture cap __uninitialized;
	struct syscall_trace_store *store = task->store;
	const struct syscall_trace_call *call;
	void *start = blobs_end(store);
	unsigned int in;

	syscall_trace_forget_late(task);
	if (store->mm != current->mm)
		return false;
	call = late_call(task, store);
	if (!call)
		return false;
	store->call = call;
	in = SYSCALL_TRACE_IN_MASK(call->captures) | SYSCALL_TRACE_STR_MASK(call->captures);
	in &= ~SYSCALL_TRACE_OUT_MASK(call->captures);
	begin_capture(&cap, task, store, call);
	cap.args = kept_words(store, words);
	cap.pos = start;
	cap.end = store->blobs + store->limits.room;
	cap.sharers = hweight8(in);
	for (; in; in &= in - 1)
		capture_again(&cap, __ffs(in));
	set_blobs_end(store, cap.pos);

	return cap.pos > start;
}
