// SPDX-License-Identifier: GPL-2.0
/*
 * Looks for calls that a program can make by another ABI to evade a condition.
 *
 *	siblings LIST
 *
 * If an entry point of the table lacks an argument that another one of the same name has, a
 * comparison of that argument must find the one in the same place, or must be undecided there.
 * LIST has the latter, as `NAME ENTRY ARGUMENT`, and behind a # why.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter/siblings.h"

#define LINES_MOST	128

static char lines[LINES_MOST][256];
static bool found[LINES_MOST];
static unsigned int nr_lines;
static int failed;

static void read_list(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[256];

	while (file && nr_lines < LINES_MOST && fgets(line, sizeof(line), file)) {
		if (*line == '#' || *line == '\n')
			continue;
		if (!strchr(line, '#')) {
			fprintf(stderr, "siblings: no reason: %s", line);
			exit(2);
		}
		memcpy(lines[nr_lines], line, sizeof(line));
		lines[nr_lines++][strcspn(line, "\t#")] = '\0';
	}
	if (!file || nr_lines == LINES_MOST) {
		fprintf(stderr, "siblings: cannot read %s\n", name);
		exit(2);
	}
	fclose(file);
}

static void check(const char *name, const struct syscall_trace_call *lacks, const char *arg)
{
	size_t nr = syscall_trace_nr_calls;
	struct syscall_filter_test *test = calloc(1, sizeof(*test) + nr);
	unsigned long *calls = malloc((nr / BITS_PER_LONG + 1) * sizeof(*calls));
	char text[256];
	unsigned int i;
	u8 bound;

	memset(calls, 0xff, (nr / BITS_PER_LONG + 1) * sizeof(*calls));
	test->name = (char *)arg;
	syscall_filter_bind_siblings(test, calls, true);
	bound = test->arg[lacks - syscall_trace_calls];
	for (i = 0; i < nr; i++) {
		u8 by_name = syscall_filter_find_arg(&syscall_trace_calls[i], arg);

		test->arg[i] = by_name ?: test->arg[i];
	}
	syscall_filter_bind_siblings(test, calls, false);
	snprintf(text, sizeof(text), "%s %s %s", name, lacks->name, arg);
	if (!test->arg[lacks - syscall_trace_calls]) {
		printf("  | false: %s\n", text);
		failed = 1;
	}
	for (i = 0; !bound && i < nr_lines && strcmp(lines[i], text); i++)
		;
	if (!bound && i == nr_lines) {
		printf("  | not in the list: %s\n", text);
		failed = 1;
	} else if (!bound) {
		found[i] = true;
	}
	free(test);
	free(calls);
}

static void check_args(const char *name, const struct syscall_trace_call *has,
		       const struct syscall_trace_call *lacks)
{
	unsigned int i;

	if (has == lacks || has->target || lacks->target)
		return;
	for (i = 0; i < has->nr_args; i++) {
		if (has->args[i].name && !syscall_filter_find_arg(lacks, has->args[i].name))
			check(name, lacks, has->args[i].name);
	}
}

static void check_name(const char *name, const struct syscall_trace_call *call)
{
	const struct syscall_trace_slot *slot;
	unsigned int abi, nr;

	for (abi = 0; abi < syscall_trace_nr_abis; abi++) {
		for (nr = 0; nr < syscall_trace_abis[abi].nr_slots; nr++) {
			slot = &syscall_trace_abis[abi].slots[nr];
			if (slot->call && !strcmp(slot->name, name))
				check_args(name, slot->call, call);
		}
	}
}

int main(int argc, char **argv)
{
	const struct syscall_trace_slot *slot;
	unsigned int abi, nr, i;

	if (argc != 2)
		return 2;
	read_list(argv[1]);
	for (abi = 0; abi < syscall_trace_nr_abis; abi++) {
		for (nr = 0; nr < syscall_trace_abis[abi].nr_slots; nr++) {
			slot = &syscall_trace_abis[abi].slots[nr];
			if (!slot->call)
				continue;
			check_name(slot->name, slot->call);
			for (i = 0; i < syscall_trace_nr_named(slot->call); i++) {
				if (!slot->call->cases->cases[i].call->target)
					check_name(syscall_trace_case_name(slot->call, i),
						   slot->call);
			}
		}
	}
	for (i = 0; i < nr_lines; i++) {
		if (!found[i]) {
			printf("  | not found: %s\n", lines[i]);
			failed = 1;
		}
	}
	printf("%s - no call of another ABI evades a condition\n", failed ? "not ok" : "ok");

	return failed;
}
