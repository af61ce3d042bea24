/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what printers share: members, lists and copies of arguments.
 */
#ifndef _SYSCALL_FORMAT_LIST_H
#define _SYSCALL_FORMAT_LIST_H

#include "format.h"

bool syscall_trace_next_of_few(struct syscall_trace_fmt *fmt, size_t i);
const struct syscall_trace_type *
syscall_trace_member_type(const struct syscall_trace_type *type, const char *name);
void syscall_trace_print_named(struct syscall_trace_fmt *fmt,
			       const struct syscall_trace_type *type, const u8 *data,
			       size_t len, const char * const *names);
void syscall_trace_print_all(struct syscall_trace_fmt *fmt,
			     const struct syscall_trace_type *type, const u8 *data, size_t len);
void syscall_trace_print_nonzero(struct syscall_trace_fmt *fmt,
				 const struct syscall_trace_type *type, const char *name,
				 const u8 *data, size_t len);
const struct syscall_trace_blob *
syscall_trace_need_bytes(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir,
			 size_t least);
const struct syscall_trace_blob *
syscall_trace_whole_blob(const struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir);
const struct syscall_trace_blob *
syscall_trace_need_whole(struct syscall_trace_fmt *fmt, unsigned int arg);
bool syscall_trace_has_list(const struct syscall_trace_blob *list, size_t each);
const struct syscall_trace_blob *
syscall_trace_need_list(struct syscall_trace_fmt *fmt, unsigned int arg, unsigned int dir,
			size_t each);
void syscall_trace_print_text(struct syscall_trace_fmt *fmt,
			      const struct syscall_trace_blob *blob);
void syscall_trace_print_ints(struct syscall_trace_fmt *fmt, const u8 *data, size_t len,
			      bool is_signed);
void syscall_trace_print_length(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_trace_print_bits(struct syscall_trace_fmt *fmt, const u8 *data, size_t nr,
			      bool more);

#define syscall_trace_print_members(fmt, type, data, len, ...)		\
	syscall_trace_print_named(fmt, type, data, len,			\
				  (const char * const []) { __VA_ARGS__, NULL })

#endif /* _SYSCALL_FORMAT_LIST_H */
