// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: one printer for each kind of argument and of return
 * value that syscalls.def declares. syscall_kind_NAME() prints an argument of
 * kind NAME, syscall_ret_NAME() a return value. Pure, as the formatter.
 *
 * A word of a record holds what was in the register. The printer knows how
 * much of it the C type of the argument has, and its sign.
 */
#include <linux/fcntl.h>

#include "trace_syscalls_format.h"
#include "trace_syscalls_kinds.h"

static s64 long_value(const struct syscall_trace_fmt *fmt, u64 val)
{
	return syscall_trace_narrow(fmt) ? (s32)val : (s64)val;
}

static u64 ulong_value(const struct syscall_trace_fmt *fmt, u64 val)
{
	return syscall_trace_narrow(fmt) ? (u32)val : val;
}

static void print_hex_or_zero(struct syscall_trace_fmt *fmt, u64 val)
{
	if (val)
		trace_seq_printf(fmt->s, "0x%llx", val);
	else
		trace_seq_putc(fmt->s, '0');
}

static void print_pointer(struct syscall_trace_fmt *fmt, u64 val)
{
	if (val)
		trace_seq_printf(fmt->s, "0x%llx", val);
	else
		trace_seq_puts(fmt->s, "NULL");
}

static void print_octal(struct syscall_trace_fmt *fmt, unsigned int val)
{
	trace_seq_printf(fmt->s, "%#03o", val);
}

/* A user or group id; -1 stands for "leave it" and is no number. */
static void print_id(struct syscall_trace_fmt *fmt, u32 val)
{
	if (val == (u32)-1)
		trace_seq_puts(fmt->s, "-1");
	else
		trace_seq_printf(fmt->s, "%u", val);
}

void syscall_kind_int(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%d", (s32)fmt->args[arg]);
}

void syscall_kind_u32(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%u", (u32)fmt->args[arg]);
}

void syscall_kind_long(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%lld", long_value(fmt, fmt->args[arg]));
}

void syscall_kind_ulong(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%llu", ulong_value(fmt, fmt->args[arg]));
}

void syscall_kind_s64(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%lld", (s64)fmt->args[arg]);
}

void syscall_kind_u64(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	trace_seq_printf(fmt->s, "%llu", fmt->args[arg]);
}

void syscall_kind_hex(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_hex_or_zero(fmt, ulong_value(fmt, fmt->args[arg]));
}

void syscall_kind_hex32(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_hex_or_zero(fmt, (u32)fmt->args[arg]);
}

void syscall_kind_ptr(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_pointer(fmt, ulong_value(fmt, fmt->args[arg]));
}

void syscall_kind_dirfd(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	if ((s32)fmt->args[arg] == AT_FDCWD)
		trace_seq_puts(fmt->s, "AT_FDCWD");
	else
		syscall_kind_int(fmt, arg);
}

/*
 * What could not be captured shows as the pointer that was passed, as does
 * everything while capturing is off; an empty string is "".
 */
void syscall_kind_str(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_blob(fmt, arg);

	if (blob && (blob->status == SYSCALL_TRACE_OK ||
		     blob->status == SYSCALL_TRACE_TRUNCATED))
		syscall_trace_print_string(fmt, blob->data, blob->len,
					   blob->status == SYSCALL_TRACE_TRUNCATED);
	else
		syscall_kind_ptr(fmt, arg);
}

void syscall_kind_umode(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_octal(fmt, (u16)fmt->args[arg]);
}

void syscall_kind_octal(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_octal(fmt, (u32)fmt->args[arg]);
}

void syscall_kind_uid(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	print_id(fmt, (u32)fmt->args[arg]);
}

/* The 16-bit ids of the oldest i386 calls: here (u16)-1 means "leave it". */
void syscall_kind_uid16(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	u16 val = fmt->args[arg];

	print_id(fmt, val == (u16)-1 ? (u32)-1 : val);
}

/* The encoding of a device number at the system call boundary: new_encode_dev(). */
void syscall_kind_dev(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	u32 dev = fmt->args[arg];
	u32 major = (dev & 0xfff00) >> 8;
	u32 minor = (dev & 0xff) | ((dev >> 12) & 0xfff00);

	trace_seq_puts(fmt->s, "makedev(");
	print_hex_or_zero(fmt, major);
	trace_seq_puts(fmt->s, ", ");
	print_hex_or_zero(fmt, minor);
	trace_seq_putc(fmt->s, ')');
}

void syscall_kind_set(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	syscall_trace_print_set(fmt, fmt->call->args[arg].set, fmt->args[arg]);
}

void syscall_ret_int(struct syscall_trace_fmt *fmt)
{
	trace_seq_printf(fmt->s, "%lld", fmt->ret);
}

void syscall_ret_ptr(struct syscall_trace_fmt *fmt)
{
	print_pointer(fmt, ulong_value(fmt, fmt->ret));
}

void syscall_ret_hex(struct syscall_trace_fmt *fmt)
{
	print_hex_or_zero(fmt, ulong_value(fmt, fmt->ret));
}

void syscall_ret_octal(struct syscall_trace_fmt *fmt)
{
	print_octal(fmt, fmt->ret);
}

void syscall_ret_uid(struct syscall_trace_fmt *fmt)
{
	print_id(fmt, fmt->ret);
}
