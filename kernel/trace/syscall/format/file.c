// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments and results of calls on files and directories.
 */
#include <linux/errno.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* ----------------------------------- names -------------------------------- */

/* The target of a symbolic link, a name without a NUL. */
SYSCALL_STRUCT(link)
{
	syscall_trace_print_path(fmt, data, len,
				 fmt->blob->status == SYSCALL_TRACE_BLOB_TRUNCATED);
}

SYSCALL_KIND(renameat2_flags)
{
	syscall_trace_print_flags(fmt, type->set, val, "RENAME_??");
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

/* Has the kernel written where a file is mounted, and a handle or how long that would be? */
static bool is_answered(const struct syscall_trace_fmt *fmt)
{
	return !syscall_trace_failed(fmt) || fmt->ret == -EOVERFLOW;
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
	} else if (out && is_answered(fmt)) {
		u64 filled = syscall_trace_member(fmt, type, "handle_bytes", out->data, out->len);

		if (filled != bytes)
			trace_seq_printf(fmt->s, " => %llu", filled);
		if (!syscall_trace_failed(fmt))
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

SYSCALL_NESTED(mount_id)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, arg, 0);
	u64 id;

	if (!blob || !is_answered(fmt) || (blob->len != sizeof(s32) && blob->len != sizeof(id))) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}
	id = syscall_trace_get_uint(blob->data, blob->len);
	trace_seq_printf(fmt->s, "[%lld]", blob->len == sizeof(s32) ? (s32)id : (s64)id);
}
