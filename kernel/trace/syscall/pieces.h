/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what the captures of nested data and its printers agree on: the part
 * numbers of the blobs of one argument, and how much there is of what has no length.
 */
#ifndef _SYSCALL_PIECES_H
#define _SYSCALL_PIECES_H

#include <linux/syscall_trace.h>

/* What clone3() has beside its structure. */
#define SYSCALL_CLONE3_PIDFD		1
#define SYSCALL_CLONE3_PARENT_TID	2
#define SYSCALL_CLONE3_SET_TID		3

/* General registers that ptrace() copies, of tasks of either width, and their bytes. */
#define SYSCALL_NR_REGS_32		17
#define SYSCALL_NR_REGS_64		27
#define SYSCALL_REGS_32			(SYSCALL_NR_REGS_32 * 4)
#define SYSCALL_REGS_64			(SYSCALL_NR_REGS_64 * 8)

/*
 * The pieces of a message, behind its header, by part number; behind the last one, the
 * data of each element of the vector. Of several messages, each has so many parts.
 */
#define SYSCALL_MSG_NAME		1
#define SYSCALL_MSG_IOV			2
#define SYSCALL_MSG_CONTROL		3
#define SYSCALL_MSG_DATA		4
#define SYSCALL_MSG_PARTS		(SYSCALL_MSG_DATA + SYSCALL_TRACE_ELEMENTS_MAX)
#define SYSCALL_MSGS_MAX		7

/* Bytes of a struct ifreq by the layout it has: its end is not looked at. */
#define SYSCALL_IFREQ_SIZE(narrow)	((narrow) ? 32 : 40)

#endif /* _SYSCALL_PIECES_H */
