// SPDX-License-Identifier: GPL-2.0
/*
 * Which options are set, for all instances.
 */
#include <linux/mutex.h>

#include "tracer/control.h"
#include "tracer/instances.h"
#include "tracer/options.h"

#include "options.h"

static u32 options_on = SYSCALL_TRACE_OPTS_DEFAULT;

u32 syscall_trace_options_on(void)
{
	return READ_ONCE(options_on);
}

bool syscall_trace_option(u32 bits)
{
	return READ_ONCE(options_on) & bits;
}

/**
 * options_set - set an option or not
 * @bit: the option
 * @on: set it
 *
 * Context: task context, may sleep.
 * Return: 0 or an error.
 */
int options_set(u32 bit, bool on)
{
	u32 old;
	int ret;

	guard(mutex)(&trace_types_lock);
	old = options_on;
	WRITE_ONCE(options_on, on ? old | bit : old & ~bit);
	if (options_on == old)
		return 0;
	ret = syscall_trace_apply_options(bit);
	if (ret) {
		WRITE_ONCE(options_on, old);
		syscall_trace_reapply_options();
	}

	return ret;
}
