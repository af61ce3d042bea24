// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints the events of perf.
 */
#include <linux/string.h>

#include "format.h"
#include "list.h"
#include "printers.h"

#define PRECISE_MASK	0x18000
#define PRECISE_ONE	0x8000
#define RESERVED_SHIFT	38

/* The smallest structure that the kernel takes. */
#define PERF_SIZE_MIN	64

/* The flags that are set and, in its place among them, the field precise_ip. */
static void print_perf_flags(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_set *set, u64 flags)
{
	static const char * const skids[] = {
		"arbitrary skid", "constant skid", "requested to have 0 skid",
		"must have 0 skid",
	};
	unsigned int i, precise = (flags & PRECISE_MASK) / PRECISE_ONE;

	for (i = 0; i < set->nr && !syscall_trace_full(fmt); i++) {
		if (set->consts[i].value == PRECISE_MASK)
			trace_seq_printf(fmt->s, ", precise_ip=%u /* %s */", precise,
					 skids[precise]);
		else if (flags & set->consts[i].value)
			trace_seq_printf(fmt->s, ", %s=1", set->consts[i].name);
	}
	if (flags >> RESERVED_SHIFT && !syscall_trace_full(fmt))
		trace_seq_printf(fmt->s, ", __reserved_1=0x%llx /* Bits 63..%u */",
				 flags >> RESERVED_SHIFT, RESERVED_SHIFT);
}

/* Print a number by the kind of a member of struct perf_config. */
static void print_config_as(struct syscall_trace_fmt *fmt,
			    const struct syscall_trace_type *config, const char *name, u64 val)
{
	const struct syscall_trace_type *type = syscall_trace_member_type(config, name);

	if (type)
		syscall_trace_print_scalar(fmt, type, val);
}

static void print_perf_config(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_type *config, u64 type, u64 val)
{
	static const char * const by_type[] = {
		"hardware", "software", "tracepoint", "cache",
	};

	trace_seq_puts(fmt->s, ", config=");
	if (type >= ARRAY_SIZE(by_type)) {
		print_config_as(fmt, config, "raw", val);
		return;
	}
	/* The upper half selects one of several units; software and tracepoints have none. */
	if (strcmp(by_type[type], "software") && strcmp(by_type[type], "tracepoint") && val >> 32) {
		trace_seq_printf(fmt->s, "0x%llx<<32|", val >> 32);
		val = (u32)val;
	}
	if (!strcmp(by_type[type], "cache")) {
		if (val >> 24)
			trace_seq_printf(fmt->s, "0x%llx<<24|", val >> 24);
		print_config_as(fmt, config, "result", val >> 16 & 0xff);
		trace_seq_puts(fmt->s, "<<16|");
		print_config_as(fmt, config, "op", val >> 8 & 0xff);
		trace_seq_puts(fmt->s, "<<8|");
		print_config_as(fmt, config, "cache", val & 0xff);
	} else {
		print_config_as(fmt, config, by_type[type], val);
	}
}

SYSCALL_STRUCT(perf_event_attr)
{
	const struct syscall_trace_field *config = syscall_trace_find_field(type, "config");
	u64 size = syscall_trace_member(fmt, type, "size", data, len), flags, val;

	/* Members in front of the flags were captured if these were. */
	if (!config || !syscall_trace_read_member(fmt, type, "flags", data, len, &flags) ||
	    (size && size < PERF_SIZE_MIN)) {
		syscall_trace_print_address(fmt);
		return;
	}

	trace_seq_putc(fmt->s, '{');
	syscall_trace_print_members(fmt, type, data, len, "type", "size");
	val = syscall_trace_get_uint(data + config->offset[syscall_trace_layout(type, fmt->abi)],
				     sizeof(val));
	print_perf_config(fmt, config->type, syscall_trace_member(fmt, type, "type", data, len),
			  val);
	trace_seq_printf(fmt->s, ", sample_%s=%llu", flags >> 10 & 1 ? "freq" : "period",
			 syscall_trace_member(fmt, type, "sample_period", data, len));
	syscall_trace_print_members(fmt, type, data, len, "sample_type", "read_format");
	print_perf_flags(fmt, syscall_trace_find_field(type, "flags")->type->set, flags);
	trace_seq_puts(fmt->s, ", ...}");
}
