// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: its options, as those of a tracer in options/.
 */
#include <linux/init.h>
#include <linux/string.h>

#include "../options.h"
#include "options.h"

static struct tracer_opt syscall_opts[] = {
	{ TRACER_OPT(syscall_strings, SYSCALL_TRACE_OPT_STRINGS) },
	{ TRACER_OPT(syscall_data, SYSCALL_TRACE_OPT_DATA) },
	{ TRACER_OPT(syscall_structs, SYSCALL_TRACE_OPT_STRUCTS) },
	{ TRACER_OPT(syscall_raw, SYSCALL_TRACE_OPT_RAW) },
	{ TRACER_OPT(syscall_names, SYSCALL_TRACE_OPT_NAMES) },
	{ TRACER_OPT(syscall_time, SYSCALL_TRACE_OPT_TIME) },
	{ TRACER_OPT(syscall_json, SYSCALL_TRACE_OPT_JSON) },
	{ TRACER_OPT(syscall_process, SYSCALL_TRACE_OPT_PROCESS) },
	{ TRACER_OPT(syscall_dump_data, SYSCALL_TRACE_OPT_DUMP_DATA) },
	{ TRACER_OPT(syscall_entries, SYSCALL_TRACE_OPT_ENTRIES) },
	{ TRACER_OPT(syscall_stat, SYSCALL_TRACE_OPT_STAT) },
	{ TRACER_OPT(syscall_stat_only, SYSCALL_TRACE_OPT_STAT_ONLY) },
	{ TRACER_OPT(syscall_batch, SYSCALL_TRACE_OPT_BATCH) },
	{ TRACER_OPT(syscall_follow, SYSCALL_TRACE_OPT_FOLLOW) },
	{ TRACER_OPT(syscall_readers, SYSCALL_TRACE_OPT_READERS) },
	{ }
};

struct tracer_flags syscall_trace_flags = {
	.val	= SYSCALL_TRACE_OPTS_DEFAULT,
	.opts	= syscall_opts,
};

/* For a crash before user space can set the option. */
static int __init set_dump_data(char *str)
{
	/* Another parameter begins with this name. */
	if (*str && *str != '=')
		return 0;
	if (strcmp(str, "=0") && strcmp(str, "=off"))
		syscall_trace_flags.val |= SYSCALL_TRACE_OPT_DUMP_DATA;

	return 1;
}
__setup("syscall_dump_data", set_dump_data);

u32 syscall_trace_options_on(void)
{
	return READ_ONCE(syscall_trace_flags.val);
}

bool syscall_trace_option(u32 bits)
{
	return READ_ONCE(syscall_trace_flags.val) & bits;
}
