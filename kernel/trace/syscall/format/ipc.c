// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints System V IPC and what ipc() passes in memory.
 */
#include <linux/ipc.h>
#include <linux/string.h>

#include "format.h"
#include "printers.h"

#define MODE_MASK	0777

/* Where the size of huge pages is among the flags of shmget. */
#define HUGE_SHIFT	26
#define HUGE_MASK	0x3f

/* ---------------------------------- words -------------------------------- */

/* The flags of shmget and its like, each with a | behind it. */
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

	/* What is not known stands right before the mode if there is nothing else. */
	if (flags && !syscall_trace_has_const(type->set, flags))
		trace_seq_printf(fmt->s, "0x%llx", flags);
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

/* Only seen if there is no such call: the others go by their names. */
SYSCALL_KIND(ipc_call)
{
	if (val >> 16)
		trace_seq_printf(fmt->s, "%llu<<16|", val >> 16);
	syscall_trace_print_set(fmt, type->set, val & 0xffff);
}

/* What was captured of the first argument that the kernel has filled in, or NULL. */
static const struct syscall_trace_blob *find_answer(const struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_blob *blob = NULL;
	unsigned int i;

	for (i = 0; i < fmt->call->nr_args && !blob; i++)
		blob = syscall_trace_find_out(fmt, i, 0);

	return blob;
}

/* shmat by way of ipc returns 0, and the address in memory. */
SYSCALL_KIND(shmat_ret)
{
	const struct syscall_trace_blob *blob = find_answer(fmt);

	if (blob && blob->len == sizeof(u32))
		val = syscall_trace_get_long(blob->data, sizeof(u32));
	syscall_kind_hex(fmt, type, val);
}

/* -------------------------------- messages ------------------------------- */

/* A word that was captured; false: it could not be. */
static bool read_word(const struct syscall_trace_blob *blob, unsigned int index, u64 *val)
{
	if (!blob || blob->len < (index + 1) * sizeof(*val))
		return false;
	memcpy(val, blob->data + index * sizeof(*val), sizeof(*val));

	return true;
}

/* The message whose type is piece @part, and its text the next one. */
static bool print_message(struct syscall_trace_fmt *fmt, unsigned int arg,
			  unsigned int part)
{
	unsigned int dir = syscall_trace_fmt_dir(fmt, arg);
	const struct syscall_trace_blob *text, *head;
	u64 type, addr;

	/* Its address stands behind the type. */
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

/* Where the message is, the kind that was wanted is, too. */
SYSCALL_PRINT(ipc_msgrcv)
{
	u64 type;

	if (!fmt->at_exit) {
		syscall_trace_print_range(fmt, 0, fmt->call->split);
		trace_seq_puts(fmt->s, ", ");
		return;
	}

	syscall_trace_print_range(fmt, fmt->call->split, fmt->call->nr_shown - 1);
	if (read_word(find_answer(fmt), 1, &type))
		trace_seq_printf(fmt->s, ", %lld", type);
	trace_seq_puts(fmt->s, ", ");
	syscall_trace_print_range(fmt, fmt->call->nr_shown - 1, fmt->call->nr_shown);
}

/* --------------------------------- semctl -------------------------------- */

/* ipc takes the address of the argument, and tells it in brackets. */
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
