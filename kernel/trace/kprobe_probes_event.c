// SPDX-License-Identifier: GPL-2.0
/*
 * The file kprobe_probes: the kprobe events that stand behind its lines, and what trace_kprobe.c
 * asks about them.
 */
#include <linux/cleanup.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/lockdep.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kprobe_probes.h"
#include "kprobe_probes_event.h"
#include "kprobe_probes_line.h"
#include "trace.h"
#include "trace_dynevent.h"
#include "trace_probe.h"

/* Who creates an event for a line, and where it is noted why trace_kprobe.c refused it. */
static struct {
	struct task_struct		*task;
	struct kprobe_probes_refusal	*why;
} creator;

DEFINE_STATIC_KEY_FALSE(kprobe_probes_on);

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

/**
 * kprobe_probes_generate - let trace_kprobe.c create the event of a line
 * @cmd: the command for it
 * @why: gets which word of the command is wrong, and why, if one is
 *
 * Context: task context, may sleep; the caller lets one task create at a time.
 * Return: 0 or a negative errno.
 */
int kprobe_probes_generate(struct dynevent_cmd *cmd, struct kprobe_probes_refusal *why)
{
	int ret;

	why->word = -1;
	creator.why = why;
	WRITE_ONCE(creator.task, current);
	ret = kprobe_event_gen_cmd_end(cmd);
	WRITE_ONCE(creator.task, NULL);

	return ret;
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
 * kprobe_probes_release - let everybody have an event, and remove it
 * @call: the event, of a list that is there as a whole
 *
 * Context: task context, event_mutex is held.
 */
void kprobe_probes_release(struct trace_event_call *call)
{
	lockdep_assert_held(&event_mutex);

	call->class->reg = reg_probe;
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
	creator.why->word = word;
	creator.why->error = error;

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

/**
 * kprobe_probes_get - does an event stand behind a line?
 * @ev: the event
 * @place: gets what it probes
 *
 * Context: task context, event_mutex is held.
 * Return: true if so.
 */
bool kprobe_probes_get(struct dyn_event *ev, struct trace_kprobe_place *place)
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

/**
 * kprobe_probes_print - print the line that an event stands behind
 * @place: what it probes
 * @buf: room for the line, LINE_MAX
 * @addresses: with addresses of the kernel. Without, what cannot be written again is a comment
 *
 * Context: task context, may sleep, event_mutex is held.
 * Return: the line, in @buf.
 */
const char *kprobe_probes_print(const struct trace_kprobe_place *place, char *buf, bool addresses)
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
