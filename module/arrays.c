// SPDX-License-Identifier: GPL-2.0
/*
 * Which trace arrays there are. The kernel does not tell a module that one comes or goes. But each
 * has a directory in tracefs, and whoever wants to know is told of directories.
 */
#include <linux/fs.h>
#include <linux/fsnotify_backend.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "tracer/choose/tasks.h"
#include "tracer/control.h"
#include "tracer/instances.h"
#include "tracer/setup.h"

#include "array_place.h"
#include "arrays.h"
#include "borrow.h"
#include "event.h"
#include "files.h"
#include "instance.h"
#include "later.h"

static struct vfsmount *tracefs;

/* ---------------------------------- files --------------------------------- */

static int find_path(const char *name, const char *rest, struct path *path)
{
	const char *folder = name ? "instances/" : "";
	char *text __free(kfree) = kasprintf(GFP_KERNEL, "%s%s/%s", folder, name ?: ".", rest);

	if (!text)
		return -ENOMEM;

	return vfs_path_lookup(tracefs->mnt_root, tracefs, text, 0, path);
}

static int create_files(struct instance *inst)
{
	struct path dir, options;
	int ret = find_path(inst->name, "", &dir);

	if (ret)
		return ret;
	ret = find_path(inst->name, "options", &options);
	if (!ret) {
		ret = files_create(inst, dir.dentry, options.dentry);
		path_put(&options);
	}
	path_put(&dir);

	return ret;
}

/* ------------------------- lists of pids for events ----------------------- */

static struct fsnotify_group *group;

static bool has_other_pids(const struct instance *inst)
{
	const void *array = inst->buffer->tr;

	return inst->pids[0] != array_pids(array, array_place.wanted) ||
	       inst->pids[1] != array_pids(array, array_place.unwanted);
}

static void note_pids(struct instance *inst)
{
	const void *array = inst->buffer->tr;

	inst->pids[0] = array_pids(array, array_place.wanted);
	inst->pids[1] = array_pids(array, array_place.unwanted);
}

/*
 * A list was written, or its file was opened: that clears the list, if it is opened to be written
 * anew. Then nobody has to see yet which calls all of the tasks are in.
 */
static void pids_changed(bool written)
{
	struct instance *inst;
	bool changed = written;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(inst, &instances, list) {
		if (has_other_pids(inst))
			changed = true;
		note_pids(inst);
	}
	if (changed && syscall_trace_chooses_tasks())
		syscall_trace_find_tasks(written);
}

static int watch_path(struct path *path, u32 mask)
{
	struct fsnotify_mark *mark = kzalloc(sizeof(*mark), GFP_KERNEL);
	int ret;

	if (!mark)
		return -ENOMEM;
	fsnotify_init_mark(mark, group);
	mark->mask = mask;
	ret = fsnotify_add_inode_mark(mark, d_inode(path->dentry), 0);
	fsnotify_put_mark(mark);

	return ret;
}

static int watch_pids(const char *name)
{
	static const char * const files[] = { "set_event_pid", "set_event_notrace_pid" };
	struct path path;
	int ret = 0;
	size_t i;

	for (i = 0; !ret && i < ARRAY_SIZE(files); i++) {
		ret = find_path(name, files[i], &path);
		if (ret)
			break;
		ret = watch_path(&path, FS_MODIFY | FS_OPEN);
		path_put(&path);
	}

	return ret;
}

/* --------------------------- as they come and go -------------------------- */

static void forget_one(struct instance *inst)
{
	files_remove(inst);
	instance_drop(inst);
}

/* Find one that traces no more from now on. */
static struct instance *take_out(const char *name)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	inst = instance_find(name);
	if (!inst)
		return NULL;
	if (inst->trace.bit)
		syscall_trace_end(&inst->trace);
	list_del(&inst->list);

	return inst;
}

/* A trace array has gone: its events were disabled before. */
static void forget(const char *name)
{
	struct instance *inst = take_out(name);

	if (inst)
		forget_one(inst);
}

