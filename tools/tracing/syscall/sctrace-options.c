// SPDX-License-Identifier: GPL-2.0
/*
 * The command line of sctrace, which is that of strace as far as it goes. The table below has each
 * option of strace 6.1: an option that cannot be had says why.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report-error.h"
#include "sctrace.h"

struct settings settings = {
	.follow	= true,
	.column	= 40,
	.strlen	= 32,
};

static const char usage[] =
"usage: sctrace [OPTION...] COMMAND [ARGUMENT...]\n"
"       sctrace [OPTION...] -p PID | --comm NAME | --uid USER | --cgroup PATH | --all\n"
"\n"
"Prints the system calls of a command, or of what runs already, as strace does, and does not\n"
"stop it for that. Ends with the command, or by Ctrl-C.\n"
"\n";

static const char epilogue[] =
"\n"
"  -e openat,close  -e '!%memory'  -e '/^get'      calls: names, classes, what is left out\n"
"  -e 'duration > 10ms'  -e 'openat: failed'       conditions: syscall_filter\n"
"\n"
"sctrace(1) compares all options with those of strace.\n"
"Status: that of the command.\n";

/* Long options without a letter */
enum {
	OPT_ALL = 256, OPT_COMM, OPT_UID, OPT_CGROUP, OPT_JSON, OPT_PERFETTO, OPT_CTF, OPT_HTML,
	OPT_BUFFER, OPT_HEX, OPT_SIGNALS, OPT_STATUS, OPT_QUIET, OPT_TRACE, OPT_STAMPS, OPT_SEPARATE,
	OPT_REFUSED,
};

/**
 * struct choice - an option
 * @nr: its letter, or OPT_*
 * @letter: whether @nr is a letter
 * @name: its long name, or NULL
 * @has_arg: as in struct option
 * @help: what --help says, with the argument before a tab; NULL: nothing
 * @refused: why it cannot be had; NULL: it can
 */
struct choice {
	int		nr;
	const char	*name;
	int		has_arg;
	const char	*help;
	const char	*refused;
};

#define NOT_RECORDED	"the tracer does not record it"
#define CHANGES		"the tracer changes nothing that a program does"

