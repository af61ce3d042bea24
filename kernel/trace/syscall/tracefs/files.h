/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: its files in the directory of each instance.
 */
#ifndef _SYSCALL_FILES_H
#define _SYSCALL_FILES_H

struct dentry;

void syscall_trace_create_files(void *data, struct dentry *dir);
void syscall_trace_create_shared_files(struct dentry *dir);

#endif /* _SYSCALL_FILES_H */
