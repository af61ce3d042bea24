/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the plugin of libtraceevent has of the formatter. Headers of both cannot be in one file:
 * each side has its own struct trace_seq.
 */
#ifndef _PLUGIN_LINE_H
#define _PLUGIN_LINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "records/source.h"

/* The longest line with its NUL, and what may be before it. */
#define PLUGIN_LINE_MAX	(8192 + 128)

/* How lines look: the options of the same names. */
struct plugin_view {
	bool	names;
	bool	raw;
	bool	time;
};

/* Both of these are for all traces of the program. */
void plugin_set_view(const struct plugin_view *view);
bool plugin_load_table(const char *path);

/*
 * Where fail() goes on: who calls what may fail lets it be here. The program is not ours to end.
 */
extern jmp_buf plugin_failed;

void plugin_make_line(const struct record *rec, bool in_ns, unsigned int lost,
		      char line[PLUGIN_LINE_MAX]);

#endif /* _PLUGIN_LINE_H */
