// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: what printers ask of the call that they print.
 */
#include "format.h"

#define MAX_ERRNO_VALUE	4095

/**
 * syscall_trace_init_fmt - begin a line
 * @fmt: the call
 * @s: where the text goes
 * @flags: SYSCALL_TRACE_SHOW_RAW, SYSCALL_TRACE_SHOW_NAMES
 * @room: bytes of the line, after which long text must end. If that is more than
 *	  SYSCALL_TRACE_TEXT_MAX, as programs can have it, @s must have as much more, and twice
 *	  that for JSON
 */
void syscall_trace_init_fmt(struct syscall_trace_fmt *fmt, struct trace_seq *s,
			    unsigned int flags, size_t room)
{
	*fmt = (struct syscall_trace_fmt) {
		.s	= s,
		.flags	= flags,
		.end	= trace_seq_used(s) + room,
		.room	= room,
	};
}

/* Do the kernel's longs, and so registers, have 32 bits in the call's ABI? */
bool syscall_trace_is_narrow(const struct syscall_trace_fmt *fmt)
{
	return syscall_trace_abis[fmt->abi].layout == SYSCALL_TRACE_NARROW;
}

/* Has the call ended with an error? */
bool syscall_trace_failed(const struct syscall_trace_fmt *fmt)
{
	return fmt->at_exit && fmt->ret < 0 && fmt->ret >= -MAX_ERRNO_VALUE;
}

/* How many bytes long text can still take. */
size_t syscall_trace_room(const struct syscall_trace_fmt *fmt)
{
	size_t used = trace_seq_used(fmt->s);

	return used < fmt->end ? fmt->end - used : 0;
}

/* Must long text end here? */
bool syscall_trace_full(const struct syscall_trace_fmt *fmt)
{
	return !syscall_trace_room(fmt);
}

/**
 * syscall_trace_arg - the value of an argument
 * @fmt: the call
 * @arg: index of the argument
 *
 * Return: the part of the word that the argument's C type holds, with its sign.
 */
u64 syscall_trace_arg(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_is_narrow(fmt);

	if (!type || type->sort != SYSCALL_TRACE_SCALAR)
		return syscall_trace_is_narrow(fmt) ? (u32)fmt->args[arg] : fmt->args[arg];

	return syscall_trace_extend(fmt->args[arg], type->size[layout], type->is_signed);
}

/**
 * syscall_trace_hide - print a placeholder for contents if they must be hidden
 * @fmt: the call
 *
 * A dump goes to the kernel's log, which people may read who may not trace. The length is
 * hidden, too: it may be that of a password.
 *
 * Return: true if they are hidden: the caller must print nothing of them.
 */
bool syscall_trace_hide(struct syscall_trace_fmt *fmt)
{
	if (!(fmt->flags & SYSCALL_TRACE_SHOW_NO_DATA))
		return false;
	trace_seq_puts(fmt->s, SYSCALL_TRACE_HIDDEN);

	return true;
}

/* Bytes of a long, 4 or 8, in memory that an argument points to. */
size_t syscall_trace_fmt_long(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return syscall_trace_long_size(fmt->call->args[arg].type, fmt->abi);
}

/* Bytes of a structure or of an array's element in the call's ABI. */
size_t syscall_trace_fmt_size(const struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *type)
{
	return type->size[syscall_trace_layout(type, fmt->abi)];
}

/* SYSCALL_TRACE_DIR_OUT if the kernel writes what an argument points to, else _IN. */
unsigned int syscall_trace_fmt_dir(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	return fmt->call->args[arg].dir & SYSCALL_TRACE_DIR_OUT ?: SYSCALL_TRACE_DIR_IN;
}

/* The index of the argument whose blob is being printed. */
unsigned int syscall_trace_blob_arg(const struct syscall_trace_fmt *fmt)
{
	return fmt->blob->arg & ~SYSCALL_TRACE_BLOB_AT_EXIT;
}
