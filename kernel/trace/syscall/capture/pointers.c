// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: captures structures with what their members lead to: those members
 * that have a `->` in syscalls.def.
 */
#include <linux/err.h>
#include <linux/string.h>

#include "arg.h"
#include "nested.h"

/* The value of an integer member; 0: its bytes were not captured. */
static u64 member_value(const struct syscall_trace_field *field, unsigned int layout,
			const u8 *data, size_t len)
{
	size_t size = field->size[layout];
	u64 val = 0;

	if (field->offset[layout] + size <= len)
		memcpy(&val, data + field->offset[layout], size);

	return val;
}

static struct syscall_trace_blob *
begin_string(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
	     const struct syscall_trace_type *type, u64 addr)
{
	size_t limit = syscall_trace_text_limit(cap, type);
	size_t room = syscall_trace_left(cap), head = syscall_trace_string_room(0);
	struct syscall_trace_blob *blob;

	if (!limit || room <= head)
		return NULL;
	blob = syscall_trace_copy_part(cap, arg, part, addr, min(limit, room - head));
	if (type->count_by == SYSCALL_TRACE_BYTES)
		blob->sort = SYSCALL_TRACE_DATA;

	return blob;
}

/*
 * Of text of at most @most bytes, those behind are not looked at: they may be another's. Without
 * a NUL, it is cut.
 */
static struct syscall_trace_blob *
begin_counted_string(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
		     u64 addr, u64 most)
{
	struct syscall_trace_blob *blob;
	size_t len;

	if (!cap->limits->datalen)
		return NULL;
	blob = syscall_trace_add_counted(cap, arg, part, SYSCALL_TRACE_DATA, 0);
	if (!blob)
		return NULL;
	syscall_trace_copy(cap, blob, addr, most, cap->limits->datalen);
	len = strnlen(blob->data, blob->len);
	if (len < blob->len) {
		blob->len = len;
		blob->status = SYSCALL_TRACE_BLOB_OK;
		blob->absent = false;
	} else if (len && blob->status == SYSCALL_TRACE_BLOB_OK) {
		blob->status = SYSCALL_TRACE_BLOB_TRUNCATED;
	}

	return blob;
}

static struct syscall_trace_blob *
begin_other(struct syscall_trace_capture *cap, unsigned int arg, unsigned int part,
	    const struct syscall_trace_type *type, u64 addr, u64 len)
{
	struct syscall_trace_blob *blob;

	blob = syscall_trace_add_counted(cap, arg, part, type->sort,
					 type->sort == SYSCALL_TRACE_DATA ? 0 : len);
	if (!blob)
		return NULL;
	if (type->sort != SYSCALL_TRACE_DATA)
		return syscall_trace_copy_structs(cap, blob, type, addr, len) ? blob : NULL;
	if (!cap->limits->datalen)
		return NULL;
	syscall_trace_copy(cap, blob, addr, len, cap->limits->datalen);

	return blob;
}

/*
 * Capture what the members of a structure lead to. Printers count parts in the same way:
 * one for each `->`, in the order of the members.
 */
static void capture_members(struct syscall_trace_capture *cap, unsigned int arg,
			    unsigned int *part, const struct syscall_trace_type *type,
			    const u8 *data, size_t len)
{
	unsigned int i, layout = syscall_trace_layout(type, cap->task->abi);

	for (i = 0; i < type->nr_fields; i++) {
		const struct syscall_trace_field *field = &type->fields[i];
		size_t offset = field->offset[layout];
		struct syscall_trace_blob *blob;
		u64 addr, count = 1;

		if (!field->name || offset >= len)
			continue;
		if (field->type->leads_on)
			capture_members(cap, arg, part, field->type, data + offset, len - offset);
		if (!field->to)
			continue;
		++*part;
		addr = member_value(field, layout, data, len);
		if (!addr)
			continue;
		if (field->length)
			count = member_value(&type->fields[field->length - 1], layout, data, len);
		if (field->to->sort != SYSCALL_TRACE_STRING)
			blob = begin_other(cap, arg, *part, field->to, addr, count);
		else if (field->length)
			blob = begin_counted_string(cap, arg, *part, addr, count);
		else
			blob = begin_string(cap, arg, *part, field->to, addr);
		if (blob)
			syscall_trace_end_blob(cap, blob);
	}
}

/*
 * At exit, the structure is copied again and, unless the call failed, what it leads to: as far as
 * its members said when the call began. With ENOSPC, the kernel has written what there was room
 * for.
 */
SYSCALL_CAPTURE(pointers)
{
	const struct syscall_trace_blob *blob = syscall_trace_capture_plain(cap, arg);
	unsigned int part = 0;

	if (blob && cap->at_exit)
		blob = !IS_ERR_VALUE(cap->ret) || cap->ret == -ENOSPC ?
		       syscall_trace_entered(cap, arg, 0) : NULL;
	if (blob)
		capture_members(cap, arg, &part, cap->call->args[arg].type, blob->data, blob->len);
}
