/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: the files with the statistics of an instance.
 */
#ifndef _SYSCALL_STAT_FILE_H
#define _SYSCALL_STAT_FILE_H

struct dentry;

void syscall_stat_init_tracefs(void *data, struct dentry *dir);

#endif /* _SYSCALL_STAT_FILE_H */
