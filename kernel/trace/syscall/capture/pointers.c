// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures structures with what their members lead to.
 */
#include "../format/format.h"
#include "../format/printers.h"
#include "capture.h"
#include "nested.h"

/* The number that a member of a structure is; 0: it is not there. */
static u64 member_value(const struct syscall_trace_field *field, unsigned int layout,
			const u8 *data, size_t len)
{
	size_t size = field->size[layout];
	u64 val = 0;

	if (!field->nr && size <= sizeof(val) && field->offset[layout] + size <= len)
		memcpy(&val, data + field->offset[layout], size);

	return val;
}

/* The length of what member @of leads to: its name's with "len" or "_size" behind. */
static u64 member_length(const struct syscall_trace_type *type,
			 const struct syscall_trace_field *of, unsigned int layout,
			 const u8 *data, size_t len)
{
	size_t prefix = strlen(of->name);
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const char *name = type->fields[i].name;

		if (name && !strncmp(name, of->name, prefix) &&
		    (!strcmp(name + prefix, "len") || !strcmp(name + prefix, "_size")))
			return member_value(&type->fields[i], layout, data, len);
	}

	return 0;
}

/* What the address @addr, a member of a structure, leads to. */
static void capture_pointed(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int part, const struct syscall_trace_type *kind,
			    u64 addr, u64 size)
{
	const struct syscall_trace_limits *limits = cap->limits;
	size_t room = cap->end - cap->pos;
	struct syscall_trace_blob *blob;
	syscall_trace_print_integer *print = syscall_trace_integer_printer(kind);
	unsigned int limit;

	if (!addr)
		return;

	if (print == syscall_kind_at_bytes) {
		blob = syscall_trace_add_blob(cap, arg, part, SYSCALL_TRACE_DATA);
		if (!blob || !limits->datalen)
			return;
		syscall_trace_copy(cap, blob, addr, size, limits->datalen);
	} else {
		limit = print == syscall_kind_at_path ? limits->strlen : limits->datalen;
		if (!limit || room <= syscall_trace_string_room(0))
			return;
		blob = cap->pos;
		syscall_trace_copy_string(blob, arg, (const char __user *)addr,
					  min_t(size_t, limit,
						room - syscall_trace_string_room(0)));
		blob->part = part;
	}
	syscall_trace_end_blob(cap, blob);
}

/* The same of all members that are such addresses, in the order of the members. */
static void capture_members(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int *part, const struct syscall_trace_type *type,
			    unsigned int layout, const u8 *data, size_t len)
{
	unsigned int i;

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];

		if (!field->name || offset >= len)
			continue;
		if (field->type->sort == SYSCALL_TRACE_STRUCT)
			capture_members(cap, arg, part, field->type, layout, data + offset,
					len - offset);
		else if (syscall_trace_is_address(field->type))
			capture_pointed(cap, arg, ++*part, field->type,
					member_value(field, layout, data, len),
					member_length(type, field, layout, data, len));
	}
}

/*
 * A structure with addresses of text or bytes. What the kernel has written to it is
 * copied alone.
 */
void syscall_capture_indirect(struct syscall_trace_capture *cap, unsigned int arg)
{
	const struct syscall_trace_type *type = cap->call->args[arg].type;
	const struct syscall_trace_blob *blob = cap->pos;
	unsigned int part = 0;

	syscall_trace_capture_plain(cap, arg);
	if (!cap->at_exit && (void *)blob < cap->pos)
		capture_members(cap, arg, &part, type,
				syscall_trace_layout(type, cap->task->head.abi),
				blob->data, blob->len);
}

void syscall_capture_bpf_attr(struct syscall_trace_capture *cap, unsigned int arg)
{
	/* More than a page is refused, and nobody else looks at it. */
	if (syscall_trace_length(cap, arg) <= PAGE_SIZE)
		syscall_capture_indirect(cap, arg);
}
