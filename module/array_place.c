// SPDX-License-Identifier: GPL-2.0
/*
 * Where things are in struct trace_array, which no header for modules has: the kernel's own
 * description of its types tells.
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/printk.h>
#include <linux/static_call.h>
#include <linux/string.h>

#include "array_place.h"
#include "instance.h"
#include "module.h"

struct array_place array_place;

DEFINE_STATIC_CALL_NULL(array_types, bpf_get_btf_vmlinux);
DEFINE_STATIC_CALL_NULL(array_find, btf_find_by_name_kind);
DEFINE_STATIC_CALL_NULL(array_name, btf_name_by_offset);

static const struct btf_type *find_type(const struct btf *types, const char *name, u8 kind)
{
	s32 id = static_call(array_find)(types, name, kind);

	return id < 0 ? NULL : btf_type_by_id(types, id);
}

static bool find_member(const struct btf *types, const struct btf_type *type, const char *name,
			u32 *offset)
{
	const struct btf_member *member = btf_members(type);
	int i;

	for (i = 0; i < btf_type_vlen(type); i++, member++) {
		if (strcmp(static_call(array_name)(types, member->name_off), name))
			continue;
		*offset = __btf_member_bit_offset(type, member) / BITS_PER_BYTE;
		return true;
	}

	return false;
}

static bool find_value(const struct btf *types, const struct btf_type *type, const char *name,
		       u32 *value)
{
	const struct btf_enum *constant = btf_enum(type);
	int i;

	for (i = 0; i < btf_type_vlen(type); i++, constant++) {
		if (strcmp(static_call(array_name)(types, constant->name_off), name))
			continue;
		*value = constant->val;
		return true;
	}

	return false;
}

/* Kernels like 7.2 number the bits of options, others name their values. */
static bool find_option(const struct btf *types, const char *name, u32 *value)
{
	const struct btf_type *flags = find_type(types, "trace_iterator_flags", BTF_KIND_ENUM);
	char value_name[32], bit_name[32];
	u32 bit;

	snprintf(value_name, sizeof(value_name), "TRACE_ITER_%s", name);
	if (flags && find_value(types, flags, value_name, value))
		return true;
	flags = find_type(types, "trace_iterator_bits", BTF_KIND_ENUM);
	snprintf(bit_name, sizeof(bit_name), "TRACE_ITER_%s_BIT", name);
	if (!flags || !find_value(types, flags, bit_name, &bit) || bit >= BITS_PER_TYPE(*value))
		return false;
	*value = BIT(bit);

	return true;
}

static bool find_bytes(const struct btf *types)
{
	static const char * const names[] = { "HEX", "BIN" };
	u32 value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!find_option(types, names[i], &value))
			return false;
		array_place.bytes |= value;
	}

	return true;
}

static bool find_buffer(const struct btf *types, const struct btf_type *array)
{
	const struct btf_type *buffer = find_type(types, "array_buffer", BTF_KIND_STRUCT);
	u32 tr, ring_buffer;

	if (!find_member(types, array, "array_buffer", &array_place.buffer))
		return false;
	if (!buffer || !find_member(types, buffer, "tr", &tr) ||
	    !find_member(types, buffer, "buffer", &ring_buffer))
		return false;

	return tr == offsetof(struct instance_buffer, tr) &&
	       ring_buffer == offsetof(struct instance_buffer, buffer);
}

static bool find_place(const struct btf *types)
{
	const struct btf_type *array = find_type(types, "trace_array", BTF_KIND_STRUCT);

	if (!array || !find_buffer(types, array))
		return false;
	if (!find_member(types, array, "filtered_pids", &array_place.wanted))
		return false;
	if (!find_member(types, array, "filtered_no_pids", &array_place.unwanted))
		return false;
	if (!find_member(types, array, "trace_flags", &array_place.flags))
		return false;
	if (!find_member(types, array, "buffer_disabled", &array_place.off))
		return false;
	if (!find_member(types, array, "clock_id", &array_place.clock))
		return false;

	return find_option(types, "EVENT_FORK", &array_place.follows) && find_bytes(types);
}

static bool find_functions(void)
{
	unsigned long types = address_of("bpf_get_btf_vmlinux");
	unsigned long find = address_of("btf_find_by_name_kind");
	unsigned long name = address_of("btf_name_by_offset");

	if (!types || !find || !name)
		return false;
	static_call_update(array_types, (typeof(&bpf_get_btf_vmlinux))types);
	static_call_update(array_find, (typeof(&btf_find_by_name_kind))find);
	static_call_update(array_name, (typeof(&btf_name_by_offset))name);

	return true;
}

/**
 * array_place_start - find where trace arrays have what the module looks at
 *
 * Return: 0 or an error, which is in the log.
 */
int array_place_start(void)
{
	const struct btf *types = NULL;

	if (find_functions())
		types = static_call(array_types)();
	if (!IS_ERR_OR_NULL(types) && find_place(types))
		return 0;
	pr_err("syscall_tracer: cannot find ring buffers and set_event_pid without CONFIG_DEBUG_INFO_BTF\n");

	return -EOPNOTSUPP;
}
