// SPDX-License-Identifier: GPL-2.0
/*
 * Who reads the trace, and how far. The kernel has no place for that in its iterators; watch.c
 * tells when they come and go.
 *
 * What is kept of tasks that have ended comes between the records. A reader of trace_pipe is told
 * at the next record: its line is printed, and the record is not consumed yet (lines.c). The file
 * trace has a seq_file of its own for each reader. Its operations are put in front of the
 * kernel's.
 */
#include <linux/errno.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/ring_buffer.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/xarray.h>

#include "tracer/loss/ended.h"
#include "tracer/loss/tally.h"
#include "tracer/record/sink.h"

#include "array_place.h"
#include "compat.h"
#include "instance.h"
#include "readers.h"

/**
 * struct held - a record that a reader has found, behind tasks that have ended before it
 * @on: there is one
 * @ent: a copy of it, which stays until there is another
 * @size: its bytes
 * @cpu: where it was recorded
 * @ts: its time
 * @lost_events: the records before it that the ring buffer lost
 */
struct held {
	bool			on;
	struct trace_entry	*ent;
	int			size;
	int			cpu;
	u64			ts;
	unsigned long		lost_events;
};

/**
 * struct reader - somebody who has trace, snapshot or trace_pipe open
 * @inst: the instance
 * @tally: how far the calls of each task have been read: @own, or that of all readers of trace_pipe
 * @own: see there
 * @file: what is open
 * @ops: the kernel's operations; NULL: it is trace_pipe
 * @until: when it began to read
 * @held: see there
 * @at_kept: it is at what is kept of a task that has ended
 * @at_end: that, as a record
 */
struct reader {
	struct instance			*inst;
	struct syscall_trace_tally	*tally;
	struct syscall_trace_tally	own;
	struct file			*file;
	const struct seq_operations	*ops;
	u64				until;
	struct held			held;
	bool				at_kept;
	struct syscall_task_entry	at_end;
};

/* By the addresses of their iterators. They come and go under syscall_tally_lock. */
static DEFINE_XARRAY(readers);
static bool stopping;

static struct reader *find(const struct trace_iterator *iter)
{
	lockdep_assert_held(&syscall_tally_lock);

	return xa_load(&readers, (unsigned long)iter);
}

/**
 * readers_look_at_buffer - find out whether a snapshot has exchanged the ring buffers
 * @inst: the instance
 *
 * Nobody tells of one that an event has triggered.
 *
 * Context: task context, syscall_tally_lock is held.
 */
void readers_look_at_buffer(struct instance *inst)
{
	const struct trace_buffer *buffer = READ_ONCE(inst->buffer->buffer);

	lockdep_assert_held(&syscall_tally_lock);

	if (likely(inst->last_read == buffer))
		return;
	syscall_tally_swaps(&inst->trace.losses);
	inst->last_read = buffer;
}

/* ------------------------------ at a record ------------------------------- */

static bool find_number(const struct trace_iterator *iter, const struct reader *reader,
			struct syscall_trace_numbered_record *record)
{
	if (!syscall_tally_number(record, iter->ent, iter->ts, iter->snapshot))
		return false;
	record->kept = reader->at_kept;

	return true;
}

/**
 * readers_find_lost - tell how many calls are missing before a record
 * @iter: a reader that is no dump, at the record
 *
 * May be called again for the same record.
 *
 * Context: task context, may sleep.
 * Return: the number of calls of the record's task.
 */
u32 readers_find_lost(struct trace_iterator *iter)
{
	struct syscall_trace_numbered_record record;
	struct reader *reader;

	guard(mutex)(&syscall_tally_lock);
	reader = find(iter);
	if (!reader)
		return 0;
	readers_look_at_buffer(reader->inst);
	if (find_number(iter, reader, &record))
		return syscall_tally_find_lost(reader->tally, &record);
	/* What it was at before has not been shown. */
	reader->tally->at.pid = 0;

	return 0;
}

/**
 * readers_show - note that the record that a reader of trace_pipe was asked for last has been shown
 * @iter: the reader, which may be at the next record already
 *
 * Context: task context, may sleep.
 */
void readers_show(struct trace_iterator *iter)
{
	struct syscall_trace_numbered_record record;
	struct reader *reader;

	guard(mutex)(&syscall_tally_lock);
	reader = find(iter);
	if (!reader || !reader->tally->is_pipe)
		return;
	record = reader->tally->at;
	syscall_tally_shows(reader->tally, &record);
}

/**
 * readers_show_exit - note that a reader has shown the exit of a call on the line of its entry
 * @iter: the reader
 * @pid: the task
 * @seq: the number of the call
 *
 * Context: task context, may sleep.
 */
void readers_show_exit(struct trace_iterator *iter, pid_t pid, u32 seq)
{
	struct reader *reader;

	guard(mutex)(&syscall_tally_lock);
	reader = find(iter);
	if (reader)
		syscall_tally_shows_exit(reader->tally, pid, seq);
}

static bool merges_ended(const struct trace_iterator *iter, const struct reader *reader)
{
	return syscall_trace_has_ended(&reader->inst->trace.losses) && !iter->snapshot &&
	       !array_shows_bytes(iter->tr);
}

