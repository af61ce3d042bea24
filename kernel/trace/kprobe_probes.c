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
#include <linux/ctype.h>
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/security.h>
#include <linux/sched/signal.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "kprobe_probes.h"
#include "kprobe_probes_line.h"
#include "syscall/tracefs/list_file.h"
#include "trace.h"
#include "trace_dynevent.h"
#include "trace_probe.h"

#define GROUP		"kprobe_probes"
#define FILE_NAME	"kprobe_probes"

/* The names that are tried if others have the one that would fit. */
#define NAMES_MAX	10000

/* Error for error_log, which keeps the pointer. */
static const char **busy_error = (const char *[]) {
	"This probe stays: an instance, a trigger or perf uses it",
};

/* Guards changes of the list. Taken before event_mutex, which guards the events. */
static DEFINE_MUTEX(kprobe_probes_lock);

/* Who creates an event for a line, and why trace_kprobe.c refused it: its word, and TP_ERR_*. */
static struct {
	struct task_struct	*task;
	int			word;
	int			error;
} creator;

DEFINE_STATIC_KEY_FALSE(kprobe_probes_on);

/* ---------------------------------- events -------------------------------- */

/**
 * kprobe_probes_creates - is the current task creating an event for a line?
 *
 * Others may create events of theirs at the same time, so it is the task that tells.
 *
 * Context: task context.
 * Return: true if it is.
 */
bool kprobe_probes_creates(void)
{
	return READ_ONCE(creator.task) == current;
}

/* What trace_kprobe.c has to enable and disable any event. */
static int (*reg_kprobe_event)(struct trace_event_call *call, enum trace_reg type, void *data);

/*
 * Enable an event in an instance, or for perf, or disable it. It holds for the instance that
 * tasks are chosen, and for all users that values are cleared and callers found.
 */
static int reg_probe(struct trace_event_call *call, enum trace_reg type, void *data)
{
	struct trace_event_file *file = data;
	bool on = false, off = false;
	int ret;

	/* Only those that switch an event hold event_mutex: perf_trace_add() does not. */
	switch (type) {
	case TRACE_REG_REGISTER:
		ret = syscall_trace_probes_begin(file->tr);
		if (ret)
			return ret;
		on = true;
		break;
	case TRACE_REG_UNREGISTER:
		off = true;
		break;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		on = true;
		break;
	case TRACE_REG_PERF_UNREGISTER:
		off = true;
		break;
	default:
		break;
#endif
	}
	if (on || off)
		lockdep_assert_held(&event_mutex);
	if (on)
		static_branch_inc(&kprobe_probes_on);
	ret = reg_kprobe_event(call, type, data);
	if (off || (on && ret)) {
		static_branch_dec(&kprobe_probes_on);
		if (type == TRACE_REG_REGISTER || type == TRACE_REG_UNREGISTER)
			syscall_trace_probes_end(file->tr);
	}

	return ret;
}

/*
 * Until all events of a list are there, nobody can have one of them: it may have to go again,
 * because of one that is refused.
 */
static int reg_new_probe(struct trace_event_call *call, enum trace_reg type, void *data)
{
	return -EBUSY;
}

/**
 * kprobe_probes_is_new - is an event of a list that is being written?
 * @call: the event
 *
 * Nobody else may remove it: it is not enabled yet.
 *
 * Context: task context, event_mutex is held.
 * Return: true if so.
 */
bool kprobe_probes_is_new(const struct trace_event_call *call)
{
	return call->class->reg == reg_new_probe;
}

/**
 * kprobe_probes_init_event - make an event that is being created one of kprobe_probes
 * @call: the event. It stays what it is if somebody else creates it
 * @is_return: it records when a function returns
 *
 * Context: task context, event_mutex is held.
 */
void kprobe_probes_init_event(struct trace_event_call *call, bool is_return)
{
	if (!kprobe_probes_creates())
		return;
	reg_kprobe_event = call->class->reg;
	call->class->reg = reg_new_probe;
	call->event.funcs = is_return ? &kprobe_probes_return_funcs : &kprobe_probes_funcs;
}

/**
 * kprobe_probes_is_apart - must no further probe be added to an event?
 * @call: the event, whose name a new probe has
 *
 * Context: task context, event_mutex is held.
 * Return: true if @call stands behind a line, or the new probe is to do so.
 */
