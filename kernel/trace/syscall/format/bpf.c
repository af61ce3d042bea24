// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints what bpf() needs.
 */
#include <linux/string.h>

#include "format.h"
#include "printers.h"

/* How much of a structure of bpf can be there. */
#define BPF_ATTR_MAX	256

/* Is there anything but zeroes? */
static bool any_set(const u8 *data, size_t from, size_t to)
{
	size_t i;

	for (i = from; i < to; i++) {
		if (data[i])
			return true;
	}

	return false;
}

/* How many elements of a batch the kernel has worked on. */
static void print_batch(struct syscall_trace_fmt *fmt, const struct syscall_trace_type *type,
			const struct syscall_trace_blob *in,
			const struct syscall_trace_blob *out)
{
	const struct syscall_trace_field *field = syscall_trace_find_field(type, "batch");
	u64 before, after;

	if (!field || !out ||
	    !syscall_trace_field(fmt, field->type, "count", in->data, in->len, &before) ||
	    !syscall_trace_field(fmt, field->type, "count", out->data, out->len, &after) ||
	    before == after)
		return;
	trace_seq_printf(fmt->s, " => {batch={count=%llu}}", after);
}

/*
 * Members that begin behind the end of what the task passes are not there, and what is
 * beyond the members counts only if it is not zero.
 */
SYSCALL_NESTED(bpf_attr)
{
	const struct syscall_trace_type *type = fmt->call->args[arg].type;
	unsigned int layout = syscall_trace_layout(type, fmt->abi), part = 0;
	const struct syscall_trace_blob *blob;
	u8 attr[BPF_ATTR_MAX] = { };
	size_t len, end;

	blob = syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_IN, 0);
	if (!blob || !blob->len || blob->status == SYSCALL_TRACE_NULL ||
	    blob->status == SYSCALL_TRACE_FAULTED) {
		syscall_trace_print_pointer(fmt, syscall_trace_arg(fmt, arg));
		return;
	}

	len = min_t(size_t, blob->len, sizeof(attr));
	memcpy(attr, blob->data, len);
	end = min_t(size_t, syscall_trace_known_size(fmt, type, layout, attr, len), len);
	syscall_trace_print_indirect(fmt, arg, &part, type, layout, attr, len,
				     any_set(attr, end, len));
	print_batch(fmt, type, blob, syscall_trace_find_blob(fmt, arg, SYSCALL_TRACE_OUT, 0));
}
