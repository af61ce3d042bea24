/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The module's files are in tracefs, in the folders of trace arrays. tracefs/file.h says what these
 * functions do.
 */
#ifndef _SYSCALL_HOME_FILES_H
#define _SYSCALL_HOME_FILES_H

#include "../files.h"
#include "../instance.h"

/* Where a tracer is chosen */
#define SYSCALL_HOME_TRACER	"syscall_tracer"

#define TRACE_MODE_READ		0440
#define TRACE_MODE_WRITE	0640

static inline int syscall_file_get(void *data)
{
	return instance_get(data);
}

static inline void syscall_file_put(void *data)
{
	instance_put(data);
}

static inline void syscall_file_log_err(void *data, const char *name, const char *text,
					const char **errors, u8 error, u16 pos)
{
	instance_log_err(data, name, text, errors, error, pos);
}

static inline void syscall_file_create(const char *name, umode_t mode, struct dentry *dir,
				       void *data, const struct file_operations *fops)
{
	file_create(name, mode, dir, data, fops);
}

#endif /* _SYSCALL_HOME_FILES_H */
