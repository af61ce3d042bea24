// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the structures of bpf().
 */
#include <linux/string.h>
#include <uapi/linux/bpf.h>

#include "format.h"
#include "printers.h"

/* No more of a structure is printed. */
#define BPF_ATTR_MAX	256

/*
 * Is a member shown, of an attribute of @len bytes? The number of places to adjust fills a gap
 * between older members, and came with those behind the next one.
 */
static bool is_shown(const struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
		     const struct syscall_trace_field *field, unsigned int layout,
		     const u8 *data, size_t len)
{
	if (!strcmp(field->name, "core_relo_cnt") &&
	    len > field->offset[layout] + sizeof(u32) + sizeof(u64))
		return true;

	return syscall_trace_field_shown(fmt, type, field, data, len);
}

/* The end of the last member that is shown. */
static size_t known_size(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			 unsigned int layout, const u8 *data, size_t len)
{
	size_t end = 0;
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];
		size_t size = field->size[layout] * (size_t)(field->nr ?: 1);

		if (field->name && !is_shown(fmt, type, field, layout, data, len))
			continue;
		if (field->type->sort == SYSCALL_TRACE_STRUCT && offset < len)
			size = known_size(fmt, field->type, layout, data + offset, len - offset);
		end = max(end, offset + size);
	}

	return end;
}

/**
 * struct attr - a structure of bpf(), or one within it
 * @data: its bytes as they were when the call began
 * @len: how many
 * @out: likewise, when the call had ended
 * @out_len: how many, or 0
 */
struct attr {
	const u8	*data;
	size_t		len;
	const u8	*out;
	size_t		out_len;
};

static struct attr attr_within(const struct attr *attr, size_t offset)
{
	bool has_out = offset < attr->out_len;

	return (struct attr) {
		.data		= attr->data + offset,
		.len		= attr->len - offset,
		.out		= has_out ? attr->out + offset : NULL,
		.out_len	= has_out ? attr->out_len - offset : 0,
	};
}

/* Members that the kernel writes. Nobody but the program itself changes the others. */
static const char * const written[] = {
	"attach_flags", "buf_len", "ctx_size_out", "data_size_out", "duration", "fd_type",
	"info_len", "next_id", "probe_addr", "probe_offset", "prog_cnt", "prog_id", "retval",
};

static bool is_written(const char *name)
{
	unsigned int i;

	for (i = 0; i < sizeof(written) / sizeof(*written); i++) {
		if (!strcmp(written[i], name))
			return true;
	}

	return false;
}

/* Print the new value of a member that the kernel has changed. */
static void print_changed(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  const struct syscall_trace_field *field, const struct attr *attr)
{
	u64 before, after;

	if (!is_written(field->name) ||
	    !syscall_trace_read_member(fmt, type, field->name, attr->data, attr->len, &before) ||
	    !syscall_trace_read_member(fmt, type, field->name, attr->out, attr->out_len, &after) ||
	    before == after)
		return;
	trace_seq_puts(fmt->s, " => ");
	syscall_trace_print_scalar(fmt, field->type, after);
}

static void print_members(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			  unsigned int layout, const struct attr *attr, bool more)
{
	unsigned int i;

	trace_seq_putc(fmt->s, '{');
	for (i = 0; i < type->nr_fields && !syscall_trace_full(fmt); i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];

		if (!field->name || offset >= attr->len ||
		    !is_shown(fmt, type, field, layout, attr->data, attr->len))
			continue;
		syscall_trace_comma(fmt);
		if (field->type->sort == SYSCALL_TRACE_STRUCT) {
			struct attr inner = attr_within(attr, offset);

			trace_seq_printf(fmt->s, "%s=", field->name);
			print_members(fmt, field->type, layout, &inner, false);
		} else {
			syscall_trace_print_field(fmt, type, field->name, attr->data, attr->len);
			print_changed(fmt, type, field, attr);
		}
	}
	if (more || i < type->nr_fields) {
		syscall_trace_comma(fmt);
		trace_seq_puts(fmt->s, "...");
	}
	trace_seq_putc(fmt->s, '}');
}

/* Print how many elements of a batch the kernel has handled, if not all of them. */
static void print_batch(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			const struct syscall_trace_blob *in,
			const struct syscall_trace_blob *out)
{
	const struct syscall_trace_field *field = syscall_trace_find_field(type, "batch");
	u64 before, after;

	if (!field || !out ||
	    !syscall_trace_read_member(fmt, field->type, "count", in->data, in->len, &before) ||
	    !syscall_trace_read_member(fmt, field->type, "count", out->data, out->len, &after) ||
	    before == after)
		return;
	trace_seq_printf(fmt->s, " => {batch={count=%llu}}", after);
}

/*
 * The task passes the size of its structure. Members behind that are left out. Bytes behind
 * the known members show as dots unless all of them are 0.
 */
SYSCALL_NESTED(bpf_attr)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_layout(type, fmt->abi);
	const struct syscall_trace_blob *blob = syscall_trace_find_in(fmt, arg, 0);
	const struct syscall_trace_blob *out = syscall_trace_find_out(fmt, arg, 0);
	u8 attr[BPF_ATTR_MAX] = { };
	struct attr outer = { .data = attr };
	size_t len, end;
	bool more;

	if (!blob || !blob->len || blob->status > SYSCALL_TRACE_BLOB_TRUNCATED ||
	    syscall_trace_blob_count(blob) > SYSCALL_TRACE_STRUCT_MAX) {
		syscall_trace_print_missing(fmt, syscall_trace_arg(fmt, arg), blob);
		return;
	}

	len = min_t(size_t, blob->len, sizeof(attr));
	memcpy(attr, blob->data, len);
	end = min_t(size_t, known_size(fmt, type, layout, attr, len), len);
	/* What was not copied may be anything. */
	more = !syscall_trace_is_zero(attr + end, len - end) ||
	       blob->status == SYSCALL_TRACE_BLOB_TRUNCATED;
	outer.len = len;
	if (out) {
		outer.out = out->data;
		outer.out_len = out->len;
	}
	fmt->leads_on = true;
	print_members(fmt, type, layout, &outer, more);
	fmt->leads_on = false;
	print_batch(fmt, type, blob, out);
}

SYSCALL_KIND(kernel_version)
{
	trace_seq_printf(fmt->s, "KERNEL_VERSION(%llu, %llu, %llu)", val >> 16,
			 val >> 8 & 0xff, val & 0xff);
}