static const struct choice choices[] = {
	{ 'p', "attach", 1, "PID,...\tthese processes with all their threads" },
	{ OPT_COMM, "comm", 1, "NAME\ttasks of this name; * and ? stand for other text" },
	{ OPT_UID, "uid", 1, "USER\ttasks of this user" },
	{ OPT_CGROUP, "cgroup", 1, "PATH\ttasks in this cgroup, and below" },
	{ OPT_ALL, "all", 0, "\tall tasks" },
	{ 'f', "follow-forks", 0, "\tchildren, too (the default), and wait for the last of them" },
	{ 'F', "no-follow", 0, "\tno children" },
	{ 'u', "user", 1, "USER\trun the command as this user" },
	{ 'E', "env", 1, "NAME=VALUE\tset for the command; NAME alone: unset" },
	{ 'e', NULL, 1, "EXPRESSION\twhat is shown: see below, and trace=, signal=, status=, quiet=" },
	{ OPT_TRACE, "trace", 1 },
	{ OPT_SIGNALS, "signals", 1 },
	{ OPT_STATUS, "status", 1 },
	{ OPT_QUIET, "quiet", 2 },
	{ OPT_QUIET, "silent", 2 },
	{ OPT_QUIET, "silence", 2 },
	{ 'P', "trace-path", 1, "PATH\tcalls with this path as an argument" },
	{ 'z', "successful-only", 0, "\tcalls that succeeded" },
	{ 'Z', "failed-only", 0, "\tcalls that failed" },
	{ 'c', "summary-only", 0, "\tcount calls instead" },
	{ 'C', "summary", 0, "\tcount them, too" },
	{ 'w', "summary-wall-clock", 0, "\twith -c: how long they took, not the time on a CPU" },
	{ 'S', "summary-sort-by", 1, "KEY\ttime, calls, errors, name, min-time, max-time, avg-time, nothing" },
	{ 'o', "output", 1, "FILE\twrite to this file; '|COMMAND': to this command" },
	{ 'A', "output-append-mode", 0, "\tadd to the file" },
	{ OPT_SEPARATE, "output-separately", 0, "\ta file FILE.TASK for each task; -ff, too" },
	{ 'a', "columns", 1, "COLUMN\twhere results begin: 40" },
	{ 's', "string-limit", 1, "SIZE\tbytes of data to show: 32" },
	{ 't', NULL, 0, "\ttime of day; -tt: with microseconds; -ttt: since 1970" },
	{ OPT_STAMPS, "absolute-timestamps", 2 },
	{ OPT_STAMPS, "timestamps", 2 },
	{ 'r', "relative-timestamps", 0, "\ttime since the line before" },
	{ 'T', "syscall-times", 0, "\thow long each call took" },
	{ 'n', "syscall-number", 0, "\tnumbers of calls" },
	{ 'x', NULL, 0, "\tstrings that are not ASCII in hex; -xx: all strings" },
	{ OPT_HEX, "strings-in-hex", 2 },
	{ 'X', "const-print-style", 1, "STYLE\tconstants as raw, abbrev or verbose" },
	{ 'q', NULL, 0, "\ttell no attaching; -qq: no ends of tasks either; -qqq: nothing but calls" },
	{ 'v', "no-abbrev", 0 },
	{ OPT_JSON, "json", 0, "\tJSON, an object per line" },
	{ OPT_PERFETTO, "perfetto", 1, "FILE\tno lines, but a picture for ui.perfetto.dev" },
	{ OPT_CTF, "ctf", 1, "FOLDER\tno lines, but a trace for babeltrace2" },
	{ OPT_HTML, "html", 1, "FILE\tno lines, but a page for any browser" },
	{ OPT_BUFFER, "buffer", 1, "SIZE\tof the ring buffer of each CPU, such as 64M" },
	{ 'h', "help", 0, "\t" },
	{ 'V', "version", 0, "\t" },

	/* These change nothing here. */
	{ 'D', "daemonize", 2 },
	{ 'I', "interruptible", 1 },
	{ 'd', "debug", 0 },
	{ OPT_REFUSED, "seccomp-bpf", 0, NULL, "" },

	{ 'k', "stack-traces", 0, NULL, "stacks are not resolved to functions yet; options/userstacktrace of tracefs records them" },
	{ 'y', "decode-fds", 2, NULL, "what a descriptor was open on is not recorded at the call, and may be another file later" },
	{ 'Y', "decode-pids", 2, NULL, NOT_RECORDED },
	{ 'i', "instruction-pointer", 0, NULL, NOT_RECORDED },
	{ 'O', "summary-syscall-overhead", 1, NULL, "no overhead is in the times" },
	{ 'U', "summary-columns", 1, NULL, "the columns are those of strace -c" },
	{ 'b', "detach-on", 1, NULL, "a program goes on being traced when it executes another one; -F leaves children alone" },
	{ OPT_REFUSED, "abbrev", 1, NULL, "-X says how constants look, and what is recorded of structures is shown" },
	{ OPT_REFUSED, "verbose", 1, NULL, "what is recorded of structures is shown" },
	{ OPT_REFUSED, "raw", 1, NULL, "-X raw shows all calls so" },
	{ OPT_REFUSED, "read", 1, NULL, "data is recorded as far as -s says, not as a whole" },
	{ OPT_REFUSED, "write", 1, NULL, "data is recorded as far as -s says, not as a whole" },
	{ OPT_REFUSED, "inject", 1, NULL, CHANGES },
	{ OPT_REFUSED, "fault", 1, NULL, CHANGES },
	{ OPT_REFUSED, "kvm", 1, NULL, NOT_RECORDED },
	{ OPT_REFUSED, "argv0", 1, NULL, "the command gets its own name" },
	{ OPT_REFUSED, "kill-on-exit", 0, NULL, CHANGES },
	{ OPT_REFUSED, "tips", 2, NULL, "sctrace(1) has some" },
};