/* Find a task that ended, as below, and how many of its calls are missing. */
static int find_ended(struct reader *reader, u64 before, struct syscall_trace_ended *ended)
{
	struct syscall_trace_numbered_record record;
	struct syscall_task_entry entry;
	int found;

	found = syscall_tally_find_ended(reader->tally, before, ended);
	if (found <= 0)
		return found;
	syscall_trace_make_calls(&entry, ended);
	syscall_tally_number(&record, &entry.ent, ended->ts, false);
	record.kept = true;

	return syscall_tally_find_lost(reader->tally, &record);
}

/**
 * readers_find_before - find what comes before the record that a reader is at
 * @iter: the reader
 * @ended: gets what is kept of a task that ended before it, and of which calls are missing
 *
 * Context: task context, may sleep.
 * Return: how many calls; 0: there is no such task, or it is no reader of trace_pipe; -EAGAIN: an
 * older record has come since, which the reader must look for.
 */
int readers_find_before(struct trace_iterator *iter, struct syscall_trace_ended *ended)
{
	struct syscall_trace_numbered_record record;
	struct reader *reader;
	int lost = 0;

	guard(mutex)(&syscall_tally_lock);
	reader = find(iter);
	if (!reader || !reader->tally->is_pipe)
		return 0;
	readers_look_at_buffer(reader->inst);
	if (merges_ended(iter, reader))
		lost = find_ended(reader, iter->ts, ended);
	if (!lost && find_number(iter, reader, &record) &&
	    syscall_tally_is_overtaken(reader->tally, &record))
		return -EAGAIN;

	return lost;
}

/**
 * readers_pass_ended - go on to the next one, because that one has been shown
 * @iter: the reader
 *
 * Context: task context, may sleep.
 */
void readers_pass_ended(struct trace_iterator *iter)
{
	struct reader *reader;

	readers_show(iter);
	guard(mutex)(&syscall_tally_lock);
	reader = find(iter);
	if (reader)
		syscall_tally_pass_ended(reader->tally);
}

/* ------------------------- between the records of trace ------------------- */

/* Stays while the seq_file has operations of ours: its lock is held. */
static struct reader *reader_of(struct seq_file *m)
{
	lockdep_assert_held(&m->lock);

	return xa_load(&readers, (unsigned long)m->private);
}

static bool hold(struct reader *reader, const struct trace_iterator *iter)
{
	struct held *held = &reader->held;
	struct trace_entry *copy;

	if (iter->ent != held->ent) {
		copy = kmemdup(iter->ent, iter->ent_size, GFP_KERNEL);
		if (!copy)
			return false;
		kfree(held->ent);
		held->ent = copy;
	}
	held->on = true;
	held->size = iter->ent_size;
	held->cpu = iter->cpu;
	held->ts = iter->ts;
	held->lost_events = iter->lost_events;

	return true;
}

static void take_held(struct reader *reader, struct trace_iterator *iter)
{
	struct held *held = &reader->held;

	held->on = false;
	iter->ent = held->ent;
	iter->ent_size = held->size;
	iter->cpu = held->cpu;
	iter->ts = held->ts;
	iter->lost_events = held->lost_events;
}

/* Go to a task that ended before what has been found, if calls of it are missing. */
static void *go_before(struct seq_file *m, void *found, loff_t pos)
{
	struct trace_iterator *iter = m->private;
	struct reader *reader = reader_of(m);
	struct syscall_trace_ended ended;
	u64 before = found ? iter->ts : reader->until + 1;

	if (likely(!merges_ended(iter, reader)))
		return found;

	guard(mutex)(&syscall_tally_lock);
	if (syscall_tally_find_ended(reader->tally, before, &ended) <= 0)
		return found;
	if (found && !hold(reader, iter))
		return found;
	syscall_tally_pass_ended(reader->tally);
	reader->at_kept = true;
	syscall_trace_make_calls(&reader->at_end, &ended);
	iter->ent = &reader->at_end.ent;
	iter->ent_size = sizeof(reader->at_end);
	iter->cpu = ended.cpu;
	iter->ts = ended.ts;
	iter->lost_events = 0;
	iter->idx = pos - 1;
	iter->pos = pos;

	return iter;
}

static void begin_anew(struct reader *reader)
{
	const struct syscall_trace_instance *inst = &reader->inst->trace;

	guard(mutex)(&syscall_tally_lock);
	reader->held.on = false;
	reader->at_kept = false;
	reader->until = syscall_sink_time(inst);
	syscall_tally_destroy(&reader->own);
	syscall_tally_init(&reader->own, &reader->inst->trace, false);
}

/* As the kernel's: a reader begins, or goes back, if it is not where it was. */
static void *start(struct seq_file *m, loff_t *pos)
{
	struct trace_iterator *iter = m->private;
	struct reader *reader = reader_of(m);
	long idx = iter->idx;
	void *found;

	if (*pos != iter->pos)
		begin_anew(reader);
	found = reader->ops->start(m, pos);
	/* Otherwise, it was at the end. */
	if (IS_ERR(found) || !*pos || (found && iter->idx == idx))
		return found;
	reader->at_kept = false;

	return go_before(m, found, *pos);
}

