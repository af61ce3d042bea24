// SPDX-License-Identifier: GPL-2.0
/*
 * The command line of sctrace, which is that of strace as far as it goes.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "shared/printable.h"
#include "option.h"
#include "options.h"
#include "output.h"
#include "settings.h"
#include "words.h"

/* What getopt_long() returns for the long names of the first row; letters are below. */
#define FIRST_LONG	256

static void refuse(const struct option_row *row)
{
	if (row->letter)
		fail("-%c (--%s) cannot be had: %s", row->letter, row->name, row->help);
	fail("--%s cannot be had: %s", row->name, row->help);
}

/* ------------------------------------ -e ----------------------------------- */

/* Is it a list of calls, as strace takes it? Everything else is a condition. */
static bool is_list_of_calls(const char *text)
{
	if (text[strspn(text, "!?")] == '/')
		return true;
	if (!strcmp(text, "failed") || !strcmp(text, "!failed"))
		return false;

	return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_%!?,@*") == strlen(text);
}

/* Does -e know an option by a word? */
static bool is_qualifier(const struct option_row *row, const char *word, size_t len)
{
	const char *name = row->qualifiers;

	for (; name && *name; name += strspn(name, ",")) {
		size_t end = strcspn(name, ",");

		if (end == len && !strncmp(name, word, len))
			return true;
		name += end;
	}

	return false;
}

/* @len: the length of the word before "=" */
static void set_qualifier(const char *text, size_t len)
{
	const struct option_row *row;

	for (row = option_rows; row < option_rows + nr_option_rows; row++) {
		if (!is_qualifier(row, text, len))
			continue;
		if (row->kind == OPTION_REFUSED)
			fail("-e %.*s= cannot be had: %s", (int)len, text, row->help);
		option_apply(row, text + len + 1);
		return;
	}
	fail("-e %s: there is no such qualifier; a condition compares with ==", text);
}

static void set_expression(const char *text)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz-");

	if (text[len] == '=' && text[len + 1] != '=')
		set_qualifier(text, len);
	else if (is_list_of_calls(text))
		parse_calls(NULL, text);
	else
		words_add(&settings.conditions, text, strlen(text));
}

/* ------------------------------- the command line ---------------------------- */

/* Returns where the next option goes. */
static struct option *add_longs(struct option *longs, const struct option_row *row)
{
	int takes = option_takes(row), opt = FIRST_LONG + (row - option_rows);
	const char * const *alias;

	if (row->name)
		*longs++ = (struct option) { row->name, takes, NULL, opt };
	for (alias = row->aliases; *alias; alias++)
		*longs++ = (struct option) { *alias, takes, NULL, opt };

	return longs;
}

static void make_getopt(char *letters, struct option *longs)
{
	const struct option_row *row;

	/* The options of the command are its own. */
	*letters++ = '+';
	for (row = option_rows; row < option_rows + nr_option_rows; row++) {
		if (row->letter) {
			*letters++ = row->letter;
			if (option_takes(row) == required_argument)
				*letters++ = ':';
		}
		longs = add_longs(longs, row);
	}
	*letters = '\0';
}

/* Returns the option that getopt_long() has found, or NULL. */
static const struct option_row *find_row(int opt)
{
	size_t i;

	if (opt >= FIRST_LONG)
		return &option_rows[opt - FIRST_LONG];
	for (i = 0; i < nr_option_rows; i++) {
		if (option_rows[i].letter == opt)
			return &option_rows[i];
	}

	return NULL;
}

static void take_option(const struct option_row *row, const char *text)
{
	switch (row->kind) {
	case OPTION_EXPRESSION:
		set_expression(text);
		break;
	case OPTION_HELP:
		help_print();
		exit(EXIT_SUCCESS);
	case OPTION_VERSION:
		puts("sctrace 1.0, for the system call tracer");
		exit(EXIT_SUCCESS);
	case OPTION_REFUSED:
		refuse(row);
		break;
	default:
		option_apply(row, text);
	}
}