bool kprobe_probes_is_apart(const struct trace_event_call *call)
{
	return kprobe_probes_prints(&call->event) || kprobe_probes_creates();
}

/**
 * kprobe_probes_take_error - note why an event is not created
 * @word: which word of the command is wrong; lines have as many
 * @error: why, TP_ERR_*
 *
 * Context: task context, dyn_event_ops_mutex is held.
 * Return: true if the command is a line's: then error_log gets the line from here.
 */
bool kprobe_probes_take_error(int word, int error)
{
	if (!kprobe_probes_creates())
		return false;
	creator.word = word;
	creator.error = error;

	return true;
}

/**
 * kprobe_probes_is_wanted - is the current task to be recorded?
 * @file: the event in an instance
 *
 * Context: any.
 * Return: true if the instance wants the task.
 */
bool kprobe_probes_is_wanted(const struct trace_event_file *file)
{
	return syscall_trace_probes_want(file->tr);
}
NOKPROBE_SYMBOL(kprobe_probes_is_wanted);

/* Does an event stand behind a line? Gets what it probes. */
static bool get_probe(struct dyn_event *ev, struct trace_kprobe_place *place)
{
	return trace_kprobe_get_place(ev, place) &&
	       kprobe_probes_prints(&trace_probe_event_call(place->tp)->event);
}

/* What a field was written as. */
static int print_fetch(struct seq_buf *s, const struct probe_arg *arg, bool addresses)
{
	if (arg->name[0] == 'm' && !addresses)
		return seq_buf_puts(s, " m(hidden)");

	return seq_buf_printf(s, " %.*s", (int)strcspn(arg->name, "_"), arg->name);
}

/*
 * The line that an event stands behind. Without @addresses, what cannot be written again
 * is a comment.
 */
static const char *print_line(const struct trace_kprobe_place *place, char *buf, bool addresses)
{
	const struct trace_probe *tp = place->tp;
	bool hidden = !place->symbol;
	struct kprobe_probes_symbol *symbol __free(kfree) = NULL;
	struct seq_buf s;
	unsigned int i;

	for (i = 0; i < tp->nr_args; i++)
		hidden |= tp->args[i].name[0] == 'm';
	seq_buf_init(&s, buf, LINE_MAX);
	seq_buf_printf(&s, "%s%c ", hidden && !addresses ? "# " : "",
		       place->is_return ? 'r' : 'p');
	if (place->symbol) {
		seq_buf_puts(&s, place->symbol);
		if (place->offset)
			seq_buf_printf(&s, "+%#x", place->offset);
	} else if (addresses) {
		seq_buf_printf(&s, "%#lx", place->addr);
	} else {
		symbol = kmalloc(sizeof(*symbol), GFP_KERNEL);
		if (symbol && kprobe_probes_find_symbol(place->addr, symbol))
			kprobe_probes_print_symbol(&s, symbol);
		else
			seq_buf_puts(&s, "(hidden)");
	}
	for (i = 0; i < tp->nr_args; i++)
		print_fetch(&s, &tp->args[i], addresses);

	return seq_buf_str(&s);
}

/* The name that kprobe_events would make, shortened such that a number can follow. */
static void make_name(struct kprobe_probes_line *line, unsigned int nr)
{
	struct kprobe_probes_symbol *symbol __free(kfree) = kmalloc(sizeof(*symbol), GFP_KERNEL);
	char *name = line->name, number[8] = "", *plus;
	unsigned long offset = 0, addr;
	const char *place = line->place;

	if (nr > 1)
		snprintf(number, sizeof(number), "_%u", nr);
	/* The name is seen by those who may not see addresses. */
	if (isdigit(*place)) {
		if (symbol && !kstrtoul(place, 0, &addr) &&
		    kprobe_probes_find_symbol(addr, symbol)) {
			place = symbol->name;
			offset = symbol->offset;
		} else {
			place = "address";
		}
	} else {
		plus = strchr(place, '+');
		if (plus && kstrtoul(plus + 1, 0, &offset))
			offset = 0;
	}
	scnprintf(name, MAX_EVENT_NAME_LEN - sizeof(number) - 11, "%c_%.*s", line->word[0][0],
		  (int)strcspn(place, "+"), place);
	scnprintf(name + strlen(name), MAX_EVENT_NAME_LEN - strlen(name), "_%lu%s", offset, number);
	for (; *name; name++) {
		if (!isalnum(*name))
			*name = '_';
	}
}

