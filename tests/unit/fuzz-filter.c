// SPDX-License-Identifier: GPL-2.0
/*
 * Any text as a condition, asked about any record: the sanitizers see what is read. Beside that,
 * an answer must not change when more is known, and a refusal must point into the text.
 *
 * An input is a line with the condition, then the number of the call, an ABI, flags, its result
 * and its arguments, and then its blobs. The line is also taken for one of syscall_filter, with
 * names of calls and actions.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "filter/filter.h"
#include "filter/line.h"

#define TEXT_MAX	4096

/* What stands in front of the blobs. */
struct head {
	u16	nr;
	u8	abi;
	u8	flags;
	u8	nr_args;
	u8	stage;
	s32	ret;
	u64	duration;
	u64	args[SYSCALL_TRACE_MAX_ARGS];
} __attribute__((packed));

static void bad(const char *text, size_t len, const char *what)
{
	fprintf(stderr, "%s: %.*s\n", what, (int)len, text);
	abort();
}

static void make_record(struct record *rec, const struct head *head, const u8 *blobs, size_t size)
{
	struct record_call call = {
		.abi		= head->abi % 4,
		.nr		= head->nr % 512,
		.flags		= head->flags,
		.ret		= head->ret,
		.nr_args	= head->nr_args % (SYSCALL_TRACE_MAX_ARGS + 1),
		.wide		= U8_MAX,
	};

	memcpy(call.args, head->args, sizeof(call.args));
	/* Mostly as many as the call has. */
	if (head->nr_args & 0x80) {
		const struct syscall_trace_slot *slot = syscall_trace_find_slot(call.abi, call.nr);

		if (slot && slot->call)
			call.nr_args = slot->call->nr_args;
	}
	record_begin(rec, SYSCALL_TRACE_WHOLE, &call);
	record_append(rec, blobs, size);
}

static void ask(const struct syscall_filter *filter, const struct record *rec,
		const struct head *head, const char *text, size_t len)
{
	const struct syscall_trace_record loaded = {
		.kind = rec->kind, .data = rec->data, .size = rec->size,
	};
	enum syscall_filter_truth truth, before = SYSCALL_FILTER_UNKNOWN;
	struct syscall_filter_call call = { .index = -1 };
	const struct syscall_trace_slot *slot;

	call.has_args = syscall_trace_load(&call.fmt, &loaded);
	slot = syscall_trace_find_slot(call.fmt.abi, call.fmt.nr);
	if (slot && slot->call)
		call.index = slot->call - syscall_trace_calls;
	for (call.stage = 0; call.stage <= SYSCALL_FILTER_ENDED; call.stage++) {
		call.fmt.at_exit = call.stage == SYSCALL_FILTER_ENDED && head->stage & 1;
		call.duration = call.stage * (head->duration / 4);
		call.has_duration = head->duration & 1;
		truth = syscall_filter_ask(filter, &call);
		if (before != SYSCALL_FILTER_UNKNOWN && truth != before)
			bad(text, len, "another answer than before");
		before = truth;
	}
	if (truth == SYSCALL_FILTER_UNKNOWN)
		bad(text, len, "no answer at the end");
	if (syscall_filter_next_time(filter, head->duration) <= head->duration)
		bad(text, len, "no later time");
}

static bool is_in(const struct syscall_filter_word *part, const struct syscall_filter_word *whole)
{
	return part->text >= whole->text && part->text + part->len <= whole->text + whole->len;
}

/* The names in front of a condition; each but the last one ends at a |. */
static void take_names(const struct syscall_filter_line *line, const char *text, size_t len)
{
	struct syscall_filter_word rest = syscall_filter_inner_names(line->names), name;
	size_t left = line->names.len + 1;

	while (rest.text) {
		name = syscall_filter_take_name(&rest);
		if (!left-- || !is_in(&name, &line->names))
			bad(text, len, "a name outside of the names");
	}
}

/* The same text as lines: all parts of a line are within it, and what is refused, too. */
static void take_lines(const char *text, size_t len)
{
	struct syscall_filter_word whole, first, rest;
	struct syscall_filter_actions actions;
	struct syscall_filter_fault fault;
	struct syscall_filter_line line;
	const char *pos = text;
	u8 able;

	while (syscall_filter_take_line(&pos, &whole)) {
		if (!whole.len || whole.text < text || whole.text + whole.len > text + len)
			bad(text, len, "a line outside of the text");
		syscall_filter_split_line(&line, whole);
		if (line.has_names && !is_in(&line.names, &whole))
			bad(text, len, "names outside of the line");
		if (!is_in(&line.condition, &whole) || !is_in(&line.actions, &whole))
			bad(text, len, "a part outside of the line");
		if (line.actions.len && *line.actions.text != ':')
			bad(text, len, "an action without a colon");
		if (line.has_names)
			take_names(&line, text, len);
		rest = line.condition;
		first = syscall_filter_first_word(&rest);
		if (!is_in(&first, &line.condition) || !is_in(&rest, &line.condition))
			bad(text, len, "a word outside of the condition");
		able = SYSCALL_TRACE_DO_STOP | (whole.len & 1 ? SYSCALL_TRACE_DO_SNAPSHOT : 0) |
		       (whole.len & 2 ? SYSCALL_TRACE_DO_STACKTRACE : 0);
		if (!syscall_filter_parse_actions(&actions, line.actions, able, &fault)) {
			if (actions.most && !actions.what)
				bad(text, len, "nothing is counted");
			if (actions.what & ~able)
				bad(text, len, "an action that cannot be done");
		} else if (fault.error >= SYSCALL_FILTER_NR_ERRORS || fault.at < whole.text ||
			   fault.at > whole.text + whole.len) {
			bad(text, len, "an action refused outside of the line");
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const u8 *end = memchr(data, '\n', size);
	size_t len = end ? (size_t)(end - data) : size;
	struct syscall_filter_needs needs = { };
	struct syscall_filter_fault fault;
	struct syscall_filter *filter;
	struct head head = { };
	static unsigned long *calls;
	static struct record rec;
	char *text;

	if (!calls) {
		calls = malloc(syscall_trace_nr_calls / 8 + 8);
		memset(calls, 0xff, syscall_trace_nr_calls / 8 + 8);
	}
	if (len > TEXT_MAX)
		return 0;
	text = malloc(len + 1);
	memcpy(text, data, len);
	text[len] = '\0';
	take_lines(text, len);
	free(text);
	/* A condition needs no NUL behind it. */
	text = malloc(len + !len);
	memcpy(text, data, len);
	if (syscall_filter_parse(&filter, text, len, calls, &fault)) {
		if (filter)
			bad(text, len, "refused, and made even so");
		if (fault.error >= SYSCALL_FILTER_NR_ERRORS || fault.at < text ||
		    fault.at > text + len)
			bad(text, len, "refused outside of the text");
		free(text);
		return 0;
	}
	syscall_filter_add_needs(&needs, filter);
	if (needs.strlen > SYSCALL_FILTER_TEXT_MAX || needs.datalen > SYSCALL_FILTER_TEXT_MAX)
		bad(text, len, "needs too much");

	data += len + !!end;
	size -= len + !!end;
	memcpy(&head, data, size < sizeof(head) ? size : sizeof(head));
	if (size < sizeof(head))
		size = sizeof(head), data = (const uint8_t *)&head;
	/* No call takes for ever. */
	head.duration >>= 1;
	make_record(&rec, &head, data + sizeof(head), size - sizeof(head));
	ask(filter, &rec, &head, text, len);
	syscall_filter_free(filter);
	free(text);

	return 0;
}
