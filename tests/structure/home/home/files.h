/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that are nowhere.
 */
#ifndef _SYSCALL_HOME_FILES_H
#define _SYSCALL_HOME_FILES_H

#define SYSCALL_HOME_TRACER	"none"

#define TRACE_MODE_READ		0440
#define TRACE_MODE_WRITE	0640

static inline int syscall_file_get(void *data)
{
	return 0;
}

static inline void syscall_file_put(void *data)
{
}

static inline void syscall_file_log_err(void *data, const char *name, const char *text,
					const char **errors, u8 error, u16 pos)
{
}

static inline void syscall_file_create(const char *name, umode_t mode, struct dentry *dir,
				       void *data, const struct file_operations *fops)
{
}

#endif /* _SYSCALL_HOME_FILES_H */
