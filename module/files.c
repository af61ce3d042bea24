// SPDX-License-Identifier: GPL-2.0
/*
 * Files in the directories of trace arrays: what they are beside those that the tracer has anyway.
 */
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/module.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracefs.h>
#include <linux/uaccess.h>

#include "tracer/control.h"
#include "tracer/instances.h"
#include "tracer/options.h"
#include "tracer/tracefs/file.h"
#include "tracer/tracefs/files.h"

#include "event.h"
#include "files.h"
#include "instance.h"
#include "options.h"

/* ---------------------------------- options ------------------------------- */

/* Blocks of records are for a kernel that has them. */
static const struct option {
	const char	*name;
	u32		bit;
} options[] = {
	{ "syscall_strings", SYSCALL_TRACE_OPT_STRINGS },
	{ "syscall_data", SYSCALL_TRACE_OPT_DATA },
	{ "syscall_structs", SYSCALL_TRACE_OPT_STRUCTS },
	{ "syscall_raw", SYSCALL_TRACE_OPT_RAW },
	{ "syscall_names", SYSCALL_TRACE_OPT_NAMES },
	{ "syscall_time", SYSCALL_TRACE_OPT_TIME },
	{ "syscall_json", SYSCALL_TRACE_OPT_JSON },
	{ "syscall_process", SYSCALL_TRACE_OPT_PROCESS },
	{ "syscall_dump_data", SYSCALL_TRACE_OPT_DUMP_DATA },
	{ "syscall_entries", SYSCALL_TRACE_OPT_ENTRIES },
	{ "syscall_stat", SYSCALL_TRACE_OPT_STAT },
	{ "syscall_stat_only", SYSCALL_TRACE_OPT_STAT_ONLY },
	{ "syscall_follow", SYSCALL_TRACE_OPT_FOLLOW },
	{ "syscall_readers", SYSCALL_TRACE_OPT_READERS },
};

/* A file of each is in options/ of each trace array, though all share them. */
static u32 option_of(const struct file *file)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (!strcmp(options[i].name, file->f_path.dentry->d_name.name))
			return options[i].bit;
	}

	return 0;
}

static int file_open(struct inode *inode, struct file *file)
{
	file->private_data = inode->i_private;

	return syscall_file_get(inode->i_private);
}

static int file_release(struct inode *inode, struct file *file)
{
	syscall_file_put(inode->i_private);

	return 0;
}

static ssize_t option_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	const char *text = syscall_trace_option(option_of(file)) ? "1\n" : "0\n";

	return simple_read_from_buffer(buf, count, ppos, text, strlen(text));
}

static ssize_t option_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	unsigned int val;
	int ret = kstrtouint_from_user(buf, count, 10, &val);

	if (ret || val > 1)
		return ret ?: -EINVAL;
	ret = options_set(option_of(file), val);
	if (ret)
		return ret;
	*ppos += count;

	return count;
}

static const struct file_operations option_fops = {
	.owner		= THIS_MODULE,
	.open		= file_open,
	.read		= option_read,
	.write		= option_write,
	.llseek		= generic_file_llseek,
	.release	= file_release,
};

/* -------------------------------- which tracer ---------------------------- */

static const char *tracer_of(const struct instance *inst)
{
	return !inst->trace.bit ? "nop" : inst->trace.process.on ? "process" : "syscall";
}

static ssize_t tracer_read(struct file *file, char __user *buf, size_t count, loff_t *ppos)
{
	const struct instance *inst = file->private_data;
	char text[16];
	int len;

	scoped_guard(mutex, &trace_types_lock)
		len = scnprintf(text, sizeof(text), "%s\n", tracer_of(inst));

	return simple_read_from_buffer(buf, count, ppos, text, len);
}

static bool is_tracing(const struct instance *inst)
{
	guard(mutex)(&trace_types_lock);

	return inst->trace.bit;
}

static int set_tracer(struct instance *inst, const char *name)
{
	bool same;
	int ret;

	scoped_guard(mutex, &trace_types_lock)
		same = !strcmp(name, tracer_of(inst));
	if (same)
		return 0;
	ret = event_enable(inst, false);
	if (ret)
		return ret;
	/* A trigger or an eprobe keeps it from being switched off. */
	if (is_tracing(inst))
		return event_enable(inst, true) ?: -EBUSY;
	/* As the kernel does when a tracer is chosen. */
	ring_buffer_reset(inst->buffer->buffer);
	if (!strcmp(name, "nop"))
		return 0;
	inst->starts_process = !strcmp(name, "process");
	ret = event_enable(inst, true);
	inst->starts_process = false;

	return ret;
}

