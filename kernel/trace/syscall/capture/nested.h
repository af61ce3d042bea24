/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the heads of the captures that syscalls.def names. They stand in the
 * files of their families; the table, which is generated, declares those that it refers to.
 */
#ifndef _SYSCALL_CAPTURE_NESTED_H
#define _SYSCALL_CAPTURE_NESTED_H

#include <linux/syscall_trace_type.h>

struct syscall_trace_blob;
struct syscall_trace_capture;

/* Programs have the table, too, but not the captures. */
#ifdef __KERNEL__
#define SYSCALL_TRACE_CAPTURES_NESTED	1
#else
#define SYSCALL_TRACE_CAPTURES_NESTED	0
#endif

#define SYSCALL_TRACE_CAPTURE(word)	\
	(SYSCALL_TRACE_CAPTURES_NESTED ? syscall_capture_##word : NULL)

/* syscall_capture_WORD(): what argument @arg leads to */
#define SYSCALL_CAPTURE(word)					\
	syscall_trace_capture_pointer syscall_capture_##word;	\
	void syscall_capture_##word(struct syscall_trace_capture *cap, unsigned int arg)

struct syscall_trace_blob *
syscall_trace_begin_nested(struct syscall_trace_capture *cap, unsigned int arg);
struct syscall_trace_blob *
syscall_trace_begin_counted(struct syscall_trace_capture *cap, unsigned int arg, u64 count);

#endif /* _SYSCALL_CAPTURE_NESTED_H */