static bool is_name_taken(const char *name)
{
	struct trace_kprobe_place place;
	struct dyn_event *ev;

	guard(mutex)(&event_mutex);
	for_each_dyn_event(ev) {
		if (get_probe(ev, &place) && !strcmp(trace_probe_name(place.tp), name))
			return true;
	}

	return false;
}

/* Let trace_kprobe.c create the event with its name. */
static int create_named(struct kprobe_probes_line *line, char *buf)
{
	struct dynevent_arg arg;
	struct dynevent_cmd cmd;
	int ret;

	kprobe_event_cmd_init(&cmd, buf, COMMAND_MAX);
	ret = dynevent_str_add(&cmd, line->is_return ? "r:" GROUP "/" : "p:" GROUP "/") ?:
	      dynevent_str_add(&cmd, line->name);
	dynevent_arg_init(&arg, 0);
	arg.str = line->place;
	ret = ret ?: dynevent_arg_add(&cmd, &arg, NULL);
	/* They begin with a blank, if there are any. */
	ret = ret ?: dynevent_str_add(&cmd, line->args);
	if (ret)
		return ret;

	creator.word = -1;
	WRITE_ONCE(creator.task, current);
	ret = kprobe_event_gen_cmd_end(&cmd);
	WRITE_ONCE(creator.task, NULL);

	return ret;
}

/* Is a place in a module that is being unloaded? */
static bool is_going(const char *place)
{
	char name[MODULE_NAME_LEN];
	const struct module *mod;

	strscpy(name, place, min(strcspn(place, ":") + 1, sizeof(name)));
	/* It is not freed meanwhile. */
	guard(preempt)();
	mod = find_module(name);

	return mod && mod->state == MODULE_STATE_GOING;
}

/*
 * A module that is being unloaded takes no probe. In a moment, it is not there, and the probe
 * waits for it.
 */
static int create_in_time(struct kprobe_probes_line *line, char *buf)
{
	unsigned int tries = 50;
	int ret = create_named(line, buf);

	if (ret != -ENOENT || !strchr(line->place, ':'))
		return ret;
	while (is_going(line->place) && tries--)
		msleep(20);

	return create_named(line, buf);
}

/* Why no probe can be set at a place that was found, of which trace_kprobe.c says nothing more. */
static u8 why_no_probe(const struct kprobe_probes_line *line)
{
	char *name __free(kfree) = kstrdup(line->place, GFP_KERNEL);
	unsigned long addr = 0, offset = 0;
	char *plus;

	if (!name)
		return PROBE_NO_PROBE;
	if (isdigit(*name)) {
		if (kstrtoul(name, 0, &addr))
			return PROBE_NO_PROBE;
	} else {
		plus = strchr(name, '+');
		if (plus)
			*plus++ = '\0';
		if (plus && kstrtoul(plus, 0, &offset))
			return PROBE_NO_PROBE;
		addr = kallsyms_lookup_name(name);
		if (!addr)
			return PROBE_NO_SYMBOL;
		addr += offset;
	}
	if (!kernel_text_address(addr))
		return PROBE_NOT_TEXT;

	return within_kprobe_blacklist(addr) ? PROBE_BLACKLISTED : PROBE_NO_PROBE;
}

/* Which of our errors an error of trace_kprobe.c is. */
static u8 translate_error(const struct kprobe_probes_line *line)
{
	switch (creator.error) {
	case TP_ERR_BAD_PROBE_ADDR:
		return PROBE_NO_SYMBOL;
	case TP_ERR_NON_UNIQ_SYMBOL:
		return PROBE_SYMBOL_TWICE;
	case TP_ERR_BAD_RETPROBE:
		return PROBE_NO_RETURN_PLACE;
	case TP_ERR_BAD_INSN_BNDRY:
		return PROBE_NO_BOUNDARY;
	case TP_ERR_FAIL_REG_PROBE:
		return why_no_probe(line);
	case TP_ERR_BAD_STACK_NUM:
		return PROBE_NO_STACK;
	case TP_ERR_BAD_ARG_NUM:
		return PROBE_NO_ARGUMENT;
	case TP_ERR_BAD_VAR:
	case TP_ERR_NOFENTRY_ARGS:
		return PROBE_NO_ARGUMENT_HERE;
	case TP_ERR_NO_RETVAL:
		return PROBE_NO_VALUE;
	default:
		return PROBE_OTHER;
	}
}

