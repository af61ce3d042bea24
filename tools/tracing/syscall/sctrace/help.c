// SPDX-License-Identifier: GPL-2.0
/*
 * Prints --help.
 */
#include <stdio.h>
#include <string.h>

#include "option.h"

/* Where explanations begin */
#define HELP_COLUMN	33

static const char usage[] =
"usage: sctrace [OPTION...] COMMAND [ARGUMENT...]\n"
"       sctrace [OPTION...] -p PID | --comm NAME | --uid USER | --cgroup PATH | --all\n"
"\n"
"Prints the system calls of a command, or of what runs already, as strace does, and does not\n"
"stop it for that. Ends with the command, or by Ctrl-C.\n";

static const char epilogue[] =
"\n"
"  -e openat,close  -e '!%memory'  -e '/^get'      calls: names, classes, what is left out\n"
"  -e 'duration > 10ms'  -e 'openat: failed'       conditions: syscall_filter\n"
"\n"
"sctrace(1) compares all options with those of strace.\n"
"Status: that of the command.\n";

static void print_row(const struct option_row *row)
{
	const char *arg = row->arg ?: "", *space = row->arg ? " " : "";
	char left[64];

	if (row->letter)
		snprintf(left, sizeof(left), "-%c%s%s%s%s", row->letter, space, arg,
			 row->name ? ", --" : "", row->name ?: "");
	else
		snprintf(left, sizeof(left), "--%s%s%s", row->name, space, arg);
	if (strlen(left) >= HELP_COLUMN)
		printf("  %s\n  %*s%s\n", left, HELP_COLUMN, "", row->help);
	else
		printf("  %-*s%s\n", HELP_COLUMN, left, row->help);
}

/**
 * help_print - print what --help prints
 */
void help_print(void)
{
	size_t i;

	fputs(usage, stdout);
	for (i = 0; i < nr_option_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->kind == OPTION_HEADING)
			printf("\n%s:\n", row->help);
		else if (option_is_listed(row))
			print_row(row);
	}
	fputs(epilogue, stdout);
}
