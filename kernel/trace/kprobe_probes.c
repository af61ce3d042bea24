// SPDX-License-Identifier: GPL-2.0
/*
 * The file kprobe_probes: kprobe events as short lines, which are on as soon as they are written.
 *
 *	p SYMBOL[+offs|-offs]|MEMADDR [FETCHARGS]
 *	r SYMBOL[+0] [FETCHARGS]
 *
 * Each line becomes an event of trace_kprobe.c in the group kprobe_probes, and the list that
 * the file shows is made of these events: there is no other list of them. They are told from
 * other events by what prints them. Their fields are named as the FETCHARGS are written.
 */
#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/mutex.h>
#include <linux/sched/signal.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe_probes.h"
#include "kprobe_probes_create.h"
#include "kprobe_probes_event.h"
#include "kprobe_probes_line.h"
#include "syscall/tracefs/list_file.h"
#include "trace.h"
#include "trace_dynevent.h"
#include "trace_probe.h"

#define FILE_NAME	"kprobe_probes"

/* Error for error_log, which keeps the pointer. */
static const char **busy_error = (const char *[]) {
	"This probe stays: an instance, a trigger or perf uses it",
};

/* Guards changes of the list. Taken before event_mutex, which guards the events. */
static DEFINE_MUTEX(kprobe_probes_lock);

static struct trace_event_file *first_instance_file(const struct trace_probe *tp)
{
	return find_event_file(top_trace_array(), KPROBE_PROBES_GROUP,
			       trace_event_name(&tp->event->call));
}

/* Does anybody but this file hold an event? */
static bool is_busy(const struct trace_probe *tp)
{
	const struct event_file_link *link;

	lockdep_assert_held(&event_mutex);

	if (tp->event->flags & TP_FLAG_PROFILE || trace_event_dyn_busy(&tp->event->call))
		return true;
	trace_probe_for_each_link(link, tp) {
		if (link->file->tr != top_trace_array() ||
		    link->file->flags & EVENT_FILE_FL_SOFT_MODE)
			return true;
	}

	return false;
}

static struct kprobe_probes_line *find_created(struct list_head *lines,
					       const struct trace_probe *tp)
{
	const char *name = trace_event_name(&tp->event->call);
	struct kprobe_probes_line *line;

	list_for_each_entry(line, lines, list) {
		if (line->created && !strcmp(line->name, name))
			return line;
	}

	return NULL;
}

/* Is an event to be removed? @created: if its line was created, otherwise if it has none. */
static bool is_to_go(const struct trace_kprobe_place *place, struct list_head *lines,
		     bool created, char *buf)
{
	if (created)
		return find_created(lines, place->tp);

	return !kprobe_probes_find_line(lines, kprobe_probes_print(place, buf, true));
}

/* Disable events in the first instance, or take back to disable them. */
static int switch_event(const struct trace_probe *tp, bool on)
{
	struct trace_event_file *file = first_instance_file(tp);

	return file ? trace_event_enable_disable(file, on, 0) : -ENOENT;
}

/*
 * Remove the events whose lines were @created, or those that have no line: all of them, or, if
 * one is in use, none.
 */
static int remove_events(struct list_head *lines, bool created, char *buf)
{
	struct trace_kprobe_place place;
	struct dyn_event *ev, *next;
	int ret = 0, err;

	guard(mutex)(&event_mutex);
	for_each_dyn_event_safe(ev, next) {
		if (!kprobe_probes_get(ev, &place))
			continue;
		if (is_to_go(&place, lines, created, buf) && is_busy(place.tp)) {
			tracing_log_err(NULL, FILE_NAME, kprobe_probes_print(&place, buf, true),
					busy_error, 0, 0);
			return -EBUSY;
		}
	}
	for_each_dyn_event_safe(ev, next) {
		if (!kprobe_probes_get(ev, &place))
			continue;
		if (!is_to_go(&place, lines, created, buf))
			continue;
		switch_event(place.tp, false);
		kprobe_probes_release(trace_probe_event_call(place.tp));
		err = ev->ops->free(ev);
		/* Only perf can have come meanwhile: what it holds stays as it was. */
		if (err) {
			switch_event(place.tp, true);
			ret = err;
		}
	}
	/* What the removed events recorded could not be printed any more. */
	tracing_reset_all_online_cpus();

	return ret;
}

static void forget_created(struct list_head *lines)
{
	struct kprobe_probes_line *line;

	list_for_each_entry(line, lines, list)
		line->created = false;
}

/* Create the events of lines that have none, all or none of them. */
static int create_events(struct list_head *lines, char *buf, struct syscall_trace_fault *fault)
{
	struct kprobe_probes_line *line;
	int ret;

	lockdep_assert_held(&kprobe_probes_lock);

	list_for_each_entry(line, lines, list) {
		ret = line->exists ? 0 : kprobe_probes_create(line, buf, fault);
		if (!ret && fatal_signal_pending(current))
			ret = -EINTR;
		if (ret) {
			remove_events(lines, true, buf);
			forget_created(lines);
			return ret;
		}
	}

	return 0;
}

static bool has_new(struct list_head *lines)
{
	const struct kprobe_probes_line *line;

	list_for_each_entry(line, lines, list) {
		if (!line->exists)
			return true;
	}

	return false;
}

/*
 * Enable the events of lines in the first instance; they may have been disabled there, and then
 * removed by anybody through kprobe_events.
 */
