// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints structures with what their members lead to. Called for
 * arguments, and by bpf.c.
 */
#include <linux/string.h>
#include <uapi/linux/bpf.h>

#include "format.h"
#include "printers.h"

/* Addresses in structures: what they lead to is printed by syscall_nested_indirect(). */
SYSCALL_KIND(at_str)
{
	syscall_trace_print_pointer(fmt, val);
}

SYSCALL_KIND(at_path)
{
	syscall_trace_print_pointer(fmt, val);
}

SYSCALL_KIND(at_bytes)
{
	syscall_trace_print_pointer(fmt, val);
}

bool syscall_trace_is_address(const struct syscall_trace_type *type)
{
	syscall_trace_print_integer *print = syscall_trace_integer_printer(type);

	return print == syscall_kind_at_str || print == syscall_kind_at_path ||
	       print == syscall_kind_at_bytes;
}

static bool field_is(const struct syscall_trace_field *field, const char *name)
{
	return !strcmp(field->name, name);
}

static void print_pointed(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int part,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	void (*print)(struct syscall_trace_fmt *fmt, const u8 *str, size_t len, bool truncated);
	const struct syscall_trace_blob *blob;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, part);
	if (blob && (blob->status == SYSCALL_TRACE_OK ||
		     blob->status == SYSCALL_TRACE_TRUNCATED)) {
		trace_seq_printf(fmt->s, "%s=", field->name);
		print = syscall_trace_integer_printer(field->type) == syscall_kind_at_path ?
			syscall_trace_print_path : syscall_trace_print_string;
		print(fmt, blob->data, blob->len, blob->status == SYSCALL_TRACE_TRUNCATED);
	} else {
		syscall_trace_print_field(fmt, type, field->name, data, len);
	}
}

/* If the kernel has changed a member, the new value goes behind an arrow. */
static void print_changed(struct syscall_trace_fmt *fmt, unsigned int arg,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	const struct syscall_trace_blob *blob;
	u64 before, after;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0);
	if (blob && syscall_trace_field(fmt, type, field->name, data, len, &before) &&
	    syscall_trace_field(fmt, type, field->name, blob->data, blob->len, &after) &&
	    before != after)
		trace_seq_printf(fmt->s, " => %llu", after);
}

/* Some members are there only if another one says so. */
static bool member_counts(struct syscall_trace_fmt *fmt,
			  const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const u8 *data, size_t len)
{
	u64 val = 0;

	if (field_is(field, "numa_node"))
		return syscall_trace_field(fmt, type, "map_flags", data, len, &val) &&
		       (val & BPF_F_NUMA_NODE);
	if (field_is(field, "perf_event"))
		return syscall_trace_field(fmt, type, "attach_type", data, len, &val) &&
		       val == BPF_PERF_EVENT;

	return true;
}

/* What the members that are addresses lead to is in pieces, by their order. */
void syscall_trace_print_indirect(struct syscall_trace_fmt *fmt, unsigned int arg,
				  unsigned int *part, const struct syscall_trace_type *type,
				  unsigned int layout, const u8 *data, size_t len, bool more)
{
	const char *sep = "";
	unsigned int i;

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields && !syscall_trace_full(fmt); i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];

		if (!field->name || offset >= len ||
		    !member_counts(fmt, type, field, data, len) ||
		    syscall_trace_is_unused(field, layout, data, len))
			continue;

		trace_seq_puts(fmt->s, sep);
		sep = ", ";
		if (field->type->sort == SYSCALL_TRACE_STRUCT) {
			trace_seq_printf(fmt->s, "%s=", field->name);
			syscall_trace_print_indirect(fmt, arg, part, field->type, layout,
						     data + offset, len - offset, false);
		} else if (syscall_trace_is_address(field->type)) {
			print_pointed(fmt, arg, ++*part, type, field, data, len);
		} else {
			syscall_trace_print_field(fmt, type, field->name, data, len);
		}
		if (field_is(field, "next_id"))
			print_changed(fmt, arg, type, field, data, len);
	}
	if (more || i < type->nr_fields)
		trace_seq_printf(fmt->s, "%s...", sep);
	trace_seq_putc(fmt->s, '}');
}

/* Where the last member that is there ends. */
size_t syscall_trace_known_size(struct syscall_trace_fmt *fmt,
				const struct syscall_trace_type *type,
				unsigned int layout, const u8 *data, size_t len)
{
	size_t end = 0;
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];
		size_t size = field->size[layout] * (size_t)(field->nr ?: 1);

		if (field->name && !member_counts(fmt, type, field, data, len))
			continue;
		if (field->type->sort == SYSCALL_TRACE_STRUCT && offset < len)
			size = syscall_trace_known_size(fmt, field->type, layout, data + offset,
							len - offset);
		end = max(end, offset + size);
	}

	return end;
}

SYSCALL_NESTED(indirect)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	const struct syscall_trace_blob *blob;
	unsigned int part = 0;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || blob->status != SYSCALL_TRACE_OK)
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
	else
		syscall_trace_print_indirect(fmt, arg, &part, type,
					     syscall_trace_layout(type, fmt->abi), blob->data,
					     blob->len, false);
}
