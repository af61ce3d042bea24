// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "input.h"
#include "format/format.h"

#define UNKNOWN_NR	0x12345678
#define CALLS_MAX	1024
#define ABIS_MAX	8

static const struct syscall_trace_call *call_of(const struct input *in)
{
	unsigned int index = in->call % (syscall_trace_nr_calls + 1);

	return index < syscall_trace_nr_calls ? &syscall_trace_calls[index] : NULL;
}

/* The number of a call, so that it is printed by its name in the ABI, if it has one there. */
static s32 number_of(const struct syscall_trace_call *call, unsigned int abi)
{
	static s32 numbers[ABIS_MAX][CALLS_MAX];
	const struct syscall_trace_slot *slot;
	s32 *number, nr;

	if (!call)
		return UNKNOWN_NR;
	if (abi >= ABIS_MAX || call - syscall_trace_calls >= CALLS_MAX)
		return RECORD_NR_CALLS + (call - syscall_trace_calls);

	/* One more than it is, and 0 as long as it is not known. */
	number = &numbers[abi][call - syscall_trace_calls];
	for (nr = 0; !*number && (slot = syscall_trace_find_slot(abi, nr)); nr++) {
		if (slot->call == call)
			*number = nr + 1;
	}
	if (!*number)
		*number = RECORD_NR_CALLS + (call - syscall_trace_calls) + 1;

	return *number - 1;
}

/* Most cases of a call depend on a value that is hard to guess. */
static void choose_cases(const struct input *in, const struct syscall_trace_call *call,
			 u64 *words)
{
	unsigned int depth;

	for (depth = 0; call && call->cases && depth < INPUT_DEPTH; depth++) {
		const struct syscall_trace_cases *cases = call->cases;
		const struct syscall_trace_case *chosen;
		u64 *word = &words[cases->arg];

		if (!in->cases[depth])
			return;
		chosen = &cases->cases[(in->cases[depth] - 1) % cases->nr];
		*word = (*word & ~(u64)cases->mask) | chosen->value;
		call = chosen->call;
	}
}

/* Blobs as the tracer makes them: their lengths within the record. */
static void tidy(u8 *data, size_t size)
{
	struct syscall_trace_blob blob;
	size_t pos = 0, left;
	bool numbered = false;

	while (pos + sizeof(blob) <= size) {
		memcpy(&blob, data + pos, sizeof(blob));
		if (blob.is_part && !numbered) {
			numbered = true;
			pos += sizeof(struct syscall_trace_blob_part);
			continue;
		}
		left = size - pos - sizeof(blob);
		if (blob.len > left)
			blob.len = left;
		blob.has_part = numbered;
		blob.is_part = false;
		numbered = false;
		memcpy(data + pos, &blob, sizeof(blob));
		pos += ALIGN(sizeof(blob) + blob.len, SYSCALL_TRACE_BLOB_ALIGN);
	}
}

static void fill(struct record *rec, const struct input *in, const u8 *blobs, size_t size)
{
	if (size > RECORD_MAX - rec->size)
		size = RECORD_MAX - rec->size;
	record_append(rec, blobs, size);
	if (!(in->what & INPUT_ROUGH))
		tidy(rec->data + rec->size - size, size);
}

/* What no tracer would make. */
static void damage(struct record *rec, const struct input *in)
{
	if (in->nr_args > SYSCALL_TRACE_MAX_ARGS + 1)
		rec->data[offsetof(struct syscall_trace_head, words)] = in->nr_args;
	if (in->more & INPUT_CUT && in->cut < rec->size)
		rec->size = in->cut;
}

/**
 * input_decode - make records of any bytes
 * @out: the records
 * @data: the bytes
 * @size: how many
 *
 * Return: false if they are too few.
 */
bool input_decode(struct decoded *out, const u8 *data, size_t size)
{
	const struct syscall_trace_call *call;
	struct record_call of;
	size_t enter_size;
	struct input in;
	bool whole;

	if (size < sizeof(in))
		return false;
	memcpy(&in, data, sizeof(in));
	data += sizeof(in);
	size -= sizeof(in);

	call = call_of(&in);
	choose_cases(&in, call, in.words);
	of = (struct record_call) {
		.abi		= in.abi,
		.nr		= in.what & INPUT_NR ? in.nr : number_of(call, in.abi),
		.flags		= in.enter_flags,
		.ret		= in.ret,
		.entered	= in.more & INPUT_LATE ? in.words[4] : 1,
		.nr_args	= in.nr_args ? in.nr_args - 1U : call ? call->nr_args : 6,
		.wide		= ~in.wide,
	};
	memcpy(of.args, in.words, sizeof(of.args));
	if (of.nr_args > SYSCALL_TRACE_MAX_ARGS)
		of.nr_args = SYSCALL_TRACE_MAX_ARGS;

	enter_size = in.enter_size < size ? in.enter_size : size;
	whole = in.more & INPUT_WHOLE;
	if (whole)
		of.flags |= in.exit_flags;
	record_begin(&out->first, whole ? SYSCALL_TRACE_WHOLE : SYSCALL_TRACE_ENTRY, &of);
	fill(&out->first, &in, data, whole ? size : enter_size);
	damage(&out->first, &in);
	of.flags = in.exit_flags;
	record_begin(&out->exit, SYSCALL_TRACE_EXIT, &of);
	out->info_size = out->exit.size;
	fill(&out->exit, &in, data + enter_size, size - enter_size);
	out->info = out->exit.data + out->info_size;
	out->info_size = out->exit.size - out->info_size;
	damage(&out->exit, &in);

	out->first.time = whole ? in.words[5] : in.more & INPUT_LATE ? in.words[3] : 1;
	out->exit.time = in.words[5];
	out->has_first = !(in.what & INPUT_NO_ENTER);
	out->has_exit = !whole && !(in.what & INPUT_NO_EXIT);
	out->context = (struct syscall_trace_context) {
		.time	= 123,
		.cpu	= 1,
		.comm	= out->comm,
		.pid	= 10,
		.tid	= 11,
	};
	memcpy(out->comm, in.words, sizeof(out->comm) - 1);
	out->is_task = in.more & INPUT_TASK;
	out->what = in.nr % 8;
	out->value = in.ret;
	out->view = (struct view) {
		.flags	= (in.what & INPUT_RAW ? SYSCALL_TRACE_SHOW_RAW : 0) |
			  (in.what & INPUT_NAMES ? SYSCALL_TRACE_SHOW_NAMES : 0) |
			  (in.what & INPUT_DUMP ? SYSCALL_TRACE_SHOW_NO_DATA : 0) |
			  (in.more & INPUT_TIME ? SYSCALL_TRACE_SHOW_TIME : 0) |
			  (in.more & INPUT_IN_NS ? SYSCALL_TRACE_SHOW_IN_NS : 0),
		.room	= in.more & INPUT_JSON ? SYSCALL_TRACE_JSON_MAX :
			  in.what & INPUT_DUMP ? SYSCALL_TRACE_DUMP_MAX : SYSCALL_TRACE_TEXT_MAX,
		.apart	= in.what & INPUT_APART,
		.json	= in.more & INPUT_JSON ? &out->context : NULL,
	};

	return true;
}
