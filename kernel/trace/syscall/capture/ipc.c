// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures the messages of System V IPC, and the arguments of i386's
 * calls that take them in memory.
 */
#include "capture.h"
#include "nested.h"

/* A piece that consists of words. */
static bool add_words(struct syscall_trace_capture *cap, unsigned int arg,
		      unsigned int part, const u64 *words, size_t nr)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_NESTED);
	if (!blob || cap->end - cap->pos < sizeof(*blob) + nr * sizeof(*words))
		return false;

	memcpy(blob->data, words, nr * sizeof(*words));
	blob->len = nr * sizeof(*words);
	syscall_trace_end_blob(cap, blob);

	return true;
}

/* A message at @addr: its type with the address of its text, and the text. */
static void capture_message(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, unsigned long addr)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	s64 len = syscall_trace_length(cap, arg);
	struct syscall_trace_blob *blob;
	u64 words[2];

	/* Both members of the structure, whose end is padding. */
	if (!syscall_trace_read_long(addr, size, &words[0]) ||
	    !syscall_trace_read_long(addr + size, size, &words[1]))
		return;
	words[0] = syscall_trace_extend(words[0], size, true);
	words[1] = addr + size;
	if (!add_words(cap, arg, part, words, ARRAY_SIZE(words)))
		return;

	blob = syscall_trace_add_blob(cap, arg, part + 1, SYSCALL_TRACE_DATA);
	if (!blob)
		return;
	/* A size that is no size is refused; as an unsigned one, it is just large. */
	syscall_trace_copy(cap, blob, addr + size, len, cap->limits->datalen);
	syscall_trace_end_blob(cap, blob);
}

void syscall_capture_msgbuf(struct syscall_trace_capture *cap, unsigned int arg)
{
	capture_message(cap, arg, 0, cap->args[arg]);
}

/* msgrcv of old: the address of the message, and the type that is wanted. */
void syscall_capture_ipc_msgrcv(struct syscall_trace_capture *cap, unsigned int arg)
{
	unsigned long addr = cap->args[arg];
	size_t size = syscall_trace_arg_long(cap, arg);
	u64 words[2];

	if (!syscall_trace_read_long(addr, size, &words[0]) ||
	    !syscall_trace_read_long(addr + size, size, &words[1]))
		return;
	words[1] = syscall_trace_extend(words[1], size, true);
	if (add_words(cap, arg, 0, words, ARRAY_SIZE(words)))
		capture_message(cap, arg, 1, words[0]);
}

/*
 * semctl's last argument, which is at an address: its value and, if the call reads or
 * has written a structure, that.
 */
void syscall_capture_ipc_semun(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	size_t size = syscall_trace_arg_long(cap, arg);
	const struct syscall_trace_type *type;
	struct syscall_trace_blob *blob;
	u64 val;

	if (!syscall_trace_read_long(cap->args[arg], size, &val) ||
	    !add_words(cap, arg, 0, &val, 1))
		return;
	if (!desc->type->nr_fields || ((desc->dir & SYSCALL_TRACE_OUT) && !cap->at_exit))
		return;

	type = desc->type->fields[0].type;
	size = type->size[syscall_trace_layout(type, cap->task->head.abi)];
	blob = syscall_trace_add_blob(cap, arg, 1, SYSCALL_TRACE_STRUCT);
	if (!blob)
		return;
	syscall_trace_copy(cap, blob, val, size, size);
	syscall_trace_end_blob(cap, blob);
}
