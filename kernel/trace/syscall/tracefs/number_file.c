// SPDX-License-Identifier: GPL-2.0
/*
 * System call tracer: files in tracefs that hold a number.
 */
#include <linux/kstrtox.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../instances.h"
#include "file.h"
#include "number_file.h"

static const struct syscall_trace_number_file *number_file(const struct file *file)
{
	return container_of(file->f_op, struct syscall_trace_number_file, fops);
}

static unsigned int *number_of(const struct file *file)
{
	return (void *)syscall_file_instance(file->private_data) + number_file(file)->field;
}

int syscall_trace_number_open(struct inode *inode, struct file *file)
{
	file->private_data = inode->i_private;

	return syscall_file_get(inode->i_private);
}

int syscall_trace_number_release(struct inode *inode, struct file *file)
{
	syscall_file_put(inode->i_private);

	return 0;
}

ssize_t syscall_trace_number_read(struct file *file, char __user *buf, size_t count,
				  loff_t *ppos)
{
	char text[16];
	int len = scnprintf(text, sizeof(text), "%u\n", READ_ONCE(*number_of(file)));

	return simple_read_from_buffer(buf, count, ppos, text, len);
}

static int set_number(const struct file *file, unsigned int val)
{
	const struct syscall_trace_number_file *which = number_file(file);
	struct syscall_trace_instance *inst = syscall_file_instance(file->private_data);
	unsigned int *number = number_of(file), old;
	int ret;

	guard(mutex)(&trace_types_lock);
	old = *number;
	if (val == old)
		return 0;
	WRITE_ONCE(*number, val);
	ret = which->update(inst);
	if (ret) {
		WRITE_ONCE(*number, old);
		which->update(inst);
	}

	return ret;
}

ssize_t syscall_trace_number_write(struct file *file, const char __user *buf, size_t count,
				   loff_t *ppos)
{
	const struct syscall_trace_number_file *which = number_file(file);
	char text[32] = "", *word;
	unsigned int val;
	int ret;

	if (strncpy_from_user(text, buf, min(count, sizeof(text) - 1)) < 0)
		return -EFAULT;

	word = strim(text);
	if (count >= sizeof(text) || kstrtouint(word, 0, &val) || val > which->max) {
		syscall_file_log_err(file->private_data, which->name, word, which->errors, 0, 0);
		return -EINVAL;
	}
	ret = set_number(file, val);
	if (ret)
		return ret;
	*ppos += count;

	return count;
}
