/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the heads of the printers that syscalls.def names. They stand in the
 * files of their families; the table, which is generated, declares those that it refers to.
 */
#ifndef _SYSCALL_FORMAT_PRINTERS_H
#define _SYSCALL_FORMAT_PRINTERS_H

#include <linux/syscall_trace_type.h>

/* syscall_kind_WORD(): an integer */
#define SYSCALL_KIND(word)						\
	syscall_trace_print_integer syscall_kind_##word;		\
	void syscall_kind_##word(struct syscall_trace_fmt *fmt,		\
				 const struct syscall_trace_type *type, u64 val)

/* syscall_struct_WORD(): the @len bytes that were captured of a structure */
#define SYSCALL_STRUCT(word)						\
	syscall_trace_print_structure syscall_struct_##word;		\
	void syscall_struct_##word(struct syscall_trace_fmt *fmt,	\
				   const struct syscall_trace_type *type, \
				   const u8 *data, size_t len)

/* syscall_nested_WORD(): an argument, from all blobs of the call */
#define SYSCALL_NESTED(word)						\
	syscall_trace_print_nested syscall_nested_##word;		\
	void syscall_nested_##word(struct syscall_trace_fmt *fmt, unsigned int arg)

/* syscall_print_WORD(): a whole argument list */
#define SYSCALL_PRINT(word)						\
	syscall_trace_print_list syscall_print_##word;			\
	void syscall_print_##word(struct syscall_trace_fmt *fmt)

/* Printers that other families call, too. */
syscall_trace_print_integer syscall_kind_dirfd;
syscall_trace_print_integer syscall_kind_hex;
syscall_trace_print_integer syscall_kind_htonl;
syscall_trace_print_integer syscall_kind_htonl_hex;
syscall_trace_print_integer syscall_kind_ifindex;
syscall_trace_print_integer syscall_kind_inet_addr;
syscall_trace_print_integer syscall_kind_neg_error;
syscall_trace_print_integer syscall_kind_octal;
syscall_trace_print_integer syscall_kind_port;
syscall_trace_print_integer syscall_kind_protocol_packet;
syscall_trace_print_integer syscall_kind_sock_byte;
syscall_trace_print_nested syscall_nested_answered;

#endif /* _SYSCALL_FORMAT_PRINTERS_H */
