// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer and the files buffers/cpuN through which it is read.
 */
#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/ring_buffer.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "ktrace.h"

/* The size of the buffer of a CPU. Protected by ktrace_mutex. */
unsigned long ktrace_buffer_kb = KTRACE_BUFFER_KB;

/*
 * Of a CPU's readers, one at a time consumes: what it consumes depends on what is consumed
 * already.
 */
static DEFINE_PER_CPU(struct mutex, consumer_mutex);

/**
 * struct base - what is added to the positions of the ring buffer, which a reset sets to 0
 * @now: added now
 * @next: added after the next reset: what was produced until recording was stopped
 *
 * So positions go on, and one from before a reset is not taken for a new one. @now is
 * protected by consumer_mutex, @next by ktrace_mutex.
 */
struct base {
	u32	now;
	u32	next;
};

static DEFINE_PER_CPU(struct base, bases);

/* How many mappings there are, of all CPUs. While there is any, the size cannot change. */
static atomic_t mappings;

/**
 * struct reader - an open file buffers/cpuN
 * @lock: protects what follows it, among threads that share the file
 * @page: what was read of the ring buffer last; stays of the size it was allocated with
 * @read: how much of it user space has
 * @cpu: N
 * @mark: poll() is silent before that position
 */
struct reader {
	struct mutex			lock; /* threads that share the file */
	struct buffer_data_read_page	*page;
	unsigned int			read;
	int				cpu;
	u32				mark;
};

/* ------------------------------ the ring buffer ------------------------------ */

/**
 * ktrace_need_buffer - allocate the ring buffer, if that was not done before
 *
 * The caller holds ktrace_mutex. Sleeps. The buffer is never freed: who is recording need
 * not ask whether it is there.
 *
 * Return: 0 or -ENOMEM.
 */
int ktrace_need_buffer(void)
{
	struct trace_buffer *buffer;
	int ret;

	lockdep_assert_held(&ktrace_mutex);

	if (ktrace_buffer)
		return 0;
	/* Without RB_FL_OVERWRITE: what readers have not consumed yet stays. */
	buffer = ring_buffer_alloc(2 * KTRACE_SUBBUF_SIZE, 0);
	if (!buffer)
		return -ENOMEM;
	ring_buffer_record_off(buffer);
	ret = ring_buffer_subbuf_order_set(buffer, get_order(KTRACE_SUBBUF_SIZE));
	if (!ret)
		ret = ring_buffer_resize(buffer, ktrace_buffer_kb * SZ_1K, RING_BUFFER_ALL_CPUS);
	if (ret < 0) {
		ring_buffer_free(buffer);
		return ret;
	}
	/* Readers and sites that see it see all of it. */
	smp_store_release(&ktrace_buffer, buffer);

	return 0;
}

/* Keep everybody from recording, and wait for those who are. */
static void stop_recording(void)
{
	unsigned long written, read;
	struct base *base;
	int cpu;

	lockdep_assert_held(&ktrace_mutex);

	ring_buffer_record_disable(ktrace_buffer);
	synchronize_rcu();
	for_each_possible_cpu(cpu) {
		base = per_cpu_ptr(&bases, cpu);
		if (!ring_buffer_positions_cpu(ktrace_buffer, cpu, &written, &read))
			base->next = base->now + written;
	}
}

/* After stop_recording(). */
static void empty_buffer(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		mutex_lock_nest_lock(per_cpu_ptr(&consumer_mutex, cpu), &ktrace_mutex);
	ring_buffer_reset(ktrace_buffer);
	for_each_possible_cpu(cpu) {
		per_cpu(bases, cpu).now = per_cpu(bases, cpu).next;
		mutex_unlock(per_cpu_ptr(&consumer_mutex, cpu));
	}
	ktrace_forget_lost();
	/* What poll() has waited for may be nearer now, or never come. */
	ring_buffer_wake_waiters(ktrace_buffer, RING_BUFFER_ALL_CPUS);
}

/**
 * ktrace_resize - set the size of the buffers
 * @kb: in KiB, of each CPU
 *
 * What is in the buffers is lost, and what happens meanwhile. Takes ktrace_mutex, sleeps.
 *
 * Return: 0; -EBUSY: a buffer is mapped; -ENOMEM: there is not enough memory; then, all is
 * as it was, but for what happened meanwhile.
 */