/* Where explanations begin in --help */
#define HELP_COLUMN	33

#define NR_CHOICES	(sizeof(choices) / sizeof(choices[0]))

static bool has_letter(const struct choice *choice)
{
	return choice->nr < OPT_ALL;
}

static void __attribute__((__noreturn__)) refuse(const struct choice *choice)
{
	if (has_letter(choice))
		fail("-%c (--%s) cannot be had: %s", choice->nr, choice->name, choice->refused);
	fail("--%s cannot be had: %s", choice->name, choice->refused);
}

static void print_help(void)
{
	char left[64];
	size_t i;

	fputs(usage, stdout);
	for (i = 0; i < NR_CHOICES; i++) {
		const struct choice *choice = &choices[i];
		int arg;

		if (!choice->help)
			continue;
		arg = strcspn(choice->help, "\t");
		if (has_letter(choice))
			snprintf(left, sizeof(left), "-%c%s%.*s%s%s", choice->nr,
				 arg ? " " : "", arg, choice->help, choice->name ? ", --" : "",
				 choice->name ? choice->name : "");
		else
			snprintf(left, sizeof(left), "--%s%s%.*s", choice->name,
				 arg ? " " : "", arg, choice->help);
		if (strlen(left) >= HELP_COLUMN)
			printf("  %s\n  %*s%s\n", left, HELP_COLUMN, "", choice->help + arg + 1);
		else
			printf("  %-*s%s\n", HELP_COLUMN, left, choice->help + arg + 1);
	}
	fputs(epilogue, stdout);
}

/* -------------------------------- arguments -------------------------------- */

static unsigned long number(const char *what, const char *text, unsigned long least,
			    unsigned long most)
{
	unsigned long value;
	char *end;

	errno = 0;
	value = strtoul(text, &end, 0);
	if (errno || end == text || *end || *text == '-' || value < least || value > most)
		fail("%s %s: not a number from %lu to %lu", what, text, least, most);

	return value;
}

static size_t size_of(const char *text)
{
	static const char units[] = "KMG";
	unsigned long long value;
	const char *unit;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	unit = *end ? strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end) : NULL;
	if (unit) {
		value <<= 10 * (unit - units + 1);
		end++;
	}
	if (errno || end == text || *end || *text == '-' || value < 4096 || value > 1ULL << 40)
		fail("--buffer %s: not a size such as 512K or 64M", text);

	return value;
}

static void add_pids(char *text)
{
	char *word;

	while ((word = strsep(&text, ", \t\n"))) {
		if (!*word)
			continue;
		settings.pids = reallocarray(settings.pids, settings.nr_pids + 1,
					     sizeof(*settings.pids));
		if (!settings.pids)
			fail("not enough memory");
		settings.pids[settings.nr_pids++] = number("-p", word, 1, INT_MAX);
	}
}

/* The last -e trace= counts. */
static void set_trace(const char *text)
{
	const char *end;
	size_t i;

	for (i = 0; i < settings.trace.nr; i++)
		free(settings.trace.word[i]);
	settings.trace.nr = 0;
	/* A regular expression may have commas. */
	if (*text == '/' || !strncmp(text, "!/", 2)) {
		words_add(&settings.trace, text, strlen(text));
		return;
	}
	for (;; text = end + 1) {
		end = strchrnul(text, ',');
		words_add(&settings.trace, text, end - text);
		if (!*end)
			break;
	}
}

/* The user has said which messages to leave out. */
static bool has_quiet;