/* A trace array stays, but cannot have files. Somebody may have enabled its event already. */
static void give_up(const char *name)
{
	struct instance *inst = take_out(name);

	event_enable(inst, false);
	forget_one(inst);
}

static int add(const char *name)
{
	struct trace_event_file *file = trace_get_event_file(name, "ftrace", "syscall_call");
	struct instance *inst = NULL;
	int ret = -ENOMEM;

	if (IS_ERR(file))
		return PTR_ERR(file);
	inst = kzalloc(sizeof(*inst), GFP_KERNEL);
	if (!inst)
		goto out;
	if (name) {
		inst->name = kstrdup(name, GFP_KERNEL);
		if (!inst->name)
			goto out;
	}
	syscall_trace_init(&inst->trace);
	kref_init(&inst->ref);
	INIT_LIST_HEAD(&inst->files);
	inst->file = file;
	inst->buffer = (void *)file->tr + array_place.buffer;
	ret = -ENXIO;
	if (inst->buffer->tr != file->tr)
		goto out;
	inst->last_read = READ_ONCE(inst->buffer->buffer);
	syscall_tally_init(&inst->pipe, &inst->trace, true);
	inst->trace.losses.pipe = &inst->pipe;
	ret = 0;
	scoped_guard(mutex, &trace_types_lock) {
		if (instance_find(name)) {
			ret = -EEXIST;
			goto out;
		}
		note_pids(inst);
		list_add_tail(&inst->list, &instances);
	}
	if (watch_pids(name))
		pr_warn("syscall_tracer: out of memory: changes of set_event_pid will not count\n");
	/* Those of the first one come when nothing can fail any more. */
	ret = name ? create_files(inst) : 0;
	if (ret)
		give_up(name);
	inst = NULL;
out:
	if (inst)
		kfree(inst->name);
	kfree(inst);
	trace_put_event_file(file);

	return ret;
}

/* ------------------------- all that there are ----------------------------- */

struct listed {
	struct list_head	list;
	char			name[];
};

struct listing {
	struct dir_context	ctx;
	struct list_head	names;
	bool			lost;
};

static bool list_one(struct dir_context *ctx, const char *name, int len, loff_t pos, u64 ino,
		     unsigned int type)
{
	struct listing *listing = container_of(ctx, struct listing, ctx);
	struct listed *listed;

	if (name[0] == '.')
		return true;
	listed = kzalloc(struct_size(listed, name, len + 1), GFP_KERNEL);
	if (!listed) {
		listing->lost = true;
		return false;
	}
	memcpy(listed->name, name, len);
	list_add_tail(&listed->list, &listing->names);

	return true;
}

static void add_all(void)
{
	struct listing listing = { .ctx.actor = list_one };
	struct listed *listed, *next;
	struct path path;
	struct file *dir;

	INIT_LIST_HEAD(&listing.names);
	if (!vfs_path_lookup(tracefs->mnt_root, tracefs, "instances", 0, &path)) {
		dir = dentry_open(&path, O_RDONLY | O_DIRECTORY, current_cred());
		if (!IS_ERR(dir)) {
			iterate_dir(dir, &listing.ctx);
			fput(dir);
		}
		path_put(&path);
	}
	list_for_each_entry_safe(listed, next, &listing.names, list) {
		if (add(listed->name) == -ENOMEM)
			listing.lost = true;
		kfree(listed);
	}
	if (listing.lost)
		pr_warn("syscall_tracer: out of memory: an instance has no files of the tracer\n");
}

static DEFINE_LATER(add_later, add_all);

/* Look for none any more, and wait for those who do. */
static void stop_looking(void)
{
	later_stop();
	cancel_work_sync(&add_later.work);
}

/* ------------------------- directories come and go ------------------------ */

