// SPDX-License-Identifier: GPL-2.0
/*
 * The command line of syscall-receive.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "shared/error.h"
#include "lines/line.h"

#define DEFAULT_PORT	"6668"

static const char help[] =
"usage: syscall-receive [OPTION...] [[ADDRESS:]PORT]\n"
"\n"
"Prints the system calls that another machine sends with nettrace, as they come. The\n"
"lines are those of the file \"trace\" of tracefs there. The default port is " DEFAULT_PORT ".\n"
"\n"
"  --json   JSON, an object per line       (options/syscall_json)\n"
"  --names  names of arguments             (options/syscall_names)\n"
"  --raw    all words in hex               (options/syscall_raw)\n"
"  --time   how long each call took        (options/syscall_time)\n"
"  -O, --option [no]NAME\n"
"           any of these options by its name in tracefs, or context-info, irq-info,\n"
"           record-tgid; for example -O noirq-info\n"
"  --table FILE\n"
"           the file syscall_table of the other machine, if its kernel has calls that\n"
"           this program does not know\n"
"  --wait MS\n"
"           how long the exit of a call, or a datagram that is missing, is waited for: 100\n"
"  -1, --once\n"
"           end when the other machine has switched the target off\n"
"  -h, --help\n"
"\n"
"On the other machine, as root:\n"
"    modprobe nettrace; mkdir /sys/kernel/config/nettrace/far\n"
"    cd /sys/kernel/config/nettrace/far\n"
"    echo ADDRESS > remote_ip; echo eth0 > dev_name; echo 1 > enabled\n"
"    echo syscall > /sys/kernel/tracing/current_tracer\n"
"\n"
"A line \"[LOST 3 RECORDS ON THE WAY: 17-19]\" tells which ones the network has lost, and\n"
"\"CPU:1 [LOST 5 EVENTS]\" that the other machine could not send as fast as it recorded.\n"
"\"+++ 12 calls of [pid 51] were lost +++\" tells where calls of a task are missing, whatever\n"
"the reason: those of such records among them.\n"
"\n"
"Status: 0, or 1 if it cannot go on.\n";

/* Bytes of a syscall_table, which has some 64 KiB. */
#define MOST_TABLE	(1 << 24)

static char *read_table(const char *path)
{
	size_t room = 1 << 16, len = 0;
	char *text = allocate(1, room + 1);
	FILE *file = fopen(path, "r");

	if (!file)
		fail("cannot open '%s': %s", path, strerror(errno));
	while ((len += fread(text + len, 1, room - len, file)) == room) {
		if (room >= MOST_TABLE)
			fail("'%s' is no syscall_table: it is too long", path);
		room *= 2;
		text = realloc(text, room + 1);
		if (!text)
			fail("not enough memory");
	}
	if (ferror(file))
		fail("cannot read '%s': %s", path, strerror(errno));
	fclose(file);
	text[len] = '\0';

	return text;
}

/* Returns the number of ms, or ends the program. */
static long long parse_patience(const char *text)
{
	char *end;
	long ms = strtol(text, &end, 10);

	if (end == text || *end || ms < 0 || ms > 1000000)
		fail("'%s' is no number of ms from 0 to 1000000", text);

	return ms;
}

/**
 * options_parse - read the command line
 * @settings: gets it
 *
 * What is wrong ends the program, as --help does.
 */
void options_parse(struct settings *settings, int argc, char **argv)
{
	enum { TABLE = 256, WAIT };
	static const struct option long_options[] = {
		{ "json", no_argument, NULL, OPTION_JSON },
		{ "names", no_argument, NULL, OPTION_NAMES },
		{ "raw", no_argument, NULL, OPTION_RAW },
		{ "time", no_argument, NULL, OPTION_TIME },
		{ "option", required_argument, NULL, 'O' },
		{ "table", required_argument, NULL, TABLE },
		{ "wait", required_argument, NULL, WAIT },
		{ "once", no_argument, NULL, '1' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int opt;

	*settings = (struct settings) {
		.port = DEFAULT_PORT, .table = "this program", .patience = 100,
	};
	while ((opt = getopt_long(argc, argv, "O:1h", long_options, NULL)) != -1) {
		switch (opt) {
		case OPTION_JSON:
		case OPTION_NAMES:
		case OPTION_RAW:
		case OPTION_TIME:
			option_set(opt, true);
			break;
		case 'O':
			option_set_by_name(optarg);
			break;
		case TABLE:
			settings->table = optarg;
			settings->table_text = read_table(optarg);
			break;
		case WAIT:
			settings->patience = parse_patience(optarg);
			break;
		case '1':
			settings->once = true;
			break;
		case 'h':
			fputs(help, stdout);
			exit(EXIT_SUCCESS);
		default:
			fputs("Try syscall-receive --help\n", stderr);
			exit(EXIT_FAILURE);
		}
	}
	if (argc - optind > 1)
		fail("only one port at a time; --help explains");
	if (optind < argc)
		settings->port = argv[optind];
}
