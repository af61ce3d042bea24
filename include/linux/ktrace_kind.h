/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What arguments of ktrace are. Also compiled in tools/tracing/ktrace.
 */
#ifndef _LINUX_KTRACE_KIND_H
#define _LINUX_KTRACE_KIND_H

/**
 * enum ktrace_kind - what an argument is, as it is stored
 * @KTRACE_KIND_SIZE: the bits with the bytes of a number: 1, 2, 4 or 8
 * @KTRACE_KIND_SIGNED: the bit of numbers with a sign
 * @KTRACE_KIND_PTR: a pointer, of the size of a long
 * @KTRACE_KIND_STR: a string: a u16 with its length, and its bytes
 */
enum ktrace_kind {
	KTRACE_KIND_SIZE	= 0x0f,
	KTRACE_KIND_SIGNED	= 0x10,
	KTRACE_KIND_PTR		= 0x20,
	KTRACE_KIND_STR		= 0x40,
};

#endif /* _LINUX_KTRACE_KIND_H */
