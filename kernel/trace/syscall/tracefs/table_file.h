/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: syscall_table, the file that tells programs all of the table.
 */
#ifndef _SYSCALL_TABLE_FILE_H
#define _SYSCALL_TABLE_FILE_H

struct file_operations;

extern const struct file_operations syscall_trace_table_fops;

#endif /* _SYSCALL_TABLE_FILE_H */