/* Takes what is before the command. */
static void take_options(int argc, char **argv)
{
	struct option longs[nr_option_rows * (1 + MAX_ALIASES) + 1];
	char letters[2 * nr_option_rows + 2];
	int opt;

	memset(longs, 0, sizeof(longs));
	make_getopt(letters, longs);
	while ((opt = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct option_row *row = find_row(opt);

		if (!row) {
			fputs("Try sctrace --help\n", stderr);
			exit(EXIT_FAILURE);
		}
		/* What getopt_long() has left there may be the argument of an option before. */
		take_option(row, option_takes(row) == no_argument ? NULL : optarg);
	}
}

/* --------------------------------- all of it -------------------------------- */

static void say_resolved(const char *path, const char *resolved)
{
	char *shown = printable_copy(path, ""), *leads = printable_copy(resolved, "");

	if (!shown || !leads)
		fail("not enough memory");
	fprintf(stderr, "strace: Requested path \"%s\" resolved into \"%s\"\n", shown, leads);
	free(shown);
	free(leads);
}

/* As in strace: a call may have the path, or that of the file that it leads to. */
static void resolve_paths(void)
{
	bool says = !(settings.quiet & QUIET_PATH_RESOLUTION) &&
		    (!settings.json || settings.output);
	size_t i, nr = settings.paths.nr;

	for (i = 0; i < nr; i++) {
		const char *path = settings.paths.word[i];
		char *resolved = realpath(path, NULL);

		if (resolved && strcmp(resolved, path)) {
			if (says)
				say_resolved(path, resolved);
			words_add(&settings.paths, resolved, strlen(resolved));
		}
		free(resolved);
	}
}

/* What several options say together */
static void put_together(void)
{
	if (given.stamps)
		settings.stamp = given.stamps >= 3 ? STAMP_EPOCH_MICROSECONDS :
				 given.stamps == 2 ? STAMP_MICROSECONDS : STAMP_SECONDS;
	/* As in strace: what becomes of the command is in the file. */
	if (!given.quiets && !settings.quiet && settings.output && settings.command)
		given.quiets = 1;
	if (given.quiets)
		settings.quiet |= given.quiets >= 3 ? ~0U : QUIET_ATTACH | QUIET_PERSONALITY |
				  (given.quiets == 2 ? QUIET_EXIT : 0);
	if (given.old_follow) {
		complain("-F is an old name of -f, as in strace: children are followed; --no-follow leaves them alone");
		given.follows = given.follows ?: 1;
	}
	settings.follow = given.follows || !given.no_follow;
	settings.follow_to_end = given.follows;
	/* As in strace: -ff without -o is -f. */
	settings.separate = settings.output && (settings.separate || given.follows >= 2);
	settings.pid_column = settings.output && !settings.separate &&
			      (given.follows || settings.nr_pids > 1);
}

static void check_together(void)
{
	bool chosen = settings.nr_pids || settings.comm || settings.uid || settings.cgroup ||
		      settings.all;

	if (settings.command && chosen)
		fail("either a command or -p, --comm, --uid, --cgroup, --all: which tasks are meant?");
	if (!settings.command && !chosen)
		fail("which tasks? A command, -p PID, --comm NAME, --uid USER, --cgroup PATH or --all; sctrace --help explains");
	if (settings.user && !settings.command)
		fail("-u runs a command as somebody else; --uid USER traces what runs already");
	if (settings.count && settings.count_too)
		fail("-c and -C: count calls instead, or count them, too?");
	if ((settings.count || settings.count_too) && (settings.conditions.nr || settings.paths.nr))
		complain("the table counts all calls that are chosen by their names: conditions and -P are only for lines");
	if (settings.count && (settings.separate || settings.json))
		fail("-c has one table for all tasks: it does not go with %s",
		     settings.json ? "--json" : "-ff");
	if (settings.count_too && settings.json)
		fail("-C prints a table behind the calls: it does not go with --json, which has only objects");
	if (settings.separate && settings.json)
		fail("--json writes the objects of all tasks one after the other, each with its task: it does not go with -ff");
	if (given.picture && (settings.json || settings.output || settings.count))
		fail("--%s writes what it makes in place of lines: it does not go with %s",
		     given.picture->name,
		     settings.json ? "--json" : settings.output ? "-o" : "-c");
	if (settings.separate && output_is_read())
		fail("-ff writes files: it does not go with a pipe");
	if (settings.wall && !settings.count && !settings.count_too)
		fail("-w is about the table of -c or -C");
}

/**
 * options_parse - find out what the user wants
 * @argc: as main() has it
 * @argv: likewise
 *
 * Sets settings. The program ends if something is wrong, or if help was all that was wanted.
 */
void options_parse(int argc, char **argv)
{
	take_options(argc, argv);
	if (optind < argc)
		settings.command = argv + optind;
	put_together();
	check_together();
	resolve_paths();
	if (settings.output && !settings.separate && !settings.command)
		settings.pid_column |= settings.all || settings.comm || settings.uid ||
				       settings.cgroup;
}