static int enable_events(struct list_head *lines, char *buf)
{
	struct trace_kprobe_place place;
	struct dyn_event *ev, *next;
	struct kprobe_probes_line *line;
	const char *text;
	int ret = 0;

	list_for_each_entry(line, lines, list)
		line->exists = false;
	scoped_guard(mutex, &event_mutex) {
		for_each_dyn_event_safe(ev, next) {
			if (!kprobe_probes_get(ev, &place))
				continue;
			text = kprobe_probes_print(&place, buf, true);
			line = kprobe_probes_find_line(lines, text);
			if (!line)
				continue;
			kprobe_probes_release(trace_probe_event_call(place.tp));
			ret = ret ?: switch_event(place.tp, true);
			line->exists = true;
		}
	}
	if (!ret && has_new(lines))
		ret = -EBUSY;
	if (ret) {
		remove_events(lines, true, buf);
		forget_created(lines);
	}

	return ret;
}

/*
 * Find out which lines have an event already, and whether there are events without a line. The
 * lines of these are put into @old, or it is NULL.
 */
static int compare(struct list_head *lines, struct seq_buf *old, char *buf)
{
	struct trace_kprobe_place place;
	struct dyn_event *ev, *next;
	struct kprobe_probes_line *line;
	const char *text;

	guard(mutex)(&event_mutex);
	for_each_dyn_event_safe(ev, next) {
		if (!kprobe_probes_get(ev, &place))
			continue;
		text = kprobe_probes_print(&place, buf, true);
		line = kprobe_probes_find_line(lines, text);
		if (line)
			line->exists = true;
		else if (old)
			seq_buf_printf(old, "%s\n", text);
	}

	return old && seq_buf_has_overflowed(old) ? -E2BIG : 0;
}

/* Set what was removed again. It could be set before, so only memory can be missing. */
static void bring_back(char *text, char *buf)
{
	struct syscall_trace_fault fault = { };
	LIST_HEAD(lines);

	if (!kprobe_probes_parse(text, &lines, &fault) && !create_events(&lines, buf, &fault))
		enable_events(&lines, buf);
	kprobe_probes_free_lines(&lines);
}

/*
 * The new events are created twice if others have to go: only when it is certain that they can
 * be created, the others are removed, and only then the new ones can have their names.
 */
static int replace_events(struct list_head *lines, char *old, char *buf,
			  struct syscall_trace_fault *fault)
{
	int ret = 0;

	if (has_new(lines)) {
		ret = create_events(lines, buf, fault) ?: remove_events(lines, true, buf);
		forget_created(lines);
	}
	ret = ret ?: remove_events(lines, false, buf);
	if (ret)
		return ret;
	ret = create_events(lines, buf, fault) ?: enable_events(lines, buf);
	if (ret)
		bring_back(old, buf);

	return ret;
}

/* Bytes of the list, roughly, for the ones that are replaced. */
#define OLD_MAX		SZ_2M

static int set_probes(void *data, char *text, bool append,
		      struct syscall_trace_fault *fault)
{
	char *buf __free(kvfree) = kvmalloc(COMMAND_MAX, GFP_KERNEL);
	char *old_text __free(kvfree) = NULL;
	struct seq_buf old;
	LIST_HEAD(lines);
	int ret;

	lockdep_assert_held(&kprobe_probes_lock);

	if (!append)
		old_text = kvmalloc(OLD_MAX, GFP_KERNEL);
	if (!buf || (!append && !old_text))
		return -ENOMEM;
	if (!append)
		seq_buf_init(&old, old_text, OLD_MAX);
	ret = kprobe_probes_parse(text, &lines, fault) ?:
	      compare(&lines, append ? NULL : &old, buf);
	if (!ret && !append && old.len)
		ret = replace_events(&lines, (char *)seq_buf_str(&old), buf, fault);
	else if (!ret)
		ret = create_events(&lines, buf, fault) ?: enable_events(&lines, buf);
	kprobe_probes_free_lines(&lines);

	return ret;
}

static void show_probes(struct seq_file *m, void *data)
{
	char *buf __free(kvfree) = kvmalloc(LINE_MAX, GFP_KERNEL);
	struct trace_kprobe_place place;
	bool addresses, any = false;
	struct dyn_event *ev, *next;

	if (!buf)
		return;
	/* Without a file, nobody reads: the list is kept to be set again. */
	addresses = !m->file || kallsyms_show_value(m->file->f_cred);
	scoped_guard(mutex, &event_mutex) {
		for_each_dyn_event_safe(ev, next) {
			if (!kprobe_probes_get(ev, &place))
				continue;
			seq_printf(m, "%s\n", kprobe_probes_print(&place, buf, addresses));
			any = true;
		}
	}
	if (!any)
		seq_puts(m,
			 "# No probes. Write lines to record when the kernel comes to a place:\n"
			 "#   p SYMBOL[+offs|-offs]|ADDRESS [VALUES]  comes to an instruction\n"
			 "#   r SYMBOL [VALUES]                       returns from a function\n"
			 "# VALUES: aN argument (from 1), rN register, sN entry of the stack, mADDR\n"
			 "#   memory of the kernel; only r: rv value returned, rp address returned to\n"
			 "# Example: echo 'p do_sys_openat2 a1 a2' > kprobe_probes\n");
}

static const struct syscall_trace_list_file probes_file = {
	.fops	= SYSCALL_TRACE_LIST_FOPS,
	.name	= FILE_NAME,
	.errors	= kprobe_probes_errors,
	.lock	= &kprobe_probes_lock,
	.lines	= true,
	.set	= set_probes,
	.show	= show_probes,
};

static __init int kprobe_probes_init_tracefs(void)
{
	int ret = tracing_init_dentry();

	if (ret)
		return 0;
	trace_create_file(FILE_NAME, TRACE_MODE_WRITE, NULL, NULL, &probes_file.fops);

	return 0;
}
fs_initcall(kprobe_probes_init_tracefs);
