// SPDX-License-Identifier: GPL-2.0
/*
 * What others do with the files of trace arrays: it tells which calls are missing, and who reads
 * the trace, and so does not see himself. The kernel does not tell a module, but fsnotify does:
 * when a file is opened; before that, if the trace is cleared by it; when it is read; and when it
 * is closed, before the kernel frees the iterator. Whoever has opened a file before the module was
 * there is not known, and is told of no call that is missing.
 */
#include <linux/fs.h>
#include <linux/fsnotify_backend.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "tracer/choose/readers.h"
#include "tracer/instances.h"
#include "tracer/loss/ended.h"
#include "tracer/loss/tally.h"

#include "compat.h"
#include "instance.h"
#include "readers.h"
#include "watch.h"

#define CLOSED	(FS_CLOSE_WRITE | FS_CLOSE_NOWRITE)

static struct fsnotify_group *group;

static bool is_called(const struct file *file, const char *name)
{
	return !strcmp(file->f_path.dentry->d_name.name, name);
}

/* That of a CPU? See trace_create_cpu_file(). */
static bool is_of_cpu(const struct file *file)
{
	return file_inode(file)->i_cdev;
}

static bool is_read(const struct file *file)
{
	return file->f_mode & FMODE_READ && !is_of_cpu(file) && !is_called(file, "trace_pipe_raw");
}

/* All records are about to be cleared, or those of a CPU. */
static void clears(struct instance *inst, const struct file *file)
{
	guard(mutex)(&trace_types_lock);
	if (!inst->trace.bit)
		return;
	if (is_of_cpu(file))
		syscall_tally_clears_cpu(&inst->trace);
	else
		syscall_tally_clears(&inst->trace);
}

/* Somebody reads the records themselves, or is about to. */
static void reads_raw(struct instance *inst, u32 mask)
{
	if (mask & FS_OPEN)
		syscall_trace_tell_ended(&inst->trace);
	syscall_tally_leaves(&inst->trace.losses);
}

static void looks_at_snapshot(struct instance *inst, const struct file *file)
{
	guard(mutex)(&syscall_tally_lock);
	if (is_of_cpu(file))
		syscall_tally_swaps(&inst->trace.losses);
	else
		readers_look_at_buffer(inst);
}

/* A file by which a process sees its own calls, if it is traced */
static bool is_trace(const struct file *file)
{
	return is_called(file, "trace") || is_called(file, "trace_pipe") ||
	       is_called(file, "trace_pipe_raw");
}

static void opens_or_reads(struct instance *inst, struct file *file, u32 mask)
{
	if (!(file->f_mode & FMODE_READ))
		return;
	/* Who reads may be another process than the one that has opened it. */
	if (is_trace(file))
		syscall_trace_note_reader(&inst->trace, file);
	if (is_called(file, "trace_pipe_raw"))
		reads_raw(inst, mask);
	else if (mask & FS_OPEN && is_read(file))
		readers_add(inst, file);
}

static void closes(struct instance *inst, struct file *file)
{
	if (is_read(file))
		readers_remove(file);
	if (is_trace(file))
		syscall_trace_forget_readers(&inst->trace, file);
}

/* Something has happened to a file of an instance, which stays meanwhile. */
static void handle(struct instance *inst, struct file *file, u32 mask)
{
	if (mask & FS_OPEN_PERM) {
		if (is_called(file, "trace") && file->f_mode & FMODE_WRITE &&
		    file->f_flags & O_TRUNC)
			clears(inst, file);
	} else if (mask & FS_MODIFY) {
		looks_at_snapshot(inst, file);
	} else if (mask & CLOSED) {
		closes(inst, file);
	} else {
		opens_or_reads(inst, file, mask);
	}
}

/* Each read of a file comes here. */
static bool is_watched(const struct file *file, u32 mask)
{
	if (mask & FS_MODIFY)
		return is_called(file, "snapshot");

	return is_trace(file) || (is_called(file, "snapshot") && !(mask & FS_ACCESS));
}

static int handle_event(struct fsnotify_group *to, u32 mask, const void *data, int data_type,
			struct inode *dir, const struct qstr *name, u32 cookie,
			struct fsnotify_iter_info *info)
{
	struct instance *inst;
	struct file *file;

	/* Who opens, closes, reads or writes tells the path in the struct file. */
	if (data_type != FSNOTIFY_EVENT_PATH || mask & FS_ISDIR)
		return 0;
	file = container_of(data, struct file, f_path);
	if (!is_watched(file, mask))
		return 0;
	inst = instance_of_trace(file_inode(file)->i_private);
	if (!inst)
		return 0;
	handle(inst, file, mask);
	instance_drop(inst);

	return 0;
}

static void free_mark(struct fsnotify_mark *mark)
{
	kfree(mark);
}

static const struct fsnotify_ops notify_ops = {
	.handle_event	= handle_event,
	.free_mark	= free_mark,
};

/**
 * watch_start - begin to watch
 * @tracefs: where their files are
 *
 * Return: 0 or an error.
 */
int watch_start(struct super_block *tracefs)
{
	struct fsnotify_mark *mark = kzalloc(sizeof(*mark), GFP_KERNEL);
	int ret;

	if (!mark)
		return -ENOMEM;
	group = fsnotify_alloc_group(&notify_ops, 0);
	if (IS_ERR(group)) {
		kfree(mark);
		return PTR_ERR(group);
	}
	/* Only such groups are asked before a file is opened. */
	group->priority = COMPAT_PRIO_CONTENT;
	fsnotify_init_mark(mark, group);
	mark->mask = FS_OPEN | FS_OPEN_PERM | CLOSED | FS_ACCESS | FS_MODIFY;
	ret = compat_add_sb_mark(mark, tracefs);
	fsnotify_put_mark(mark);
	if (ret)
		fsnotify_destroy_group(group);

	return ret;
}

/**
 * watch_stop - watch no more
 */
void watch_stop(void)
{
	fsnotify_destroy_group(group);
}