static void set_quiet(const char *text)
{
	static const struct {
		const char	*name;
		unsigned int	bits;
	} names[] = {
		{ "attach", QUIET_ATTACH }, { "exit", QUIET_EXIT },
		{ "personality", QUIET_PERSONALITY }, { "thread-execve", QUIET_THREAD_EXECVE },
		{ "superseded", QUIET_THREAD_EXECVE }, { "path-resolution", 0 },
		{ "path-resolve", 0 }, { "all", ~0U }, { "none", 0 },
	};
	size_t i;

	has_quiet = true;
	for (;;) {
		size_t len = strcspn(text, ",");

		for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			if (strlen(names[i].name) == len && !strncmp(names[i].name, text, len))
				break;
		}
		if (i == sizeof(names) / sizeof(names[0]))
			fail("--quiet=%s: attach, exit, personality, thread-execve and all can be left out",
			     text);
		settings.quiet |= names[i].bits;
		if (!text[len])
			break;
		text += len + 1;
	}
}

static void set_stamp(const char *text)
{
	char copy[64], *rest = copy, *word;

	settings.stamp = STAMP_SECONDS;
	snprintf(copy, sizeof(copy), "%s", text ? text : "");
	while ((word = strsep(&rest, ","))) {
		if (!strncmp(word, "format:", 7))
			word += 7;
		if (!strncmp(word, "precision:", 10))
			word += 10;
		if (!strcmp(word, "unix"))
			settings.stamp = STAMP_EPOCH;
		else if (!strcmp(word, "us") || !strcmp(word, "ms") || !strcmp(word, "ns"))
			settings.stamp = settings.stamp == STAMP_EPOCH ? STAMP_EPOCH :
					 STAMP_MICROSECONDS;
		else if (!strcmp(word, "none"))
			settings.stamp = STAMP_NONE;
		else if (*word && strcmp(word, "time") && strcmp(word, "s"))
			fail("--absolute-timestamps=%s: time, unix and none are formats, s and us precisions",
			     text);
	}
}

static void set_sort(const char *text)
{
	static const struct {
		const char	*name;
		enum sort_key	key;
	} keys[] = {
		{ "time", SORT_TIME }, { "time-total", SORT_TIME }, { "total-time", SORT_TIME },
		{ "min-time", SORT_MIN }, { "time-min", SORT_MIN }, { "shortest", SORT_MIN },
		{ "max-time", SORT_MAX }, { "time-max", SORT_MAX }, { "longest", SORT_MAX },
		{ "avg-time", SORT_AVERAGE }, { "time-avg", SORT_AVERAGE },
		{ "calls", SORT_CALLS }, { "count", SORT_CALLS }, { "errors", SORT_ERRORS },
		{ "error", SORT_ERRORS }, { "name", SORT_NAME }, { "syscall", SORT_NAME },
		{ "syscall-name", SORT_NAME }, { "nothing", SORT_NOTHING },
		{ "none", SORT_NOTHING },
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (!strcmp(keys[i].name, text)) {
			settings.sort = keys[i].key;
			return;
		}
	}
	fail("-S %s: time, calls, errors, name, min-time, max-time, avg-time and nothing are keys",
	     text);
}

/* -x, -x once more, or the long option with its argument */
static void set_hex(const char *text)
{
	if (!text || !strcmp(text, "all"))
		settings.hex = 2;
	else if (!strcmp(text, "non-ascii"))
		settings.hex = 1;
	else if (!strcmp(text, "none"))
		settings.hex = 0;
	else
		fail("--strings-in-hex=%s: non-ascii, all or none", text);
}

static void set_const_style(const char *text)
{
	if (!strcmp(text, "raw"))
		settings.consts = CONST_RAW;
	else if (!strcmp(text, "verbose"))
		settings.consts = CONST_VERBOSE;
	else if (!strcmp(text, "abbrev"))
		settings.consts = CONST_ABBREV;
	else
		fail("-X %s: raw, abbrev and verbose are styles", text);
}

/* Is it a list of calls, as strace takes it? Everything else is a condition. */
static bool is_list_of_calls(const char *text)
{
	if (*text == '/' || !strncmp(text, "!/", 2))
		return true;
	if (!strcmp(text, "failed") || !strcmp(text, "!failed"))
		return false;

	return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_%!?,@*") == strlen(text);
}

