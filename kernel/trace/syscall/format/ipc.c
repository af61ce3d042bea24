// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of System V IPC and of ipc().
 */
#include <linux/ipc.h>
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

#define MODE_MASK	0777

/* The bits of shmget()'s flags that hold the size of huge pages. */
#define HUGE_SHIFT	26
#define HUGE_MASK	0x3f

/* -------------------------------- integers ------------------------------- */

/* Flags, known and unknown, each group followed by a |. */
static void print_get_flags(struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_set *set, u64 val)
{
	u64 known = 0;
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		known |= set->consts[i].mask;

	if (val & known) {
		syscall_trace_print_set(fmt, set, val & known);
		trace_seq_putc(fmt->s, '|');
	}
	if (val & ~known)
		trace_seq_printf(fmt->s, "0x%llx|", val & ~known);
}

SYSCALL_KIND(ipc_mode)
{
	u64 flags = val & ~(u64)MODE_MASK;

	/* strace prints no | if no flag is known. */
	if (flags && !syscall_trace_has_const(type->set, flags))
		syscall_trace_print_in_hex(fmt, flags);
	else
		print_get_flags(fmt, type->set, flags);
	trace_seq_printf(fmt->s, "%#03llo", val & MODE_MASK);
}

SYSCALL_KIND(shm_mode)
{
	unsigned int huge = val >> HUGE_SHIFT & HUGE_MASK;

	val &= ~((u64)HUGE_MASK << HUGE_SHIFT);
	print_get_flags(fmt, type->set, val & ~(u64)MODE_MASK);
	if (huge)
		trace_seq_printf(fmt->s, "%u<<SHM_HUGE_SHIFT|", huge);
	trace_seq_printf(fmt->s, "%#03llo", val & MODE_MASK);
}

SYSCALL_KIND(ipc_cmd)
{
	if (val & IPC_64)
		trace_seq_puts(fmt->s, "IPC_64|");
	syscall_trace_print_set(fmt, type->set, val & ~(u64)IPC_64);
}

/* Shown only for an unknown number: known ones are cases with names of their own. */
SYSCALL_KIND(ipc_call)
{
	if (val >> 16)
		trace_seq_printf(fmt->s, "%llu<<16|", val >> 16);
	syscall_trace_print_set(fmt, type->set, val & 0xffff);
}

/* The copy of the first argument that the kernel has written, or NULL. */
static const struct syscall_trace_blob *find_written(const struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_blob *blob = NULL;
	unsigned int i;

	for (i = 0; i < fmt->call->nr_args && !blob; i++)
		blob = syscall_trace_find_out(fmt, i, 0);

	return blob;
}

/* shmat() by way of ipc() returns 0 and writes the address to memory. */
SYSCALL_KIND(shmat_ret)
{
	const struct syscall_trace_blob *blob = find_written(fmt);

	if (blob && blob->len == sizeof(u32))
		val = syscall_trace_get_uint(blob->data, sizeof(u32));
	syscall_kind_hex(fmt, type, val);
}

/* -------------------------------- messages ------------------------------- */

/* Read the word @index of a copy; false: it is missing. */
static bool read_word(const struct syscall_trace_blob *blob, unsigned int index, u64 *val)
{
	if (!blob || blob->len < (index + 1) * sizeof(*val))
		return false;
	memcpy(val, blob->data + index * sizeof(*val), sizeof(*val));

	return true;
}

/* Print the message with its type in @part and its text in the next part. */
static bool print_message(struct syscall_trace_fmt *fmt, unsigned int arg,
			  unsigned int part)
{
	unsigned int dir = syscall_trace_fmt_dir(fmt, arg);
	const struct syscall_trace_blob *text, *head;
	u64 type, addr;

	/* The capture puts the text's address behind the type. */
	head = syscall_trace_find_blob(fmt, arg, dir, part);
	if (!read_word(head, 0, &type) || !read_word(head, 1, &addr))
		return false;

	trace_seq_printf(fmt->s, "{mtype=%lld, mtext=", type);
	text = syscall_trace_find_blob(fmt, arg, dir, part + 1);
	if (text && text->status != SYSCALL_TRACE_BLOB_FAULTED)
		syscall_trace_print_text(fmt, text);
	else
		syscall_trace_print_pointer(fmt, addr);
	trace_seq_putc(fmt->s, '}');

	return true;
}

SYSCALL_NESTED(msgbuf)
{
	if (!print_message(fmt, arg, 0))
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

SYSCALL_NESTED(ipc_msgrcv)
{
	if (!print_message(fmt, arg, 1))
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
}

/* The wanted type is in memory, next to the message's address. */
SYSCALL_PRINT(ipc_msgrcv)
{
	u64 type;

	if (!fmt->at_exit) {
		syscall_trace_print_range(fmt, 0, fmt->call->split);
		trace_seq_puts(fmt->s, ", ");
		return;
	}

	syscall_trace_print_range(fmt, fmt->call->split, fmt->call->nr_shown - 1);
	if (read_word(find_written(fmt), 1, &type))
		trace_seq_printf(fmt->s, ", %lld", type);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_range(fmt, fmt->call->nr_shown - 1, fmt->call->nr_shown);
}

/* --------------------------------- semctl -------------------------------- */

/* ipc() takes the address of semctl()'s argument, so an address there is in brackets. */
SYSCALL_NESTED(ipc_semun)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob;
	u64 val;

	blob = syscall_trace_find_blob(fmt, arg, syscall_trace_fmt_dir(fmt, arg), 1);
	if (blob && blob->status == SYSCALL_TRACE_BLOB_OK && type->nr_fields) {
		syscall_trace_print_struct(fmt, type->fields[0].type, blob->data, blob->len);
		return;
	}

	if (read_word(syscall_trace_find_in(fmt, arg, 0), 0, &val)) {
		trace_seq_putc(fmt->s, '[');
		syscall_trace_print_pointer(fmt, val);
		trace_seq_putc(fmt->s, ']');
	} else {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	}
}

/* What is a member of a union with an address is shown as one. */
SYSCALL_KIND(union)
{
	syscall_trace_print_pointer(fmt, val);
}