int ktrace_resize(unsigned long kb)
{
	int ret = 0;

	guard(mutex)(&ktrace_mutex);

	/* Asked before events are lost. If one appears now, the ring buffer refuses. */
	if (atomic_read(&mappings))
		return -EBUSY;
	if (ktrace_buffer) {
		stop_recording();
		ret = ring_buffer_resize(ktrace_buffer, kb * SZ_1K, RING_BUFFER_ALL_CPUS);
		if (ret >= 0)
			empty_buffer();
		ring_buffer_record_enable(ktrace_buffer);
	}
	if (ret < 0)
		return ret;
	ktrace_buffer_kb = kb;

	return 0;
}

/**
 * ktrace_reset - empty the buffers, forget what is lost and what is gone
 *
 * Takes ktrace_mutex, sleeps.
 */
void ktrace_reset(void)
{
	guard(mutex)(&ktrace_mutex);

	if (ktrace_buffer) {
		stop_recording();
		empty_buffer();
	}
	ktrace_forget_events();
	if (ktrace_buffer)
		ring_buffer_record_enable(ktrace_buffer);
}

/* Bytes of all sub-buffers of a CPU, with the one in front. 0: the CPU has no buffer. */
static u32 size_of(int cpu)
{
	unsigned int subbuf = ring_buffer_subbuf_size_get(ktrace_buffer);
	unsigned long data = ring_buffer_size(ktrace_buffer, cpu);

	if (!data)
		return 0;

	return (data / (subbuf - KTRACE_SUBBUF_HEADER) + 1) * subbuf;
}

/* ------------------------------- open and close ------------------------------- */

/**
 * ktrace_may_read - may records be shown to whoever has opened a file?
 * @file: the file
 *
 * They may have addresses of the kernel in them.
 *
 * Return: whether kernel.kptr_restrict, capabilities and lockdown let them see those.
 */
bool ktrace_may_read(const struct file *file)
{
	return IS_ENABLED(CONFIG_KALLSYMS) ? kallsyms_show_value(file->f_cred) :
					     capable(CAP_SYSLOG);
}

static int buffer_open(struct inode *inode, struct file *file)
{
	struct reader *reader;
	int ret;

	if (!ktrace_may_read(file))
		return -EPERM;
	scoped_guard(mutex, &ktrace_mutex) {
		ret = ktrace_need_buffer();
		if (ret)
			return ret;
	}
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return -ENOMEM;
	mutex_init(&reader->lock);
	reader->cpu = (long)inode->i_private;
	file->private_data = reader;
	/* Some want to know it before they map a file. */
	inode_lock(inode);
	i_size_write(inode, size_of(reader->cpu) + ring_buffer_subbuf_size_get(ktrace_buffer));
	inode_unlock(inode);

	return nonseekable_open(inode, file);
}

static int buffer_release(struct inode *inode, struct file *file)
{
	struct reader *reader = file->private_data;

	ring_buffer_free_read_page(ktrace_buffer, reader->cpu, reader->page);
	kfree(reader);

	return 0;
}

/* ----------------------------------- read ----------------------------------- */

/* Take a sub-buffer out of the ring buffer. -EAGAIN: there is nothing in it. */
static int next_page(struct reader *reader)
{
	struct mutex *consumer = per_cpu_ptr(&consumer_mutex, reader->cpu);
	int ret;

	lockdep_assert_held(&reader->lock);

	ret = ring_buffer_alloc_read_page(ktrace_buffer, reader->cpu, &reader->page);
	if (ret) {
		reader->read = 0;
		return ret;
	}
	reader->read = ring_buffer_read_page_size(reader->page);
	guard(mutex)(consumer);
	ret = ring_buffer_read_page(ktrace_buffer, reader->page, reader->read, reader->cpu, 0);
	if (ret < 0)
		return -EAGAIN;
	/* If somebody has mapped it, tell them. */
	ring_buffer_consume_bytes(ktrace_buffer, reader->cpu, 0);
	reader->read = 0;

	return 0;
}

static bool is_off(void *data)
{
	return !READ_ONCE(ktrace_enabled);
}

