// SPDX-License-Identifier: GPL-2.0
/*
 * Asks conditions, as syscall_filter has them, about records of calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "filter/filter.h"
#include "filter/line.h"

/* The calls that NAME|NAME: means in front of a condition; without that, all. */
static const char *choose_calls(unsigned long *calls, const char *text)
{
	const char *colon = strchr(text, ':'), *name = text;
	size_t len;

	if (!colon || memchr(text, ' ', colon - text)) {
		memset(calls, 0xff, syscall_trace_nr_calls / 8 + 1);
		return text;
	}
	for (; name < colon; name += len + 1) {
		len = strcspn(name, "|:");
		for (unsigned int i = 0; i < syscall_trace_nr_calls; i++) {
			if (!strncmp(syscall_trace_calls[i].name, name, len) &&
			    !syscall_trace_calls[i].name[len])
				calls[i / BITS_PER_LONG] |= BIT(i % BITS_PER_LONG);
		}
	}

	return colon + 1;
}

static int index_of(const struct syscall_trace_fmt *fmt)
{
	const struct syscall_trace_slot *slot = syscall_trace_find_slot(fmt->abi, fmt->nr);

	return slot && slot->call ? slot->call - syscall_trace_calls : -1;
}

static unsigned int find_stage(const char *stage)
{
	if (!strcmp(stage, "begun"))
		return SYSCALL_FILTER_BEGUN;

	return strcmp(stage, "copied") ? SYSCALL_FILTER_ENDED : SYSCALL_FILTER_COPIED;
}

/**
 * ask_record - ask a condition about a call
 * @answer: gets the answer, or why the condition was refused and where
 * @size: bytes of @answer
 * @rec: the record of a whole call
 * @stage: begun, copied or ended; untimed: ended, and nobody saw it begin; or how long the call has taken, in ns
 * @condition: the condition, perhaps with names of calls and : before it
 */
void ask_record(char *answer, size_t size, const struct record *rec, const char *stage,
		const char *condition)
{
	static const char * const truths[] = { "false", "true", "unknown", "undecided" };
	unsigned long *calls = calloc(syscall_trace_nr_calls / BITS_PER_LONG + 1, sizeof(*calls));
	const char *text = choose_calls(calls, condition);
	/* Of its exact size, so that the sanitizer sees who reads behind it. */
	size_t len = strlen(text);
	char *copy = memcpy(malloc(len + !len), text, len);
	struct syscall_filter_needs needs = { };
	struct syscall_filter_fault fault;
	struct syscall_filter *filter;
	int ret;

	ret = syscall_filter_parse(&filter, copy, len, calls, &fault);
	if (ret) {
		snprintf(answer, size, "%zu: %s", (size_t)(fault.at - copy) + (text - condition),
			 syscall_filter_errors[fault.error]);
	} else if (!strcmp(stage, "needs")) {
		syscall_filter_add_needs(&needs, filter);
		snprintf(answer, size, "%u %u %u", needs.strlen, needs.datalen, needs.structs);
	} else if (!strcmp(stage, "limited")) {
		snprintf(answer, size, "%s",
			 truths[syscall_filter_is_limited(filter) ? SYSCALL_FILTER_TRUE :
								   SYSCALL_FILTER_FALSE]);
	} else {
		void *data = memcpy(malloc(rec->size), rec->data, rec->size);
		const struct syscall_trace_record loaded = {
			.kind = rec->kind, .data = data, .size = rec->size,
		};
		struct syscall_filter_call call = {
			.stage = find_stage(stage),
			.has_duration = strcmp(stage, "untimed"),
			.duration = strtoull(stage, NULL, 0),
		};

		call.has_args = syscall_trace_load(&call.fmt, &loaded);
		call.fmt.at_exit = call.stage == SYSCALL_FILTER_ENDED &&
				   !(call.fmt.head.flags & SYSCALL_TRACE_HEAD_NO_RESULT);
		call.index = index_of(&call.fmt);
		if (!strcmp(stage, "next"))
			snprintf(answer, size, "%llu", (unsigned long long)
				 syscall_filter_next_time(filter, 0));
		else
			snprintf(answer, size, "%s", truths[syscall_filter_ask(filter, &call)]);
		free(data);
	}
	syscall_filter_free(filter);
	free(copy);
	free(calls);
}

/* ----------------------------------- lines -------------------------------- */

/* A copy of @text with line feeds and tabs in place of \\n and \\t. */
static char *unescape(const char *text)
{
	char *copy = malloc(strlen(text) + 1), *to = copy;

	for (; *text; text++) {
		if (*text == '\\' && (text[1] == 'n' || text[1] == 't' || text[1] == 'r'))
			*to++ = *++text == 'n' ? '\n' : *text == 't' ? '\t' : '\r';
		else
			*to++ = *text;
	}
	*to = '\0';

	return copy;
}

static void print_names(FILE *file, struct syscall_filter_word names)
{
	struct syscall_filter_word rest = syscall_filter_inner_names(names), name;
	const char *comma = "";

	while (rest.text) {
		name = syscall_filter_take_name(&rest);
		fprintf(file, "%s%.*s", comma, (int)name.len, name.text);
		comma = ",";
	}
}

static void print_actions(FILE *file, const struct syscall_filter_actions *actions)
{
	fputs(actions->what & SYSCALL_TRACE_DO_STOP ? "stop" : "", file);
	fputs(actions->what & SYSCALL_TRACE_DO_SNAPSHOT ? "+snapshot" : "", file);
	fputs(actions->what & SYSCALL_TRACE_DO_STACKTRACE ? "+stacktrace" : "", file);
	if (actions->most)
		fprintf(file, " %u times", actions->most);
}

/**
 * ask_line - take lines of syscall_filter apart
 * @answer: gets their parts in brackets: names, the first word of the condition, what is behind it,
 *	    actions; or where and why actions are refused. A text with an even number of bytes may
 *	    have snapshots and stacks
 * @size: bytes of @answer
 * @text: the lines
 */
void ask_line(char *answer, size_t size, const char *text)
{
	char *copy = unescape(text);
	FILE *file = fmemopen(answer, size, "w");
	struct syscall_filter_word whole, first, rest;
	struct syscall_filter_actions actions;
	struct syscall_filter_fault fault;
	struct syscall_filter_line line;
	const u8 all = SYSCALL_TRACE_DO_STOP | SYSCALL_TRACE_DO_SNAPSHOT | SYSCALL_TRACE_DO_STACKTRACE;
	const char *pos = copy;

	snprintf(answer, size, "none");
	while (syscall_filter_take_line(&pos, &whole)) {
		syscall_filter_split_line(&line, whole);
		fputc('[', file);
		if (line.has_names)
			print_names(file, line.names);
		else
			fputc('-', file);
		rest = line.condition;
		first = syscall_filter_first_word(&rest);
		fprintf(file, "][%.*s][%.*s][", (int)first.len, first.text, (int)rest.len,
			rest.text);
		if (syscall_filter_parse_actions(&actions, line.actions,
						 strlen(copy) % 2 ? SYSCALL_TRACE_DO_STOP : all, &fault))
			fprintf(file, "%zu: %s", (size_t)(fault.at - whole.text),
				syscall_filter_errors[fault.error]);
		else
			print_actions(file, &actions);
		fputc(']', file);
	}
	fclose(file);
	free(copy);
}
