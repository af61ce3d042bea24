// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments and results of calls on files, directories, mounts
 * and file systems.
 */
#include <linux/fcntl.h>
#include <linux/stat.h>

#include <uapi/linux/fanotify.h>
#include <uapi/linux/mount.h>
#include <uapi/linux/limits.h>

#include "format.h"
#include "printers.h"

#define NSEC_PER_SECOND	1000000000
#define USEC_PER_SECOND	1000000

/* UTIME_NOW, UTIME_OMIT and SWAP_FLAG_PRIO_MASK, which only headers of the kernel have. */
#define NSEC_NOW	0x3fffffff
#define NSEC_OMIT	0x3ffffffe
#define PRIORITY_MASK	0x7fff

/* -------------------------------- attributes ------------------------------ */

SYSCALL_KIND(file_mode)
{
	const struct syscall_trace_const *c = syscall_trace_find_const(type->set, val & S_IFMT);

	if (c) {
		trace_seq_printf(fmt->s, "%s|", c->name);
		val &= ~(u64)S_IFMT;
	} else if (val & S_IFMT) {
		syscall_kind_octal(fmt, type, val);
		return;
	}

	trace_seq_printf(fmt->s, "%s%s%s%#03llo", val & S_ISUID ? "S_ISUID|" : "",
			 val & S_ISGID ? "S_ISGID|" : "", val & S_ISVTX ? "S_ISVTX|" : "",
			 val & ~(u64)(S_ISUID | S_ISGID | S_ISVTX));
}

/* Any struct stat. It is short, so it is printed even behind a path that fills the line. */
SYSCALL_STRUCT(stat)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_all(fmt, type, data, len);
	trace_seq_puts(fmt->s, ", ...}");
}

/* The target of a symbolic link, a name without a NUL. */
SYSCALL_STRUCT(link)
{
	syscall_trace_print_path(fmt, data, len,
				 fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* ---------------------------------- opening ------------------------------- */

SYSCALL_STRUCT(open_how)
{
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, len);
	if (fmt->blob->status == SYSCALL_TRACE_BLOB_FAULTED &&
	    len <= type->size[SYSCALL_TRACE_WIDE])
		trace_seq_puts(fmt->s, ", ???");
	syscall_trace_print_rest(fmt, type, data, len);
	trace_seq_putc(fmt->s, '}');
}

static void print_handle(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			 const struct syscall_trace_blob *blob)
{
	size_t fixed = type->size[SYSCALL_TRACE_WIDE];

	syscall_trace_print_members(fmt, type, blob->data, blob->len, "handle_type");
	trace_seq_puts(fmt->s, ", f_handle=");
	if (blob->len < fixed || blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		trace_seq_puts(fmt->s, "???");
	else
		syscall_trace_print_hex(fmt, blob->data + fixed, blob->len - fixed,
					blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* The handle that the task passes, or the room that it offers and the handle that it gets. */
SYSCALL_NESTED(file_handle)
{
	bool given = syscall_trace_fmt_dir(fmt, arg) == SYSCALL_TRACE_DIR_IN;
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *in = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0);
	u64 bytes;

	if (!in || in->status == SYSCALL_TRACE_BLOB_NULL ||
	    !syscall_trace_read_member(fmt, type, "handle_bytes", in->data, in->len, &bytes) ||
	    (given && in->len < type->size[SYSCALL_TRACE_WIDE])) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, in->data, in->len, "handle_bytes");
	if (given) {
		print_handle(fmt, type, in);
	} else if (out) {
		u64 filled = syscall_trace_member(fmt, type, "handle_bytes", out->data, out->len);

		if (filled != bytes)
			trace_seq_printf(fmt->s, " => %llu", filled);
		print_handle(fmt, type, out);
	}
	trace_seq_putc(fmt->s, '}');
}

/* -------------------------------- directories ----------------------------- */

SYSCALL_NESTED(dirent)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, arg, 0);

	syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	if (blob && blob->status <= SYSCALL_TRACE_BLOB_TRUNCATED)
		trace_seq_printf(fmt->s, " /* %s%u entries */",
				 blob->status == SYSCALL_TRACE_BLOB_OK ? "" : "more than ",
				 syscall_trace_blob_count(blob));
}

SYSCALL_NESTED(old_dirent)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, arg, 0);
	size_t fixed = type->fields[2].offset[syscall_trace_layout(type, fmt->abi)] + sizeof(u16);

	if (!blob || blob->status >= SYSCALL_TRACE_BLOB_FAULTED || blob->len < fixed) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, blob->data, blob->len, "d_ino", "d_off",
				    "d_reclen");
	trace_seq_puts(fmt->s, ", d_name=");
	syscall_trace_print_path(fmt, blob->data + fixed, blob->len - fixed,
				 blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
	trace_seq_putc(fmt->s, '}');
}

/* ---------------------------------- times --------------------------------- */

/* @part: the member that counts fractions of a second, @per_sec of them in one second */
static void print_time(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
		       const u8 *data, size_t len, const char *part, u32 per_sec,
		       unsigned int digits)
{
	u64 sec = syscall_trace_member(fmt, type, "tv_sec", data, len);
	u64 val = syscall_trace_member(fmt, type, part, data, len);

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "tv_sec", part);
	trace_seq_putc(fmt->s, '}');
	if (val < per_sec)
		syscall_trace_comment_date(fmt, sec, val, digits);
}

SYSCALL_STRUCT(file_timeval)
{
	print_time(fmt, type, data, len, "tv_usec", USEC_PER_SECOND, 6);
}