static ssize_t buffer_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct reader *reader = file->private_data;
	unsigned int size;
	bool off;
	int ret;

	if (!count)
		return 0;
	for (;;) {
		/* Asked first: what comes in between is read in the next round, if it was on. */
		off = is_off(NULL);
		ret = mutex_lock_interruptible(&reader->lock);
		if (ret)
			return ret;
		size = ring_buffer_read_page_size(reader->page);
		ret = reader->read < size ? 0 : next_page(reader);
		if (!ret)
			break;
		mutex_unlock(&reader->lock);
		if (ret != -EAGAIN)
			return ret;
		if (off)
			return 0;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		ret = ring_buffer_wait(ktrace_buffer, reader->cpu, 0, is_off, NULL);
		if (ret)
			return ret;
	}

	size = min_t(size_t, count, ring_buffer_read_page_size(reader->page) - reader->read);
	if (copy_to_user(to, ring_buffer_read_page_data(reader->page) + reader->read, size)) {
		size = 0;
		ret = -EFAULT;
	}
	reader->read += size;
	mutex_unlock(&reader->lock);

	return ret ?: size;
}

/* ---------------------------------- positions ---------------------------------- */

struct positions {
	u32	produced;
	u32	consumed;
};

static int get_positions_locked(int cpu, struct positions *positions)
{
	u32 base = per_cpu(bases, cpu).now;
	unsigned long written = 0, read = 0;
	int ret = ring_buffer_positions_cpu(ktrace_buffer, cpu, &written, &read);

	lockdep_assert_held(per_cpu_ptr(&consumer_mutex, cpu));

	positions->produced = base + written;
	positions->consumed = base + read;

	return ret;
}

static int get_positions(int cpu, struct positions *positions)
{
	struct mutex *consumer = per_cpu_ptr(&consumer_mutex, cpu);

	guard(mutex)(consumer);

	return get_positions_locked(cpu, positions);
}

/*
 * How far a mark is ahead of what is consumed. 0: it does not count, because all of it is
 * behind, or the buffer is too small now.
 */
static u32 ahead(const struct positions *positions, u32 mark, u32 size)
{
	u32 distance = mark - positions->consumed;

	return distance > size / 2 ? 0 : distance;
}

static int put_mark(struct reader *reader, u32 mark)
{
	struct positions positions;
	int ret = get_positions(reader->cpu, &positions);

	if (ret)
		return ret;
	/* What is read already is no news; what does not fit would be waited for forever. */
	if ((s32)(mark - positions.consumed) > 0 &&
	    !ahead(&positions, mark, size_of(reader->cpu)))
		return -EINVAL;
	WRITE_ONCE(reader->mark, mark);
	/* Who waits for the old one looks again. */
	ring_buffer_wake_waiters(ktrace_buffer, reader->cpu);

	return 0;
}

static int put_consumed(struct reader *reader, u32 to)
{
	struct mutex *consumer = per_cpu_ptr(&consumer_mutex, reader->cpu);
	struct positions positions;
	long consumed;
	int ret;

	guard(mutex)(consumer);

	ret = get_positions_locked(reader->cpu, &positions);
	if (ret)
		return ret;
	if (to - positions.consumed > positions.produced - positions.consumed)
		return -EINVAL;
	consumed = ring_buffer_consume_bytes(ktrace_buffer, reader->cpu, to - positions.consumed);

	return min(consumed, 0L);
}

static int get_produced(struct reader *reader, u32 *produced)
{
	struct positions positions;
	long ret;

	/* Bring what is next to the front of a mapping. */
	ret = ring_buffer_consume_bytes(ktrace_buffer, reader->cpu, 0);
	if (ret < 0)
		return ret;
	ret = get_positions(reader->cpu, &positions);
	*produced = positions.produced;

	return ret;
}

static long buffer_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct reader *reader = file->private_data;
	struct positions positions;
	u32 __user *user = (u32 __user *)arg;
	u32 value;
	int ret;

	switch (cmd) {
	case KTRACE_BUF_GET_SIZE:
		value = size_of(reader->cpu);
		return value ? put_user(value, user) : -ENODEV;
	case KTRACE_BUF_GET_PRODUCED:
		ret = get_produced(reader, &value);
		return ret ?: put_user(value, user);
	case KTRACE_BUF_GET_CONSUMED:
		ret = get_positions(reader->cpu, &positions);
		return ret ?: put_user(positions.consumed, user);
	case KTRACE_BUF_PUT_PRODUCED:
		return get_user(value, user) ?: put_mark(reader, value);
	case KTRACE_BUF_PUT_CONSUMED:
		return get_user(value, user) ?: put_consumed(reader, value);
	default:
		return -ENOTTY;
	}
}

/*
 * Up to a mark that is far ahead, be woken when enough sub-buffers are full, and only then
 * for each event. At the mark, at least as many are full as there are whole ones in between,
 * but for the one in front and the one that is being written. 0: it is not that far.
 */
