// SPDX-License-Identifier: GPL-2.0
/*
 * The files of ktrace in debugfs, but for those of events and buffers.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>

#include "ktrace.h"

/* Of the buffer of a CPU, in KiB. Positions have 32 bits, and have to tell full from empty. */
#define BUFFER_KB_MIN	(2 * KTRACE_SUBBUF_SIZE / SZ_1K)
#define BUFFER_KB_MAX	(SZ_1G / SZ_1K)

static ssize_t enabled_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	return ktrace_show_bool(to, count, pos, READ_ONCE(ktrace_enabled));
}

static ssize_t enabled_write(struct file *file, const char __user *from, size_t count,
			     loff_t *pos)
{
	bool enable;
	int ret = kstrtobool_from_user(from, count, &enable);

	return ret ?: ktrace_enable(enable) ?: count;
}

static const struct file_operations enabled_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.read	= enabled_read,
	.write	= enabled_write,
};

static ssize_t trace_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	return ktrace_show_bool(to, count, pos, ktrace_echo_enabled());
}

static ssize_t trace_write(struct file *file, const char __user *from, size_t count,
			   loff_t *pos)
{
	bool enable;
	int ret = kstrtobool_from_user(from, count, &enable);

	if (ret)
		return ret;
	/* The raw files of tracefs show records as they are. */
	if (enable && !ktrace_may_read(file))
		return -EPERM;

	return ktrace_enable_echo(enable) ?: count;
}

static const struct file_operations trace_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.read	= trace_read,
	.write	= trace_write,
};

static int overflow_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%lu\n", ktrace_lost_events());

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(overflow);

/* Whatever is written. */
static ssize_t reset_write(struct file *file, const char __user *from, size_t count,
			   loff_t *pos)
{
	ktrace_reset();

	return count;
}

static const struct file_operations reset_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.write	= reset_write,
};

static int info_show(struct seq_file *m, void *v)
{
	seq_printf(m, "version %d\n", KTRACE_VERSION);
	seq_printf(m, "endian %s\n", IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? "big" : "little");
	seq_printf(m, "long %zu\n", sizeof(long));
	seq_printf(m, "subbuf_size %lu\n", PAGE_SIZE << get_order(KTRACE_SUBBUF_SIZE));
	seq_printf(m, "subbuf_header %zu\n", KTRACE_SUBBUF_HEADER);
	seq_printf(m, "subbuf_align %d\n", IS_ENABLED(CONFIG_HAVE_64BIT_ALIGNED_ACCESS) ? 8 : 4);
	seq_puts(m, "clock local\n");
	ktrace_show_events(m);

	return 0;
}
DEFINE_SHOW_ATTRIBUTE(info);

static int buffer_size_get(void *data, u64 *kb)
{
	guard(mutex)(&ktrace_mutex);
	*kb = ktrace_buffer_kb;

	return 0;
}

static int buffer_size_set(void *data, u64 kb)
{
	if (kb < BUFFER_KB_MIN || kb > BUFFER_KB_MAX)
		return -EINVAL;

	return ktrace_resize(kb);
}
DEFINE_DEBUGFS_ATTRIBUTE(buffer_size_fops, buffer_size_get, buffer_size_set, "%llu\n");

static int __init ktrace_init(void)
{
	struct dentry *folder = debugfs_create_dir("ktrace", NULL);

	ktrace_init_event_files(debugfs_create_dir("events", folder));
	debugfs_create_file("enabled", 0600, folder, NULL, &enabled_fops);
	debugfs_create_file("trace", 0600, folder, NULL, &trace_fops);
	debugfs_create_file("info", 0400, folder, NULL, &info_fops);
	debugfs_create_file("overflow", 0400, folder, NULL, &overflow_fops);
	debugfs_create_file("reset", 0200, folder, NULL, &reset_fops);
	debugfs_create_file("buffer_size_kb", 0600, folder, NULL, &buffer_size_fops);
	ktrace_init_buffers(debugfs_create_dir("buffers", folder));
	ktrace_init_sites();

	return 0;
}
fs_initcall(ktrace_init);
