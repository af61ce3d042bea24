// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: prints commands of quotactl().
 */
#include <linux/array_size.h>

#include "format.h"
#include "printers.h"

/* A command and, in the low bits, whose quota it is about. */
SYSCALL_KIND(quota_cmd)
{
	static const char * const quotas[] = { "USRQUOTA", "GRPQUOTA", "PRJQUOTA" };
	u32 quota = val & 0xff;

	trace_seq_puts(fmt->s, "QCMD(");
	syscall_trace_print_set(fmt, type->set, (u32)val >> 8);
	if (quota < ARRAY_SIZE(quotas))
		trace_seq_printf(fmt->s, ", %s)", quotas[quota]);
	else
		trace_seq_printf(fmt->s, ", 0x%x /* ???QUOTA */)", quota);
}
