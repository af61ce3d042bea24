// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the arguments of clone() and its relatives.
 */
#include <linux/sched.h>

#include "format.h"
#include "list.h"
#include "printers.h"

/* The low byte is a signal. */
SYSCALL_KIND(clone_flags)
{
	unsigned int sig = val & CSIGNAL;
	u64 flags = val & ~(u64)CSIGNAL;

	if (flags) {
		syscall_trace_print_set(fmt, type->set, flags);
		if (!sig)
			return;
		trace_seq_putc(fmt->s, '|');
	}
	syscall_trace_print_signal(fmt, sig);
}

static void print_named_arg(struct syscall_trace_fmt *fmt, const char *name, unsigned int arg)
{
	trace_seq_puts(fmt->s, name);
	syscall_trace_print_arg(fmt, arg);
}

/*
 * The arguments stand in the order of the C library's function, because the kernel's depends
 * on the architecture.
 */
static void print_clone(struct syscall_trace_fmt *fmt, unsigned int tls, unsigned int child_tid)
{
	u64 flags = syscall_trace_arg(fmt, 0);

	if (!fmt->at_exit) {
		print_named_arg(fmt, "child_stack=", 1);
		print_named_arg(fmt, ", flags=", 0);
		if (fmt->is_split)
			return;
	}
	if (flags & (CLONE_PARENT_SETTID | CLONE_PIDFD))
		print_named_arg(fmt, ", parent_tid=", 2);
	if (flags & CLONE_SETTLS && syscall_trace_failed(fmt)) {
		trace_seq_puts(fmt->s, ", tls=");
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, tls));
	} else if (flags & CLONE_SETTLS) {
		print_named_arg(fmt, ", tls=", tls);
	}
	if (flags & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID))
		print_named_arg(fmt, ", child_tidptr=", child_tid);
}

SYSCALL_PRINT(clone)
{
	print_clone(fmt, 4, 3);
}

/* CONFIG_CLONE_BACKWARDS swaps the last two arguments. */
SYSCALL_PRINT(clone_backwards)
{
	print_clone(fmt, 3, 4);
}

SYSCALL_KIND(exit_signal)
{
	if (val < INT_MAX)
		syscall_trace_print_signal(fmt, val);
	else
		syscall_trace_print_unsigned(fmt, val);
}

/* Earlier versions of the structure lack its last members. */
SYSCALL_NESTED(clone_args)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_field *field = syscall_trace_find_field(type, "set_tid");
	unsigned int i = field ? field - type->fields : type->nr_fields;
	const struct syscall_trace_blob *blob, *ids;
	size_t len;
	u64 addr;

	blob = syscall_trace_need_bytes(fmt, arg, SYSCALL_TRACE_DIR_IN, CLONE_ARGS_SIZE_VER0);
	if (!blob)
		return;

	fmt->blob = blob;
	len = min_t(size_t, blob->len, type->size[SYSCALL_TRACE_WIDE]);
	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_fields(fmt, type, 0, i, blob->data, len);
	ids = syscall_trace_find_in(fmt, arg, SYSCALL_CLONE3_SET_TID);
	if (field && ids && ids->len >= sizeof(s32)) {
		trace_seq_puts(fmt->s, ", set_tid=");
		addr = syscall_trace_member(fmt, type, "set_tid", blob->data, len);
		syscall_trace_print_array(fmt, field->to, addr, ids);
		i++;
	}
	syscall_trace_print_fields(fmt, type, i, type->nr_fields, blob->data, len);
	if (blob->status == SYSCALL_TRACE_BLOB_FAULTED)
		trace_seq_puts(fmt->s, ", ???");
	else if (len == type->size[SYSCALL_TRACE_WIDE])
		syscall_trace_print_rest(fmt, type, blob->data, blob->len);
	trace_seq_putc(fmt->s, '}');
}

static bool print_written_id(struct syscall_trace_fmt *fmt, const char *sep, const char *name,
			     unsigned int part)
{
	const struct syscall_trace_blob *blob = syscall_trace_find_out(fmt, 0, part);

	if (!blob || blob->len < sizeof(s32))
		return false;
	trace_seq_printf(fmt->s, "%s%s=[%d]", sep, name,
			 (s32)syscall_trace_get_uint(blob->data, sizeof(s32)));

	return true;
}

SYSCALL_PRINT(clone3)
{
	bool some;

	if (!fmt->at_exit) {
		syscall_trace_print_arg(fmt, 0);
		if (fmt->is_split)
			return;
	} else {
		some = print_written_id(fmt, " => {", "pidfd", SYSCALL_CLONE3_PIDFD);
		some |= print_written_id(fmt, some ? ", " : " => {", "parent_tid",
					 SYSCALL_CLONE3_PARENT_TID);
		if (some)
			trace_seq_putc(fmt->s, '}');
	}
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_arg(fmt, 1);
}
