/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * What readers of ktrace's buffers have to know: Documentation/trace/ktrace.rst tells the
 * rest.
 */
#ifndef _UAPI_LINUX_KTRACE_H
#define _UAPI_LINUX_KTRACE_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* The version of what is in the buffers, and of the file info. */
#define KTRACE_VERSION		1

/* ioctl commands of buffers/cpuN. Positions are counted in bytes, modulo 2^32. */
#define KTRACE_BUF_GET_SIZE	_IOR(0xF5, 0x00, __u32)
#define KTRACE_BUF_GET_PRODUCED	_IOR(0xF5, 0x01, __u32)
#define KTRACE_BUF_GET_CONSUMED	_IOR(0xF5, 0x02, __u32)
#define KTRACE_BUF_PUT_PRODUCED	_IOW(0xF5, 0x03, __u32)
#define KTRACE_BUF_PUT_CONSUMED	_IOW(0xF5, 0x04, __u32)

/* An event begins with a __u32: its id. This one's only argument is a __u64. */
#define KTRACE_ID_LOST		0

/* A string begins with a __u16: its length, or one of the last two of these. */
#define KTRACE_STR_LEN		0x1fff	/* the bits of the length */
#define KTRACE_STR_CUT		0x8000	/* there was more of it */
#define KTRACE_STR_BAD		0xfffe	/* nothing could be read there */
#define KTRACE_STR_NULL		0xffff	/* the pointer was NULL */

/* Strings are never longer, and all those of an event never longer than three of these. */
#define KTRACE_STR_MAX		4096

/* How many arguments an event can have. */
#define KTRACE_ARGS_MAX		12

#endif /* _UAPI_LINUX_KTRACE_H */
