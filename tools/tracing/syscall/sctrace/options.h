/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command line.
 */
#ifndef _SCTRACE_OPTIONS_H
#define _SCTRACE_OPTIONS_H

void options_parse(int argc, char **argv);

#endif /* _SCTRACE_OPTIONS_H */
