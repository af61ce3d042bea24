// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints arguments of fanotify.
 */
#include <linux/fcntl.h>
#include <uapi/linux/fanotify.h>

#include "format.h"
#include "printers.h"

SYSCALL_KIND(fanotify_init_flags)
{
	syscall_trace_print_number_and_flags(fmt, type->set, val, FAN_ALL_CLASS_BITS,
					     "FAN_CLASS_???", "FAN_???");
}

SYSCALL_KIND(fan_dirfd)
{
	if ((s32)val == FAN_NOFD)
		trace_seq_puts(fmt->s, "FAN_NOFD");
	else
		syscall_kind_dirfd(fmt, type, val);
}
