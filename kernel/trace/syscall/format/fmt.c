// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what a call on its way to text is asked for by all who print parts
 * of it.
 */
#include "format.h"

#define MAX_ERRNO_VALUE	4095

/**
 * syscall_trace_init_fmt - begin a line
 * @fmt: the call
 * @s: where the text goes
 * @flags: SYSCALL_TRACE_SHOW_RAW, SYSCALL_TRACE_SHOW_NAMES
 * @room: bytes of text after which everything long must end
 */
void syscall_trace_init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
			    unsigned int flags, size_t room)
{
	*fmt = (struct syscall_trace_fmt) {
		.s	= s,
		.flags	= flags,
		.end	= trace_seq_used(s) + room,
	};
}

/* Does a C long of this call's ABI have 32 bits in the kernel's eyes? Then registers have, too. */
bool syscall_trace_narrow(const struct syscall_trace_fmt *fmt)
{
	return syscall_trace_abis[fmt->abi].layout == SYSCALL_TRACE_NARROW;
}

/* Has the call ended with an error? */
bool syscall_trace_failed(const struct syscall_trace_fmt *fmt)
{
	return fmt->at_exit && fmt->ret < 0 && fmt->ret >= -MAX_ERRNO_VALUE;
}

/* How many bytes what may be long can still take. */
size_t syscall_trace_room(const struct syscall_trace_fmt *fmt)
{
	size_t used = trace_seq_used(fmt->s);

	return used < fmt->end ? fmt->end - used : 0;
}

/* Must what may be long end here? */
bool syscall_trace_full(const struct syscall_trace_fmt *fmt)
{
	return !syscall_trace_room(fmt);
}

/**
 * syscall_trace_arg - the value of an argument that is an integer
 * @fmt: the call
 * @arg: index of the argument
 *
 * Return: the word, less what does not belong to the argument's C type, with its
 * sign.
 */
u64 syscall_trace_arg(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_narrow(fmt);

	if (!type || type->sort != SYSCALL_TRACE_SCALAR)
		return syscall_trace_narrow(fmt) ? (u32)fmt->args[arg] : fmt->args[arg];

	return syscall_trace_extend(fmt->args[arg], type->size[layout], type->is_signed);
}

/**
 * syscall_trace_hide - tell that there are contents, if they are not to be shown
 * @fmt: the call
 *
 * A dump ends up in the kernel's log, which others may read than those who may trace.
 * How much there is remains untold, too: it may be the length of a password.
 *
 * Return: whether that is so; nothing else is to be printed of them.
 */
bool syscall_trace_hide(struct syscall_trace_fmt *fmt)
{
	if (!(fmt->flags & SYSCALL_TRACE_SHOW_NO_DATA))
		return false;
	trace_seq_puts(fmt->s, SYSCALL_TRACE_HIDDEN);

	return true;
}

/* Bytes of a long, 4 or 8, in what an argument leads to. */
size_t syscall_trace_fmt_long(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return syscall_trace_long_size(fmt->call->args[arg].type, fmt->abi);
}

/* Bytes of a structure, or of an element of an array. */
size_t syscall_trace_fmt_size(const struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type)
{
	return type->size[syscall_trace_layout(type, fmt->abi)];
}

/* When what counts of an argument was captured: SYSCALL_TRACE_DIR_OUT if it is an answer. */
unsigned int syscall_trace_fmt_dir(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return fmt->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT ?: SYSCALL_TRACE_DIR_IN;
}

/* The index of the argument of which something is being printed. */
unsigned int syscall_trace_blob_arg(const struct syscall_trace_fmt *fmt)
{
	return fmt->blob->arg & ~SYSCALL_TRACE_BLOB_AS_ENTERED;
}
