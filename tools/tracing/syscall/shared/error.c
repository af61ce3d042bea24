// SPDX-License-Identifier: GPL-2.0
/*
 * Reports what is wrong, and ends the program if it cannot go on. All files of
 * syscall-report and syscall-receive may call these functions.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"
#include "printable.h"

/* What it tells of, such as names of files, may be anybody's. */
static void say(const char *fmt, va_list args)
{
	char *text, *shown = NULL;

	fflush(stdout);
	if (vasprintf(&text, fmt, args) >= 0) {
		shown = printable_copy(text, "\n\t");
		free(text);
	}
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, shown ?: "not enough memory");
	free(shown);
}

void complain(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
}

void fail(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
	va_end(args);
	exit(EXIT_FAILURE);
}

void *allocate(size_t nr, size_t size)
{
	void *mem = calloc(nr, size);

	if (!mem)
		fail("not enough memory");

	return mem;
}