static ssize_t tracer_write(struct file *file, const char __user *buf, size_t count, loff_t *ppos)
{
	static const char * const names[] = { "nop", "syscall", "process" };
	struct instance *inst = file->private_data;
	char text[16] = "";
	int ret;

	if (count >= sizeof(text))
		return -EINVAL;
	if (copy_from_user(text, buf, count))
		return -EFAULT;
	ret = match_string(names, ARRAY_SIZE(names), strim(text));
	if (ret < 0)
		return ret;
	ret = set_tracer(inst, names[ret]);
	if (ret)
		return ret;
	*ppos += count;

	return count;
}

static const struct file_operations tracer_fops = {
	.owner		= THIS_MODULE,
	.open		= file_open,
	.read		= tracer_read,
	.write		= tracer_write,
	.llseek		= generic_file_llseek,
	.release	= file_release,
};

/* ---------------------------------- tracefs ------------------------------- */

struct created {
	struct list_head	list;
	struct dentry		*dentry;
};

/* Guards the lists of files. */
static DEFINE_MUTEX(files_lock);

/* The instance whose files are being created, one at a time. */
static struct instance *creating;
/* All could be. */
static bool created_all;

/* The kernel's operations of a file that cannot be opened: an inode has them to begin with. */
static const struct file_operations *no_fops;

/**
 * files_start - get what files_remove() needs
 * @tracefs: where files are
 *
 * Return: 0 or an error.
 */
int files_start(struct super_block *tracefs)
{
	struct inode *inode = new_inode(tracefs);

	if (!inode)
		return -ENOMEM;
	no_fops = inode->i_fop;
	iput(inode);

	return 0;
}

/* As syscall_file_create(). Without memory to find it again, a file is not created. */
void file_create(const char *name, umode_t mode, struct dentry *dir, void *data,
		 const struct file_operations *fops)
{
	struct created *created = kmalloc(sizeof(*created), GFP_KERNEL);

	if (created)
		created->dentry = tracefs_create_file(name, mode, dir, data, fops);
	if (!created || IS_ERR_OR_NULL(created->dentry)) {
		pr_warn("syscall_tracer: the file %s could not be created\n", name);
		created_all = false;
		kfree(created);
		return;
	}
	dget(created->dentry);
	list_add(&created->list, &creating->files);
}

/**
 * files_create - create all files of an instance
 * @inst: the instance
 * @dir: its directory
 * @options_dir: that of its options
 *
 * Return: 0, or an error, and there are only some of them, or none.
 */
int files_create(struct instance *inst, struct dentry *dir, struct dentry *options_dir)
{
	size_t i;

	guard(mutex)(&files_lock);
	creating = inst;
	created_all = true;
	syscall_trace_create_files(inst, dir);
	if (!inst->name)
		syscall_trace_create_shared_files(dir);
	file_create(SYSCALL_HOME_TRACER, TRACE_MODE_WRITE, dir, inst, &tracer_fops);
	for (i = 0; i < ARRAY_SIZE(options); i++)
		file_create(options[i].name, TRACE_MODE_WRITE, options_dir, inst, &option_fops);

	return created_all ? 0 : -ENOMEM;
}

/**
 * files_remove - remove them
 * @inst: the instance, whose directory may have gone
 *
 * Context: task context, may sleep. May be called again.
 */
void files_remove(struct instance *inst)
{
	struct created *created, *next;
	LIST_HEAD(gone);

	/* Whoever watches the files is told, and may take other locks. */
	scoped_guard(mutex, &files_lock)
		list_splice_init(&inst->files, &gone);
	list_for_each_entry_safe(created, next, &gone, list) {
		/*
		 * A path that is left, by O_PATH or a mount, must not lead into the module. Whoever
		 * has just seen that it does asks for the module before he sleeps: redirect_stop()
		 * waits for that.
		 */
		WRITE_ONCE(d_inode(created->dentry)->i_fop, no_fops);
		if (!d_unhashed(created->dentry))
			tracefs_remove(created->dentry);
		dput(created->dentry);
		kfree(created);
	}
}
