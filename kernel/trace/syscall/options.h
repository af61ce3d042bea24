/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: its options. Its home has them, and tells by control.c when one changes.
 */
#ifndef _SYSCALL_OPTIONS_H
#define _SYSCALL_OPTIONS_H

#include <linux/bits.h>
#include <linux/types.h>

/* Tracer options, shared by all instances as those of every tracer are. */
#define SYSCALL_TRACE_OPT_STRINGS	BIT(0)	/* copy string arguments */
#define SYSCALL_TRACE_OPT_DATA		BIT(1)	/* copy what is read and written */
#define SYSCALL_TRACE_OPT_STRUCTS	BIT(2)	/* copy structures */
#define SYSCALL_TRACE_OPT_RAW		BIT(3)	/* print words in hex */
#define SYSCALL_TRACE_OPT_NAMES		BIT(4)	/* print names of arguments */
#define SYSCALL_TRACE_OPT_TIME		BIT(5)	/* print how long calls take */
#define SYSCALL_TRACE_OPT_JSON		BIT(6)	/* print JSON, an object per line */
#define SYSCALL_TRACE_OPT_PROCESS	BIT(7)	/* record signals, and beginning and end of tasks */
#define SYSCALL_TRACE_OPT_DUMP_DATA	BIT(8)	/* show contents in the log of the kernel, too */
#define SYSCALL_TRACE_OPT_ENTRIES	BIT(9)	/* record the entry of each call, too */
#define SYSCALL_TRACE_OPT_STAT		BIT(10)	/* count calls */
#define SYSCALL_TRACE_OPT_STAT_ONLY	BIT(11)	/* count calls, and record nothing */
#define SYSCALL_TRACE_OPT_BATCH		BIT(12)	/* write records of a CPU together */
#define SYSCALL_TRACE_OPT_FOLLOW	BIT(13)	/* lists of pids take up children, too */
#define SYSCALL_TRACE_OPT_READERS	BIT(14)	/* record who reads the trace, too */

#define SYSCALL_TRACE_OPTS_DEFAULT	(SYSCALL_TRACE_OPT_STRINGS | SYSCALL_TRACE_OPT_DATA | \
					 SYSCALL_TRACE_OPT_STRUCTS | SYSCALL_TRACE_OPT_FOLLOW)

/* Those that are on. */
u32 syscall_trace_options_on(void);

/* Is one of them on? */
bool syscall_trace_option(u32 bits);

#endif /* _SYSCALL_OPTIONS_H */
