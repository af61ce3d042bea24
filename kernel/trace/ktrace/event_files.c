// SPDX-License-Identifier: GPL-2.0
/*
 * The files of events in debugfs: each switches its event on and off.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>

#include "ktrace.h"

static struct dentry *events_folder;

/**
 * ktrace_show_bool - read a file with 0 or 1 in it
 * @to: where to
 * @count: bytes there
 * @pos: the position in the file
 * @value: what it is about
 *
 * Return: as of a file's read().
 */
ssize_t ktrace_show_bool(char __user *to, size_t count, loff_t *pos, bool value)
{
	return simple_read_from_buffer(to, count, pos, value ? "1\n" : "0\n", 2);
}

/* debugfs keeps the event: its file is removed first, and that waits for these two. */
static ssize_t event_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct ktrace_event *event = file->private_data;

	return ktrace_show_bool(to, count, pos, READ_ONCE(event->enabled));
}

static ssize_t event_write(struct file *file, const char __user *from, size_t count,
			   loff_t *pos)
{
	struct ktrace_event *event = file->private_data;
	bool enable;
	int ret = kstrtobool_from_user(from, count, &enable);

	if (ret)
		return ret;
	ktrace_enable_event(event, enable);

	return count;
}

static const struct file_operations event_fops = {
	.owner	= THIS_MODULE,
	.open	= simple_open,
	.read	= event_read,
	.write	= event_write,
};

/**
 * ktrace_create_event_file - make events/NAME
 * @event: what it is about; it must be there until the file is removed
 *
 * Sleeps. Without ktrace_mutex: see sites_mutex in sites.c.
 *
 * Return: the file, or an error pointer, with which debugfs_remove() does nothing.
 */
struct dentry *ktrace_create_event_file(struct ktrace_event *event)
{
	return debugfs_create_file(event->name, 0600, events_folder, event, &event_fops);
}

/**
 * ktrace_init_event_files - tell where the files of events go
 * @folder: there
 */
void __init ktrace_init_event_files(struct dentry *folder)
{
	events_folder = folder;
}