/* What trace_kprobe.c would accept, but which would never record anything. */
static int check_memory(const struct kprobe_probes_line *line, struct syscall_trace_fault *fault)
{
	unsigned long addr, value;
	unsigned int i;

	for (i = 2; i < line->nr; i++) {
		if (line->word[i][0] != 'm' || kstrtoul(line->word[i] + 1, 0, &addr))
			continue;
		if (copy_from_kernel_nofault(&value, (void *)addr, sizeof(value)))
			return syscall_trace_refuse_word(fault, PROBE_NO_MEMORY, line->word[i]);
	}

	return 0;
}

/* Create the event of a line. It is not enabled. */
static int create_event(struct kprobe_probes_line *line, char *buf,
			struct syscall_trace_fault *fault)
{
	unsigned long addr;
	unsigned int nr;
	int ret;

	lockdep_assert_held(&kprobe_probes_lock);

	ret = check_memory(line, fault);
	if (ret)
		return ret;
	if (security_locked_down(LOCKDOWN_KPROBES)) {
		syscall_trace_refuse_word(fault, PROBE_LOCKED_DOWN, line->word[0]);
		return -EPERM;
	}
	if (isdigit(line->place[0]) && !kstrtoul(line->place, 0, &addr) &&
	    !kernel_text_address(addr))
		return syscall_trace_refuse_word(fault, PROBE_NOT_TEXT, line->word[1]);

	for (nr = 1; nr < NAMES_MAX; nr++) {
		make_name(line, nr);
		/* To ask is quicker than to be refused, but others may be there first. */
		ret = is_name_taken(line->name) ? -EEXIST : create_in_time(line, buf);
		if (ret != -EEXIST)
			break;
	}
	line->created = !ret;
	if (!ret || ret == -ENOMEM)
		return ret;
	if (creator.word < 0 || creator.word >= line->nr)
		return syscall_trace_refuse_word(fault, PROBE_OTHER, line->word[0]);

	return syscall_trace_refuse_word(fault, translate_error(line), line->word[creator.word]);
}

/* ----------------------------------- lists -------------------------------- */

static struct trace_event_file *first_instance_file(const struct trace_probe *tp)
{
	return find_event_file(top_trace_array(), GROUP,
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

	return !kprobe_probes_find_line(lines, print_line(place, buf, true));
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
		if (!get_probe(ev, &place))
			continue;
		if (is_to_go(&place, lines, created, buf) && is_busy(place.tp)) {
			tracing_log_err(NULL, FILE_NAME, print_line(&place, buf, true),
					busy_error, 0, 0);
			return -EBUSY;
		}
	}
	for_each_dyn_event_safe(ev, next) {
		if (!get_probe(ev, &place))
			continue;
		if (!is_to_go(&place, lines, created, buf))
			continue;
		switch_event(place.tp, false);
		trace_probe_event_call(place.tp)->class->reg = reg_probe;
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

	list_for_each_entry(line, lines, list) {
		ret = line->exists ? 0 : create_event(line, buf, fault);
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
	int ret = 0;

	list_for_each_entry(line, lines, list)
		line->exists = false;
	scoped_guard(mutex, &event_mutex) {
		for_each_dyn_event_safe(ev, next) {
			if (!get_probe(ev, &place))
				continue;
			line = kprobe_probes_find_line(lines, print_line(&place, buf, true));
			if (!line)
				continue;
			trace_probe_event_call(place.tp)->class->reg = reg_probe;
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
		if (!get_probe(ev, &place))
			continue;
		text = print_line(&place, buf, true);
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
			if (!get_probe(ev, &place))
				continue;
			seq_printf(m, "%s\n", print_line(&place, buf, addresses));
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