SYSCALL_STRUCT(file_timespec)
{
	u64 part = syscall_trace_member(fmt, type, "tv_nsec", data, len);

	if (part == NSEC_NOW || part == NSEC_OMIT)
		trace_seq_puts(fmt->s, part == NSEC_NOW ? "UTIME_NOW" : "UTIME_OMIT");
	else
		print_time(fmt, type, data, len, "tv_nsec", NSEC_PER_SECOND, 9);
}

/* ---------------------------------- fcntl --------------------------------- */

/* A result and, behind it, its name. */
static void print_named_result(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, u64 val, const char *what)
{
	syscall_kind_hex(fmt, type, (u32)val);
	trace_seq_printf(fmt->s, " (%s", what);
	syscall_trace_print_set(fmt, type->set, val);
	trace_seq_putc(fmt->s, ')');
}

/* Flags and, behind them, their names if there are any. */
static void print_named_flags(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			      u64 val, const char *what)
{
	if (val)
		print_named_result(fmt, type, val, what);
	else
		trace_seq_putc(fmt->s, '0');
}

SYSCALL_KIND(got_fd_flags)
{
	print_named_flags(fmt, type, val, "flags ");
}

SYSCALL_KIND(got_seals)
{
	print_named_flags(fmt, type, val, "seals ");
}

SYSCALL_KIND(got_open_flags)
{
	print_named_result(fmt, type, val, "flags ");
}

SYSCALL_KIND(got_lease)
{
	print_named_result(fmt, type, val, "");
}

SYSCALL_KIND(got_signal)
{
	syscall_trace_print_signed(fmt, (s64)val);
	if (!val)
		return;
	trace_seq_puts(fmt->s, " (");
	syscall_trace_print_set(fmt, type->set, val);
	trace_seq_putc(fmt->s, ')');
}

/* --------------------------------- the rest ------------------------------- */

SYSCALL_KIND(fan_dirfd)
{
	if ((s32)val == FAN_NOFD)
		trace_seq_puts(fmt->s, "FAN_NOFD");
	else
		syscall_kind_dirfd(fmt, type, val);
}

/* Flags and, in the low bits, a priority. */
SYSCALL_KIND(swap_flags)
{
	u32 flags = (u32)val & ~PRIORITY_MASK;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		trace_seq_putc(fmt->s, '|');
	}
	syscall_trace_print_unsigned(fmt, (u32)val & PRIORITY_MASK);
}

/* A command and, in the low bits, whose quota it is about. */
SYSCALL_KIND(quota_cmd)
{
	static const char * const quotas[] = { "USRQUOTA", "GRPQUOTA", "PRJQUOTA" };
	u32 quota = val & 0xff;

	trace_seq_puts(fmt->s, "QCMD(");
	syscall_trace_print_set(fmt, type->set, (u32)val >> 8);
	if (quota < ARRAY_SIZE(quotas))
		trace_seq_printf(fmt->s, ", %s)", quotas[quota]);
	else
		trace_seq_printf(fmt->s, ", 0x%x /* ???QUOTA */)", quota);
}

static void print_string_or_pointer(struct syscall_trace_fmt *fmt, unsigned int arg, bool string)
{
	trace_seq_puts(fmt->s, ", ");
	if (fmt->flags & SYSCALL_TRACE_SHOW_NAMES)
		trace_seq_printf(fmt->s, "%s=", fmt->call->args[arg].name);
	if (string)
		syscall_trace_print_arg(fmt, arg);
	else
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

/* The flags tell whether the kernel ignores a string: then it may be no string at all. */
SYSCALL_PRINT(mount)
{
	u64 flags = syscall_trace_arg(fmt, 3);
	bool has_type, has_data;

	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~(u64)MS_MGC_MSK;
	has_data = (flags & MS_REMOUNT) ||
		   !(flags & (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE |
			      MS_UNBINDABLE));
	has_type = has_data && !(flags & MS_REMOUNT);

	syscall_trace_print_range(fmt, 0, 2);
	print_string_or_pointer(fmt, 2, has_type);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_range(fmt, 3, 4);
	print_string_or_pointer(fmt, 4, has_data);
}

/* --------------------------- extended attributes -------------------------- */

/* The room for a value or a list: the argument behind it. */
static u64 room_of(const struct syscall_trace_fmt *fmt)
{
	return syscall_trace_arg(fmt, syscall_trace_blob_arg(fmt) + 1);
}

/* Most values are text, so a NUL at the end is left out. */
SYSCALL_STRUCT(xattr_value)
{
	unsigned int arg = syscall_trace_blob_arg(fmt);
	bool given = syscall_trace_fmt_dir(fmt, arg) == SYSCALL_TRACE_DIR_IN;
	bool text = len && !data[len - 1];

	if (given && room_of(fmt) > XATTR_SIZE_MAX)
		syscall_trace_print_address(fmt);
	else
		syscall_trace_print_string(fmt, data, len - text, !text &&
					   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

/* Without room for a list, the call returns only its length. */
SYSCALL_STRUCT(xattr_list)
{
	if (room_of(fmt))
		syscall_trace_print_string(fmt, data, len,
					   fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
	else
		syscall_trace_print_address(fmt);
}

/* Bytes of the first version of struct mnt_id_req. */
#define MNT_ID_REQ_0	24

/* The member size says which version the caller uses; the kernel takes none before the first. */
SYSCALL_STRUCT(mnt_id_req)
{
	u64 size = syscall_trace_member(fmt, type, "size", data, len);

	if (size < MNT_ID_REQ_0)
		size = sizeof(u32);
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, type->nr_fields, data, min_t(u64, len, size));
	syscall_trace_print_rest(fmt, type, data, min_t(u64, len, size));
	if (len < size)
		trace_seq_puts(fmt->s, ", ...");
	trace_seq_putc(fmt->s, '}');
}
