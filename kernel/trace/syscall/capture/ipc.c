// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures the messages of System V IPC, and the arguments of
 * calls that take them in memory.
 */
#include "length.h"
#include "nested.h"

/*
 * Capture the message at @addr: part @part has its type and the address of its text. One that
 * was received is as long as the result says: the length is only the room for it.
 */
static void capture_message(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, unsigned long addr)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	s64 len = syscall_trace_length(cap, arg);
	u64 words[2];

	if (cap->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT)
		len = min_t(s64, len, cap->ret);
	/* The structure has at least two longs: the text begins in the second one. */
	if (syscall_trace_read_longs(words, addr, size, 2) < 2)
		return;
	words[0] = syscall_trace_extend(words[0], size, true);
	words[1] = addr + size;
	/* A negative size, which the kernel refuses, counts as a large one. */
	if (syscall_trace_capture_words(cap, arg, part, words, 2))
		syscall_trace_capture_blob(cap, arg, part + 1, SYSCALL_TRACE_DATA, addr + size,
					   len, cap->limits->datalen);
}

SYSCALL_CAPTURE(msgbuf)
{
	capture_message(cap, arg, 0, cap->args[arg]);
}

/* msgrcv of old: a structure with the address of the message, and the type to receive. */
SYSCALL_CAPTURE(ipc_msgrcv)
{
	size_t size = syscall_trace_arg_long(cap, arg);
	u64 words[2];

	if (syscall_trace_read_longs(words, cap->args[arg], size, 2) < 2)
		return;
	words[1] = syscall_trace_extend(words[1], size, true);
	if (syscall_trace_capture_words(cap, arg, 0, words, 2))
		capture_message(cap, arg, 1, words[0]);
}

/*
 * semctl's last argument, which ipc() takes in memory: its value and, if that is the
 * address of a structure, the structure.
 */
SYSCALL_CAPTURE(ipc_semun)
{
	const struct syscall_trace_arg *desc = &cap->call->args[arg];
	const struct syscall_trace_type *type;
	size_t size;
	u64 val;

	if (!syscall_trace_read_longs(&val, cap->args[arg], syscall_trace_arg_long(cap, arg), 1) ||
	    !syscall_trace_capture_words(cap, arg, 0, &val, 1))
		return;
	if (!desc->type->nr_fields || ((desc->dir & SYSCALL_TRACE_DIR_OUT) && !cap->at_exit))
		return;

	type = desc->type->fields[0].type;
	size = syscall_trace_type_size(cap, type);
	syscall_trace_capture_blob(cap, arg, 1, SYSCALL_TRACE_STRUCT, val, size, size);
}
