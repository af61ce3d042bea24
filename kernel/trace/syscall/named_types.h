/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the words of syscalls.def that printers and captures name.
 */
#ifndef _SYSCALL_NAMED_TYPES_H
#define _SYSCALL_NAMED_TYPES_H

#include <linux/syscall_trace_type.h>

/* The address of a socket, and its structures: a variant by family. */
extern const struct syscall_trace_type syscall_trace_sockaddr;
extern const struct syscall_trace_type syscall_trace_sockaddrs;

/* Control data of sockets: a variant by level and then by type. */
extern const struct syscall_trace_type syscall_trace_cmsgs;

/*
 * Of netlink sockets: variants of messages and their flags, by protocol and then by type,
 * and of an error's attributes.
 */
extern const struct syscall_trace_type syscall_trace_netlink_messages;
extern const struct syscall_trace_type syscall_trace_nfnl_messages;
extern const struct syscall_trace_type syscall_trace_netlink_flags;
extern const struct syscall_trace_type syscall_trace_nlmsgerr_attrs;

/* struct siginfo, whose wide layout is the kernel's own, too. */
extern const struct syscall_trace_type syscall_trace_siginfo;

/* The parameters of families of ioctl commands. */
extern const struct syscall_trace_type syscall_trace_input_axis;
extern const struct syscall_trace_type syscall_trace_input_event;

/* The flags of a new task, all that there are. */
extern const struct syscall_trace_type syscall_trace_clone3_flags;

/* The number of a signal. */
extern const struct syscall_trace_type syscall_trace_signal;

/* Parts of a number: which clock of a task it is, and the hint of an I/O priority. */
extern const struct syscall_trace_type syscall_trace_cpuclock;
extern const struct syscall_trace_type syscall_trace_ioprio_hint;

#endif /* _SYSCALL_NAMED_TYPES_H */