static void *next(struct seq_file *m, void *v, loff_t *pos)
{
	struct trace_iterator *iter = m->private;
	struct reader *reader = reader_of(m);
	void *found = iter;

	reader->at_kept = false;
	if (reader->held.on) {
		take_held(reader, iter);
		iter->idx = (*pos)++;
		iter->pos = *pos;
	} else {
		found = reader->ops->next(m, v, pos);
	}

	return go_before(m, found, *pos);
}

static void stop(struct seq_file *m, void *v)
{
	reader_of(m)->ops->stop(m, v);
}

static int show(struct seq_file *m, void *v)
{
	return reader_of(m)->ops->show(m, v);
}

static const struct seq_operations trace_ops = {
	.start	= start,
	.next	= next,
	.stop	= stop,
	.show	= show,
};

/* Let a reader have a copy of the record that it is at. Without one, it is at the head. */
static void keep_record(struct trace_iterator *iter, struct trace_entry *copy)
{
	kfree(iter->temp);
	iter->temp = copy;
	iter->temp_size = copy ? iter->ent_size : 0;
	iter->ent = copy;
}

/* As it was. What is next to be shown is the record that was held, if there is one. */
static void unwrap(struct reader *reader)
{
	struct seq_file *m = reader->file->private_data;
	struct trace_iterator *iter = m->private;

	guard(mutex)(&m->lock);
	m->op = reader->ops;
	if (reader->held.on)
		take_held(reader, iter);
	/* What it is at is in the memory of the reader, which is freed. */
	if (iter->ent == &reader->at_end.ent)
		keep_record(iter, kmemdup(iter->ent, iter->ent_size, GFP_KERNEL));
	if (iter->ent && iter->ent == reader->held.ent) {
		keep_record(iter, reader->held.ent);
		reader->held.ent = NULL;
	}
}

/* ------------------------- readers come and go -- -------------------- */

static bool is_seq(const struct file *file)
{
	return strcmp(file->f_path.dentry->d_name.name, "trace_pipe");
}

/* What the kernel has made when it was opened. */
static struct trace_iterator *iter_of(const struct file *file)
{
	return is_seq(file) ? ((struct seq_file *)file->private_data)->private :
			      file->private_data;
}

/**
 * readers_add - somebody has opened trace, snapshot or trace_pipe to read
 * @inst: the instance
 * @file: what is open; nobody else has it yet
 *
 * Context: task context, may sleep.
 */
void readers_add(struct instance *inst, struct file *file)
{
	struct trace_iterator *iter = iter_of(file);
	struct reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	struct seq_file *m;

	if (!reader)
		return;
	reader->inst = inst;
	reader->file = file;
	reader->tally = is_seq(file) ? &reader->own : &inst->pipe;
	syscall_tally_init(&reader->own, &inst->trace, false);

	guard(mutex)(&syscall_tally_lock);
	if (stopping || xa_err(xa_store(&readers, (unsigned long)iter, reader, GFP_KERNEL))) {
		kfree(reader);
		return;
	}
	instance_hold(inst);
	if (!is_seq(file))
		return;
	m = file->private_data;
	reader->ops = m->op;
	m->op = &trace_ops;
}

/* Forget a reader of which nobody knows any more. */
static void forget(struct reader *reader)
{
	syscall_tally_destroy(&reader->own);
	kfree(reader->held.ent);
	instance_drop(reader->inst);
	kfree(reader);
}

/**
 * readers_remove - forget a reader
 * @file: what it has open, and which is being closed
 *
 * Context: task context, may sleep.
 */
void readers_remove(const struct file *file)
{
	struct reader *reader;

	scoped_guard(mutex, &syscall_tally_lock)
		reader = xa_erase(&readers, (unsigned long)iter_of(file));
	if (reader)
		forget(reader);
}

/* Forget some reader. Returns false if there is none. */
static bool stop_one(void)
{
	struct file *file = NULL;
	unsigned long index = 0;
	struct reader *reader;

	scoped_guard(mutex, &syscall_tally_lock) {
		reader = xa_find(&readers, &index, ULONG_MAX, XA_PRESENT);
		if (!reader)
			return false;
		/* A file that is being closed is read no more. */
		if (compat_get_file(reader->file))
			file = reader->file;
		else
			xa_erase(&readers, index);
	}
	if (file) {
		if (reader->ops)
			unwrap(reader);
		scoped_guard(mutex, &syscall_tally_lock)
			xa_erase(&readers, index);
		fput(file);
	}
	forget(reader);

	return true;
}

/**
 * readers_stop - forget all readers, and let none come
 *
 * Their files may stay open. Lines are printed for them until the module's events are gone.
 *
 * Context: task context, may sleep. Until it ends, readers_remove() is called for what is closed.
 */
void readers_stop(void)
{
	scoped_guard(mutex, &syscall_tally_lock)
		stopping = true;
	while (stop_one())
		;
}
