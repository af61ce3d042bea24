/* SPDX-License-Identifier: GPL-2.0 */
/*
 * System call tracer: its files, as the built-in tracer has them: in tracefs, in the folders of
 * trace instances. tracefs/file.h says what these functions do.
 */
#ifndef _SYSCALL_HOME_FILES_H
#define _SYSCALL_HOME_FILES_H

#include "../../../trace.h"

/* Where a tracer is chosen */
#define SYSCALL_HOME_TRACER	"current_tracer"

static inline int syscall_file_get(void *data)
{
	return tracing_check_open_get_tr(data);
}

static inline void syscall_file_put(void *data)
{
	trace_array_put(data);
}

static inline void syscall_file_log_err(void *data, const char *name, const char *text,
					const char **errors, u8 error, u16 pos)
{
	tracing_log_err(data, name, text, errors, error, pos);
}

static inline void syscall_file_create(const char *name, umode_t mode, struct dentry *dir,
				       void *data, const struct file_operations *fops)
{
	trace_create_file(name, mode, dir, data, fops);
}

#endif /* _SYSCALL_HOME_FILES_H */
