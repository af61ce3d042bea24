// SPDX-License-Identifier: GPL-2.0
/*
 * The file kprobe_probes: how the event of a line is created, and why it cannot be.
 */
#include <linux/cleanup.h>
#include <linux/ctype.h>
#include <linux/delay.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/preempt.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "kprobe_probes.h"
#include "kprobe_probes_create.h"
#include "kprobe_probes_event.h"
#include "kprobe_probes_line.h"
#include "trace.h"
#include "trace_dynevent.h"
#include "trace_probe.h"

/* The names that are tried if others have the one that would fit. */
#define NAMES_MAX	10000

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
		if (kprobe_probes_get(ev, &place) && !strcmp(trace_probe_name(place.tp), name))
			return true;
	}

	return false;
}

/* Let trace_kprobe.c create the event with its name. */
static int create_named(struct kprobe_probes_line *line, char *buf,
			struct kprobe_probes_refusal *why)
{
	struct dynevent_arg arg;
	struct dynevent_cmd cmd;
	int ret;

	kprobe_event_cmd_init(&cmd, buf, COMMAND_MAX);
	ret = dynevent_str_add(&cmd, line->is_return ? "r:" KPROBE_PROBES_GROUP "/" :
						    "p:" KPROBE_PROBES_GROUP "/") ?:
	      dynevent_str_add(&cmd, line->name);
	dynevent_arg_init(&arg, 0);
	arg.str = line->place;
	ret = ret ?: dynevent_arg_add(&cmd, &arg, NULL);
	/* They begin with a blank, if there are any. */
	ret = ret ?: dynevent_str_add(&cmd, line->args);

	return ret ?: kprobe_probes_generate(&cmd, why);
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
static int create_in_time(struct kprobe_probes_line *line, char *buf,
			  struct kprobe_probes_refusal *why)
{
	unsigned int tries = 50;
	int ret = create_named(line, buf, why);

	if (ret != -ENOENT || !strchr(line->place, ':'))
		return ret;
	while (is_going(line->place) && tries--)
		msleep(20);

	return create_named(line, buf, why);
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
static u8 translate_error(const struct kprobe_probes_line *line, int error)
{
	switch (error) {
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

/**
 * kprobe_probes_create - create the event of a line
 * @line: the line
 * @buf: room for a command, COMMAND_MAX
 * @fault: gets which word is wrong, and why, if one is
 *
 * The event is not enabled, and nobody else may do that or remove it, until
 * kprobe_probes_release().
 *
 * Context: task context, may sleep; the caller lets one task create at a time.
 * Return: 0 or a negative errno.
 */
int kprobe_probes_create(struct kprobe_probes_line *line, char *buf,
			 struct syscall_trace_fault *fault)
{
	struct kprobe_probes_refusal why = { .word = -1 };
	unsigned long addr;
	unsigned int nr;
	int ret;

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
		ret = is_name_taken(line->name) ? -EEXIST : create_in_time(line, buf, &why);
		if (ret != -EEXIST)
			break;
	}
	line->created = !ret;
	if (!ret || ret == -ENOMEM)
		return ret;
	if (why.word < 0 || why.word >= line->nr)
		return syscall_trace_refuse_word(fault, PROBE_OTHER, line->word[0]);

	return syscall_trace_refuse_word(fault, translate_error(line, why.error),
					 line->word[why.word]);
}
