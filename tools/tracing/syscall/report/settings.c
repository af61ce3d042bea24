// SPDX-License-Identifier: GPL-2.0
/*
 * The command line of syscall-report.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/types.h>

#include "lines/line.h"
#include "settings.h"
#include "shared/error.h"

static const char help[] =
"usage: syscall-report [OPTION...] [FILE|FOLDER]\n"
"\n"
"Prints a saved trace of the system call tracer exactly as the file \"trace\" of\n"
"tracefs would show it. The trace is one of:\n"
"\n"
"  FILE    a trace.dat of trace-cmd (the default is trace.dat):\n"
"              trace-cmd record -p syscall COMMAND\n"
"              trace-cmd start -p syscall; ...; trace-cmd stop; trace-cmd extract\n"
"  FOLDER  a folder of syscall-save\n"
"\n"
"  --json   JSON, an object per line       (options/syscall_json)\n"
"  --names  names of arguments             (options/syscall_names)\n"
"  --raw    all words in hex               (options/syscall_raw)\n"
"  --time   how long each call took        (options/syscall_time)\n"
"  -O, --option [no]NAME\n"
"           any of these options by its name in tracefs, or context-info, irq-info,\n"
"           record-tgid, annotate; for example -O nosyscall_json\n"
"  -B, --instance NAME\n"
"           the instance NAME of a FILE that has several (trace-cmd record -B)\n"
"  --plugins\n"
"           print other events with the plugins of libtraceevent, as trace-cmd report\n"
"           does, not as the kernel does\n"
"  --clock NAME\n"
"           the trace clock, if the trace does not say which it is\n"
"  --perfetto OUTPUT\n"
"           write no lines, but a picture for ui.perfetto.dev into the file OUTPUT\n"
"  --ctf OUTPUT\n"
"           write no lines, but a trace for babeltrace2 into the new folder OUTPUT\n"
"  --html OUTPUT\n"
"           write no lines, but a page for any browser into the file OUTPUT\n"
"  -h, --help\n"
"\n"
"A FOLDER has the options that tracefs had when it was saved. A FILE has no options: it\n"
"gets the kernel's defaults. Options given here override both.\n"
"\n"
"FOLDER has these files of tracefs, by their names there:\n"
"  events/header_page, events/*/*/format  how to read the records; the formats in\n"
"                                         events/ftrace are needed, others are not\n"
"  per_cpu/cpu*/trace_pipe_raw            the records\n"
"  syscall_table                          which numbers calls have there; without it, the\n"
"                                         numbers are those that this program knows\n"
"  syscall_names                          what tasks were called before; without it, they\n"
"                                         have had their last names all the time\n"
"  per_cpu/cpu*/stats, current_tracer, syscall_tracer, trace_clock, options/*,\n"
"  saved_cmdlines, saved_tgids, printk_formats\n"
"                                         not needed\n"
"It may also have /proc/kallsyms and /sys/devices/system/cpu/online.\n"
"\n"
"Of lines, only the header counts the records that were overwritten before the first\n"
"one of a CPU. A message tells of records that the ring buffer refused because it was\n"
"full; JSON and pictures have them at the end.\n"
"libtraceevent prints other events, from their formats.\n"
"\n"
"Status: 0, or 1 if not all of the trace can be read.\n";

void parse_settings(struct settings *settings, int argc, char **argv)
{
	enum { CLOCK = 256, PLUGINS, PICTURES };
	static const struct option long_options[] = {
		{ "json", no_argument, NULL, OPTION_JSON },
		{ "names", no_argument, NULL, OPTION_NAMES },
		{ "raw", no_argument, NULL, OPTION_RAW },
		{ "time", no_argument, NULL, OPTION_TIME },
		{ "option", required_argument, NULL, 'O' },
		{ "instance", required_argument, NULL, 'B' },
		{ "clock", required_argument, NULL, CLOCK },
		{ "plugins", no_argument, NULL, PLUGINS },
		{ "perfetto", required_argument, NULL, PICTURES + PICTURE_PERFETTO },
		{ "ctf", required_argument, NULL, PICTURES + PICTURE_CTF },
		{ "html", required_argument, NULL, PICTURES + PICTURE_HTML },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int opt;

	settings->options = calloc(argc, sizeof(*settings->options));
	if (!settings->options)
		fail("not enough memory");
	while ((opt = getopt_long(argc, argv, "O:B:h", long_options, NULL)) != -1) {
		switch (opt) {
		case OPTION_JSON:
		case OPTION_NAMES:
		case OPTION_RAW:
		case OPTION_TIME:
			settings->options[settings->nr_options++] = option_name(opt);
			break;
		case 'O':
			option_set_by_name(optarg);
			settings->options[settings->nr_options++] = optarg;
			break;
		case 'B':
			settings->instance = optarg;
			break;
		case CLOCK:
			settings->clock = optarg;
			break;
		case PLUGINS:
			settings->plugins = true;
			break;
		case PICTURES ... PICTURES + NR_PICTURES - 1:
			settings->pictures[opt - PICTURES] = optarg;
			break;
		case 'h':
			fputs(help, stdout);
			exit(EXIT_SUCCESS);
		default:
			fputs("Try syscall-report --help\n", stderr);
			exit(EXIT_FAILURE);
		}
	}
	if (argc - optind > 1)
		fail("only one trace at a time; --help explains");
	if (optind < argc)
		settings->path = argv[optind];
}