static void set_expression(const char *text)
{
	static const struct {
		const char	*name;
		void		(*set)(const char *text);
		const char	**setting;
	} qualifiers[] = {
		{ "trace", set_trace }, { "t", set_trace },
		{ "quiet", set_quiet }, { "silent", set_quiet }, { "silence", set_quiet },
		{ "q", set_quiet },
		{ "signal", NULL, &settings.signals }, { "signals", NULL, &settings.signals },
		{ "s", NULL, &settings.signals },
		{ "status", NULL, &settings.status },
	};
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz-"), i;

	if (text[len] == '=' && text[len + 1] != '=') {
		for (i = 0; i < sizeof(qualifiers) / sizeof(qualifiers[0]); i++) {
			if (strlen(qualifiers[i].name) != len ||
			    strncmp(qualifiers[i].name, text, len))
				continue;
			if (qualifiers[i].set)
				qualifiers[i].set(text + len + 1);
			else
				*qualifiers[i].setting = text + len + 1;
			return;
		}
		for (i = 0; i < NR_CHOICES; i++) {
			if (choices[i].refused && choices[i].name &&
			    strlen(choices[i].name) == len && !strncmp(choices[i].name, text, len))
				fail("-e %.*s= cannot be had: %s", (int)len, text,
				     choices[i].refused);
		}
		fail("-e %s: there is no such qualifier; a condition compares with ==", text);
	}
	if (is_list_of_calls(text))
		set_trace(text);
	else
		words_add(&settings.conditions, text, strlen(text));
}

/* --------------------------------- all of it -------------------------------- */

static void make_getopt(char *letters, struct option *longs)
{
	size_t i;

	/* The options of the command are its own. */
	*letters++ = '+';
	for (i = 0; i < NR_CHOICES; i++) {
		const struct choice *choice = &choices[i];

		if (has_letter(choice)) {
			*letters++ = choice->nr;
			if (choice->has_arg == 1)
				*letters++ = ':';
		}
		if (choice->name)
			*longs++ = (struct option) { choice->name, choice->has_arg, NULL,
						     OPT_REFUSED + 1 + i };
	}
	*letters = '\0';
}

static const struct choice *find_choice(int opt)
{
	size_t i;

	if (opt > OPT_REFUSED)
		return &choices[opt - OPT_REFUSED - 1];
	for (i = 0; i < NR_CHOICES && choices[i].nr != opt; i++)
		;

	return i < NR_CHOICES ? &choices[i] : NULL;
}

static const char * const picture_options[NR_PICTURES] = {
	[PICTURE_PERFETTO]	= "--perfetto",
	[PICTURE_CTF]		= "--ctf",
	[PICTURE_HTML]		= "--html",
};

