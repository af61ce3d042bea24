/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the printers that the generated table refers to, by the
 * names syscalls.def gives to kinds and return values.
 */
#ifndef _TRACE_SYSCALLS_KINDS_H
#define _TRACE_SYSCALLS_KINDS_H

struct syscall_trace_fmt;

void syscall_kind_int(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_u32(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_long(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_ulong(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_s64(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_u64(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_hex(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_hex32(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_ptr(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_dirfd(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_str(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_umode(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_octal(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_uid(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_uid16(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_dev(struct syscall_trace_fmt *fmt, unsigned int arg);
void syscall_kind_set(struct syscall_trace_fmt *fmt, unsigned int arg);

void syscall_ret_int(struct syscall_trace_fmt *fmt);
void syscall_ret_ptr(struct syscall_trace_fmt *fmt);
void syscall_ret_hex(struct syscall_trace_fmt *fmt);
void syscall_ret_octal(struct syscall_trace_fmt *fmt);
void syscall_ret_uid(struct syscall_trace_fmt *fmt);

/* Kinds that mean something else but read the same. */
#define syscall_kind_fd		syscall_kind_int
#define syscall_kind_pid	syscall_kind_int
#define syscall_kind_size	syscall_kind_ulong
#define syscall_kind_ssize	syscall_kind_long
#define syscall_kind_off	syscall_kind_long
#define syscall_kind_loff	syscall_kind_s64
#define syscall_kind_path	syscall_kind_str
#define syscall_kind_gid	syscall_kind_uid
#define syscall_kind_gid16	syscall_kind_uid16
#define syscall_kind_bytes	syscall_kind_ptr
#define syscall_kind_strv	syscall_kind_ptr

#define syscall_ret_fd		syscall_ret_int
#define syscall_ret_pid		syscall_ret_int
#define syscall_ret_size	syscall_ret_int
#define syscall_ret_ssize	syscall_ret_int
#define syscall_ret_long	syscall_ret_int
#define syscall_ret_off		syscall_ret_int
#define syscall_ret_loff	syscall_ret_int
#define syscall_ret_s64		syscall_ret_int
#define syscall_ret_u32		syscall_ret_int
#define syscall_ret_void	syscall_ret_int
#define syscall_ret_gid		syscall_ret_uid

#endif /* _TRACE_SYSCALLS_KINDS_H */
