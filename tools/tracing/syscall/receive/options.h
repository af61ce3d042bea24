/* SPDX-License-Identifier: GPL-2.0 */
/* The command line of syscall-receive. */
#ifndef _RECEIVE_OPTIONS_H
#define _RECEIVE_OPTIONS_H

#include <stdbool.h>

/**
 * struct settings - what the command line says
 * @port: where to listen
 * @table: what @table_text is to be called
 * @table_text: the table of the other machine, or NULL
 * @patience: how long the exit of a call, or a datagram that others have overtaken, is waited for,
 *	      in ms
 * @once: end with the first stream
 */
struct settings {
	const char	*port;
	const char	*table;
	char		*table_text;
	long long	patience;
	bool		once;
};

void options_parse(struct settings *settings, int argc, char **argv);

#endif /* _RECEIVE_OPTIONS_H */