static void choose_picture(enum picture_kind kind)
{
	if (settings.picture && kind != settings.picture_kind)
		fail("%s or %s: only one of them at a time",
		     picture_options[settings.picture_kind], picture_options[kind]);
	settings.picture = optarg;
	settings.picture_kind = kind;
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
	if (settings.count && (settings.separate || settings.json))
		fail("-c has one table for all tasks: it does not go with %s",
		     settings.json ? "--json" : "-ff");
	if (settings.picture && (settings.json || settings.output || settings.count))
		fail("%s writes what it makes in place of lines: it does not go with %s",
		     picture_options[settings.picture_kind],
		     settings.json ? "--json" : settings.output ? "-o" : "-c");
	if (settings.separate && !settings.output)
		fail("-ff writes a file for each task: -o FILE says where");
	if (settings.separate && (*settings.output == '|' || *settings.output == '!'))
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
	struct option longs[NR_CHOICES + 1] = { };
	unsigned int follows = 0, stamps = 0, quiets = 0;
	char letters[2 * NR_CHOICES + 2];
	int opt;

	make_getopt(letters, longs);
	while ((opt = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct choice *choice = find_choice(opt);

		/* An argument of a letter before is no argument of this one. */
		if (choice && !choice->has_arg)
			optarg = NULL;
		if (!choice) {
			fputs("Try sctrace --help\n", stderr);
			exit(EXIT_FAILURE);
		}
		if (choice->refused && *choice->refused)
			refuse(choice);
		switch (choice->nr) {
		case 'p':
			add_pids(optarg);
			break;
		case OPT_COMM:
			settings.comm = optarg;
			break;
		case OPT_UID:
			settings.uid = optarg;
			break;
		case OPT_CGROUP:
			settings.cgroup = optarg;
			break;
		case OPT_ALL:
			settings.all = true;
			break;
		case 'f':
			follows++;
			break;
		case 'F':
			settings.follow = false;
			break;
		case 'u':
			settings.user = optarg;
			break;
		case 'E':
			words_add(&settings.environment, optarg, strlen(optarg));
			break;
		case 'e':
			set_expression(optarg);
			break;
		case OPT_TRACE:
			set_trace(optarg);
			break;
		case OPT_SIGNALS:
			settings.signals = optarg;
			break;
		case OPT_STATUS:
			settings.status = optarg;
			break;
		case OPT_QUIET:
			set_quiet(optarg ? optarg : "attach,personality");
			break;
		case 'P':
			words_add(&settings.paths, optarg, strlen(optarg));
			break;
		case 'z':
			settings.status = "successful";
			break;
		case 'Z':
			settings.status = "failed";
			break;
		case 'c':
			settings.count = true;
			break;
		case 'C':
			settings.count_too = true;
			break;
		case 'w':
			settings.wall = true;
			break;
		case 'S':
			set_sort(optarg);
			break;
		case 'o':
			settings.output = optarg;
			break;
		case OPT_SEPARATE:
			settings.separate = true;
			break;
		case 'A':
			settings.append = true;
			break;
		case 'a':
			settings.column = number("-a", optarg, 0, 1000);
			break;
		case 's':
			settings.strlen = number("-s", optarg, 0, INT_MAX);
			break;
		case 't':
			stamps++;
			break;
		case OPT_STAMPS:
			set_stamp(optarg);
			break;
		case 'r':
			settings.relative = true;
			break;
		case 'T':
			settings.durations = true;
			break;
		case 'n':
			settings.numbers = true;
			break;
		case 'x':
			settings.hex++;
			break;
		case OPT_HEX:
			set_hex(optarg);
			break;
		case 'X':
			set_const_style(optarg);
			break;
		case 'q':
			quiets++;
			break;
		case OPT_JSON:
			settings.json = true;
			break;
		case OPT_PERFETTO:
			choose_picture(PICTURE_PERFETTO);
			break;
		case OPT_CTF:
			choose_picture(PICTURE_CTF);
			break;
		case OPT_HTML:
			choose_picture(PICTURE_HTML);
			break;
		case OPT_BUFFER:
			settings.buffer = size_of(optarg);
			break;
		case 'h':
			print_help();
			exit(EXIT_SUCCESS);
		case 'V':
			puts("sctrace 1.0, for the system call tracer");
			exit(EXIT_SUCCESS);
		}
	}
	if (stamps)
		settings.stamp = stamps >= 3 ? STAMP_EPOCH :
				 stamps == 2 ? STAMP_MICROSECONDS : STAMP_SECONDS;
	/* As in strace: what becomes of the command is in the file. */
	if (!quiets && !has_quiet && settings.output && optind < argc)
		quiets = 1;
	if (quiets)
		settings.quiet |= quiets >= 3 ? ~0U : QUIET_ATTACH | QUIET_PERSONALITY |
				  (quiets == 2 ? QUIET_EXIT : 0);
	if (follows) {
		settings.follow = true;
		settings.follow_to_end = true;
	}
	if (follows >= 2)
		settings.separate = true;
	settings.pid_column = settings.output && !settings.separate &&
			      (follows || settings.nr_pids > 1);
	if (optind < argc)
		settings.command = argv + optind;
	check_together();
	if (settings.output && !settings.separate && !settings.command)
		settings.pid_column |= settings.all || settings.comm || settings.uid ||
				       settings.cgroup;
}