static int full_before(const struct positions *positions, u32 mark, u32 size)
{
	unsigned int subbuf = ring_buffer_subbuf_size_get(ktrace_buffer);
	long whole = (long)(ahead(positions, mark, size) / subbuf) - 2;

	return whole > 0 ? whole * 100 / (size / subbuf) : 0;
}

/* Is poll() silent because of its mark? Once nothing more can come, it is not. */
static bool before_mark(const struct positions *positions, u32 mark, u32 size)
{
	return (s32)(mark - positions->produced) > 0 && ahead(positions, mark, size) &&
	       !is_off(NULL);
}

static __poll_t buffer_poll(struct file *file, poll_table *table)
{
	struct reader *reader = file->private_data;
	u32 size = size_of(reader->cpu);
	struct positions positions;
	__poll_t ready;
	int full = 0;
	u32 mark;

	if (get_positions(reader->cpu, &positions))
		return EPOLLERR;
	mark = READ_ONCE(reader->mark);
	if (before_mark(&positions, mark, size))
		full = full_before(&positions, mark, size);
	/*
	 * Queues can be entered only when this is called for the first time, and the mark may
	 * change later. The next event then wakes us once in vain.
	 */
	if (!poll_does_not_wait(table)) {
		ring_buffer_poll_wait(ktrace_buffer, reader->cpu, file, table, 0);
		ring_buffer_poll_wait(ktrace_buffer, reader->cpu, file, table, 100);
	}
	if (full && !ring_buffer_poll_wait(ktrace_buffer, reader->cpu, file, NULL, full))
		return 0;
	ready = ring_buffer_poll_wait(ktrace_buffer, reader->cpu, file, NULL, 0);
	/* Asked anew: from now on, each event wakes us. */
	if (get_positions(reader->cpu, &positions))
		return EPOLLERR;

	return before_mark(&positions, mark, size) ? 0 : ready;
}

/* ------------------------------------ mmap ------------------------------------ */

static void buffer_mmap_open(struct vm_area_struct *vma)
{
	struct reader *reader = vma->vm_file->private_data;

	atomic_inc(&mappings);
	ring_buffer_map_dup(ktrace_buffer, reader->cpu);
}

static void buffer_mmap_close(struct vm_area_struct *vma)
{
	struct reader *reader = vma->vm_file->private_data;

	WARN_ON_ONCE(ring_buffer_unmap(ktrace_buffer, reader->cpu));
	atomic_dec(&mappings);
}

/* The ring buffer counts mappings, not their parts. */
static int buffer_may_split(struct vm_area_struct *vma, unsigned long addr)
{
	return -EINVAL;
}

static const struct vm_operations_struct buffer_vm_ops = {
	.open		= buffer_mmap_open,
	.close		= buffer_mmap_close,
	.may_split	= buffer_may_split,
};

static int buffer_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct reader *reader = file->private_data;
	int ret;

	/* The meta page tells where to look: without it, sub-buffers are of no use. */
	if (vma->vm_pgoff)
		return -EINVAL;
	atomic_inc(&mappings);
	ret = ring_buffer_map(ktrace_buffer, reader->cpu, vma);
	if (ret) {
		atomic_dec(&mappings);
		return ret;
	}
	/* The ring buffer has seen to what mprotect() may add but for this. */
	vm_flags_clear(vma, VM_MAYEXEC);
	vma->vm_ops = &buffer_vm_ops;

	return 0;
}

static const struct file_operations buffer_fops = {
	.owner		= THIS_MODULE,
	.open		= buffer_open,
	.release	= buffer_release,
	.read		= buffer_read,
	.poll		= buffer_poll,
	.mmap		= buffer_mmap,
	.unlocked_ioctl	= buffer_ioctl,
	.compat_ioctl	= compat_ptr_ioctl,
};

/**
 * ktrace_init_buffers - make the files
 * @parent: their folder
 *
 * They are never removed, so debugfs need not stand between, which knows no mmap().
 */
void __init ktrace_init_buffers(struct dentry *parent)
{
	char name[32];
	long cpu;

	for_each_possible_cpu(cpu) {
		mutex_init(per_cpu_ptr(&consumer_mutex, cpu));
		snprintf(name, sizeof(name), "cpu%ld", cpu);
		debugfs_create_file_unsafe(name, 0400, parent, (void *)cpu, &buffer_fops);
	}
}
