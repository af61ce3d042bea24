/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: what its files need of where they are. Each home of the tracer has a
 * <home/files.h> with these functions, and with the modes TRACE_MODE_READ and TRACE_MODE_WRITE.
 */
#ifndef _SYSCALL_FILE_H
#define _SYSCALL_FILE_H

#include <linux/types.h>

struct dentry;
struct file_operations;
struct syscall_trace_instance;

/**
 * syscall_file_get - may a file be opened?
 * @data: what it was created with
 *
 * Context: task context, may sleep.
 * Return: 0 or an error. If 0, its instance stays until syscall_file_put().
 */
static inline int syscall_file_get(void *data);

/**
 * syscall_file_put - a file is closed
 * @data: what it was created with
 *
 * Context: task context, may sleep.
 */
static inline void syscall_file_put(void *data);

/**
 * syscall_file_log_err - tell why a write was refused
 * @data: what the file was created with
 * @name: its name
 * @text: what was written, or the part of it that is wrong
 * @errors: messages, which stay
 * @error: the index of the right one
 * @pos: the place in @text that it is about
 *
 * Context: task context, may sleep.
 */
static inline void syscall_file_log_err(void *data, const char *name, const char *text,
					const char **errors, u8 error, u16 pos);

/**
 * syscall_file_create - create a file
 * @name: its name
 * @mode: its mode
 * @dir: the directory of its instance
 * @data: leads to the instance, see syscall_file_instance(); NULL: it belongs to none
 * @fops: its operations, which get @data as inode->i_private
 *
 * Context: task context, may sleep.
 */
static inline void syscall_file_create(const char *name, umode_t mode, struct dentry *dir,
				       void *data, const struct file_operations *fops);

/**
 * syscall_file_instance - find the instance of a file
 * @data: what the file was created with
 *
 * Return: the instance.
 */
struct syscall_trace_instance *syscall_file_instance(void *data);

#include <home/files.h>

#endif /* _SYSCALL_FILE_H */
