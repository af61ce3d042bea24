// SPDX-License-Identifier: GPL-2.0
/*
 * Tells what is wrong. Called by all parts of syscall-report.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "report-error.h"

static void say(const char *fmt, va_list args)
{
	fflush(stdout);
	fputs(PROGRAM ": ", stderr);
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
