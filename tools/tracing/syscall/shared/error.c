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

static void say(const char *fmt, va_list args)
{
	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
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