/* A directory has come or gone, or a list of pids may have changed. */
static int handle_event(struct fsnotify_group *to, u32 mask, const void *data, int data_type,
			struct inode *dir, const struct qstr *name, u32 cookie,
			struct fsnotify_iter_info *info)
{
	if (!(mask & FS_ISDIR)) {
		/* A file that is opened to be written anew is modified, too, but by its name. */
		pids_changed(mask & FS_MODIFY && data_type == FSNOTIFY_EVENT_PATH);
		return 0;
	}
	if (!name)
		return 0;
	/* Whoever has made it by mkdir() holds locks until then. */
	if (mask & FS_CREATE)
		later(&add_later);
	else
		forget(name->name);

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

static int watch(void)
{
	struct path path;
	int ret;

	ret = vfs_path_lookup(tracefs->mnt_root, tracefs, "instances", 0, &path);
	if (ret)
		return ret;
	ret = watch_path(&path, FS_CREATE | FS_DELETE | FS_ISDIR);
	path_put(&path);

	return ret;
}

/**
 * arrays_start - find the first trace array, and where its files are
 *
 * Return: 0 or an error.
 */
int arrays_start(void)
{
	struct file_system_type *type = get_fs_type("tracefs");
	int ret = security_locked_down(LOCKDOWN_TRACEFS) ?: array_place_start();

	if (ret)
		return ret;
	if (!type)
		return -ENODEV;
	tracefs = kern_mount(type);
	if (IS_ERR(tracefs))
		return PTR_ERR(tracefs);
	group = fsnotify_alloc_group(&notify_ops, 0);
	ret = PTR_ERR_OR_ZERO(group) ?: files_start(tracefs->mnt_sb) ?: add(NULL);
	if (ret)
		arrays_stop();

	return ret;
}

/**
 * arrays_show - create the files of those that there are, and of those that come
 *
 * Whoever opens one needs the module, which must not fail to begin after this. So what fails once
 * there are some is only told.
 *
 * Return: 0, or an error, and there are none.
 */
int arrays_show(void)
{
	struct instance *first;
	int ret;

	scoped_guard(mutex, &trace_types_lock)
		first = instance_find(NULL);
	ret = create_files(first);
	if (list_empty(&first->files))
		return ret;
	if (watch())
		pr_warn("syscall_tracer: new instances will have no files of the tracer\n");
	add_all();

	return 0;
}

/**
 * arrays_super - tell where their files are
 */
struct super_block *arrays_super(void)
{
	return tracefs->mnt_sb;
}

/* Find an instance that has files. It stays until instance_drop(). */
static struct instance *find_shown(void)
{
	struct instance *inst;

	guard(mutex)(&trace_types_lock);
	list_for_each_entry(inst, &instances, list) {
		if (!list_empty(&inst->files)) {
			instance_hold(inst);
			return inst;
		}
	}

	return NULL;
}

/**
 * arrays_hide - remove the files of all of them
 *
 * The kernel warns of whoever opens a file of a module that goes, so nothing comes before this,
 * and no files are created afterwards.
 *
 * Context: task context, may sleep.
 */
void arrays_hide(void)
{
	struct instance *inst;

	stop_looking();
	while ((inst = find_shown())) {
		files_remove(inst);
		instance_drop(inst);
	}
}

/**
 * arrays_stop - forget all of them
 */
void arrays_stop(void)
{
	struct instance *inst, *next;
	LIST_HEAD(gone);

	stop_looking();
	if (!IS_ERR_OR_NULL(group))
		fsnotify_destroy_group(group);
	scoped_guard(mutex, &trace_types_lock) {
		list_for_each_entry(inst, &instances, list) {
			if (inst->trace.bit)
				syscall_trace_end(&inst->trace);
		}
		list_splice_init(&instances, &gone);
	}
	list_for_each_entry_safe(inst, next, &gone, list)
		forget_one(inst);
	/* What their lists of tasks depended on need not be watched any more. */
	scoped_guard(mutex, &trace_types_lock)
		syscall_trace_find_tasks(false);
	kern_unmount(tracefs);
}
