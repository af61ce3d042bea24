/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file kprobe_probes: its lines.
 */
#ifndef _TRACE_KPROBE_PROBES_LINE_H
#define _TRACE_KPROBE_PROBES_LINE_H

#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/seq_buf.h>
#include <linux/sizes.h>

#include "syscall/tracefs/list_file.h"
#include "trace.h"

/* Room for a symbol with its module and an offset. */
#define PLACE_MAX	(MODULE_NAME_LEN + KSYM_NAME_LEN + 24)

/* Room for a line as it is listed, and for that as a command of kprobe_events. */
#define LINE_MAX	SZ_8K
#define COMMAND_MAX	SZ_16K

/* Why a line is refused, as index into kprobe_probes_errors. */
enum {
	PROBE_NO_KIND,
	PROBE_NO_PLACE,
	PROBE_NO_SYMBOL,
	PROBE_SYMBOL_TWICE,
	PROBE_BAD_OFFSET,
	PROBE_NOT_TEXT,
	PROBE_NO_BOUNDARY,
	PROBE_BLACKLISTED,
	PROBE_NO_PROBE,
	PROBE_NO_RETURN_PLACE,
	PROBE_NO_FETCH,
	PROBE_NO_REGISTER,
	PROBE_NO_STACK,
	PROBE_NO_ARGUMENT,
	PROBE_NO_ARGUMENT_HERE,
	PROBE_ONLY_RETURN,
	PROBE_NO_VALUE,
	PROBE_NO_MEMORY,
	PROBE_TOO_MANY,
	PROBE_LOCKED_DOWN,
	PROBE_OTHER,
};

extern const char *kprobe_probes_errors[];

/**
 * struct kprobe_probes_line - a line of the list
 * @list: links the lines that were written together
 * @is_return: begins with r
 * @exists: there is an event for it
 * @created: its event was created just now
 * @nr: number of @word
 * @text: the line as it is listed
 * @place: the second word as it is listed
 * @args: the others as kprobe_events has them
 * @name: of its event, if @created
 * @word: the words as they were written, for the messages
 */
struct kprobe_probes_line {
	struct list_head	list;
	bool			is_return;
	bool			exists;
	bool			created;
	unsigned int		nr;
	char			*text;
	char			*place;
	char			*args;
	char			name[MAX_EVENT_NAME_LEN];
	const char		*word[];
};

/**
 * struct kprobe_probes_symbol - where an address is
 * @offset: bytes behind the beginning of the function
 * @module: the module that it is in, or ""
 * @name: the function; "": the address is not in any
 */
struct kprobe_probes_symbol {
	unsigned long	offset;
	char		module[MODULE_NAME_LEN];
	char		name[KSYM_NAME_LEN];
};

void kprobe_probes_free_lines(struct list_head *lines);
struct kprobe_probes_line *kprobe_probes_find_line(struct list_head *lines, const char *text);
int kprobe_probes_parse(char *text, struct list_head *lines, struct syscall_trace_fault *fault);

bool kprobe_probes_find_symbol(unsigned long addr, struct kprobe_probes_symbol *symbol);
void kprobe_probes_print_symbol(struct seq_buf *s, const struct kprobe_probes_symbol *symbol);

#endif /* _TRACE_KPROBE_PROBES_LINE_H */
