/* SPDX-License-Identifier: GPL-2.0 */
/* What the command line of syscall-report says. */
#ifndef _REPORT_SETTINGS_H
#define _REPORT_SETTINGS_H

#include <stdbool.h>

#include "picture/kind.h"

/**
 * struct settings - what the command line says
 * @path: the trace
 * @instance: the instance in it, NULL: none
 * @clock: the trace clock, NULL: that of the trace
 * @pictures: where to write those of each kind, NULL: nowhere
 * @plugins: whether libtraceevent uses its plugins
 * @options: those to switch on, in their order; the caller frees the array
 * @nr_options: their number
 */
struct settings {
	const char	*path;
	const char	*instance;
	const char	*clock;
	const char	*pictures[NR_PICTURES];
	bool		plugins;
	const char	**options;
	int		nr_options;
};

/* Reads it. The program ends if it is wrong, or asks for help. */
void parse_settings(struct settings *settings, int argc, char **argv);

#endif /* _REPORT_SETTINGS_H */
