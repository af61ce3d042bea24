// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints an argument by its type in the table and by its blobs. Called
 * by call.c, and by printers of whole calls.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* Had the call no room for what it found? Then its result only says how much there is. */
static bool is_without_room(const struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_arg *desc,
			    const struct syscall_trace_blob *blob)
{
	return desc->len_by == SYSCALL_TRACE_LEN_RET && desc->len < fmt->call->nr_args &&
	       !blob->len && fmt->at_exit && fmt->ret > 0 && !syscall_trace_arg(fmt, desc->len);
}

/* Does a copy say more than its address? */
static bool is_printable(const struct syscall_trace_fmt *fmt,
			 const struct syscall_trace_arg *desc,
			 const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_type *type = desc->type;

	if (blob->status >= SYSCALL_TRACE_BLOB_NULL || is_without_room(fmt, desc, blob))
		return false;
	if (type->sort == SYSCALL_TRACE_STRUCT && type->count_by == SYSCALL_TRACE_BYTES &&
	    blob->len < type->least)
		return false;
	if (blob->status != SYSCALL_TRACE_BLOB_FAULTED)
		return true;

	/* The readable part is of use only in a list. */
	switch (type->sort) {
	case SYSCALL_TRACE_DATA:
		/* Netlink messages. */
		return syscall_trace_is_netlink(blob);
	case SYSCALL_TRACE_ARRAY:
	case SYSCALL_TRACE_STRUCT:
		if (type->count_by == SYSCALL_TRACE_BYTES)
			return type->least;
		return desc->len_by != SYSCALL_TRACE_LEN_NONE &&
		       desc->len_by != SYSCALL_TRACE_LEN_CONST &&
		       blob->len >= type->size[syscall_trace_layout(type, fmt->abi)] &&
		       blob->len;
	}

	return false;
}

/**
 * syscall_trace_print_blob - print what an argument leads to
 * @fmt: the call
 * @arg: index of the argument
 * @blob: what was captured of it, or NULL
 *
 * Without a printable copy, the pointer is printed.
 */
void syscall_trace_print_blob(struct syscall_trace_fmt *fmt, unsigned int arg,
			      const struct syscall_trace_blob *blob)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	u64 addr = syscall_trace_arg(fmt, arg);
	size_t most = desc->len_by == SYSCALL_TRACE_LEN_CONST ? desc->len : SIZE_MAX;

	if (!blob || !is_printable(fmt, desc, blob))
		syscall_trace_print_missing(fmt, addr, blob);
	else
		syscall_trace_print_contents(fmt, desc->type,
					     desc->len_by != SYSCALL_TRACE_LEN_NONE, most,
					     addr, blob);
}

static bool same_bytes(const struct syscall_trace_blob *a,
		       const struct syscall_trace_blob *b)
{
	return a->len == b->len && !memcmp(a->data, b->data, a->len);
}

/* Print the pointer and the reason if the tracer failed to copy; else return false. */
static bool print_uncopied(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	const struct syscall_trace_blob *blob;
	u64 addr = syscall_trace_arg(fmt, arg);

	if (desc->type->sort == SYSCALL_TRACE_UNKNOWN || !desc->dir || !addr)
		return false;
	if (fmt->uncopied) {
		syscall_trace_print_pointer(fmt, addr);
		trace_seq_puts(fmt->s, " /* not copied */");
		return true;
	}
	if (!syscall_trace_nested_printer(desc->type))
		return false;

	blob = desc->dir & SYSCALL_TRACE_DIR_IN ? syscall_trace_find_in(fmt, arg, 0) :
						  syscall_trace_find_out(fmt, arg, 0);
	if (!blob || blob->len || !blob->absent)
		return false;
	syscall_trace_print_missing(fmt, addr, blob);

	return true;
}

/*
 * Does a long have more than the kernel uses? A number of 32 bits may fill one with its sign,
 * whatever that means for the argument. Nothing is meant by what registers have in addition to
 * a shorter long.
 */
static bool has_ignored_bits(const struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	u64 word = fmt->args[arg];

	return unlikely(word >> 32) && syscall_trace_user_long(fmt->abi) > sizeof(u32) &&
	       type->size[SYSCALL_TRACE_WIDE] <= sizeof(u32) &&
	       type->role != SYSCALL_TRACE_UNION && word != (u64)(s32)word;
}

/* Print an integer and, if the kernel ignores bits of it, all of them. */
static void print_integer(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	syscall_trace_print_scalar(fmt, fmt->call->args[arg].type, syscall_trace_arg(fmt, arg));
	if (!has_ignored_bits(fmt, arg))
		return;
	trace_seq_puts(fmt->s, " /* ");
	syscall_trace_print_in_hex(fmt, fmt->args[arg]);
	trace_seq_puts(fmt->s, " */");
}

/**
 * syscall_trace_print_arg - print an argument
 * @fmt: the call
 * @arg: its index
 *
 * An argument that the kernel reads and writes is printed twice if it has changed.
 */
void syscall_trace_print_arg(struct syscall_trace_fmt *fmt, unsigned int arg)
{
	const struct syscall_trace_arg *desc = &fmt->call->args[arg];
	const struct syscall_trace_type *type = desc->type;
	const struct syscall_trace_blob *in = NULL, *out = NULL;
	static const struct syscall_trace_blob no_blob;
	syscall_trace_print_nested *nested;

	/* Nested printers may call one that looks there: at no NULL, and at no old record. */
	fmt->blob = &no_blob;
	fmt->arg = arg;
	fmt->part = 0;
	if (type->sort == SYSCALL_TRACE_SCALAR) {
		print_integer(fmt, arg);
		return;
	}
	if (print_uncopied(fmt, arg))
		return;
	nested = syscall_trace_nested_printer(type);
	if (nested) {
		nested(fmt, arg);
		return;
	}

	if (desc->dir & SYSCALL_TRACE_DIR_IN)
		in = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_IN, 0);
	if ((desc->dir & SYSCALL_TRACE_DIR_OUT) && !(desc->dir & SYSCALL_TRACE_DIR_UPDATE))
		out = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_DIR_OUT, 0);

	fmt->leads_on = in && type->leads_on;
	syscall_trace_print_blob(fmt, arg, in ?: out);
	fmt->leads_on = false;
	if (in && out && out->status != SYSCALL_TRACE_BLOB_NULL && !same_bytes(in, out)) {
		trace_seq_puts(fmt->s, " => ");
		syscall_trace_print_blob(fmt, arg, out);
	}
}
