// SPDX-License-Identifier: GPL-2.0
/*
 * The name of --comm as a pattern of the kernel.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "shared/error.h"
#include "comm.h"

/* By the longest name that a task can have */
#define COMM_MAX	15

/*
 * The kernel takes a list of patterns, with blanks between them. No byte but a blank is outside of
 * both of these ranges. To the kernel, 0xa0 is a blank, too, which a letter of UTF-8 may have. A #
 * may begin a comment, and [ and \ mean something in a pattern.
 */
static void put(FILE *out, char c)
{
	if (c == ' ')
		fputs("[!\x01-\x1f!-\xff]", out);
	else if (c == '\xa0')
		fputs("[!\x01-\x9f\xa1-\xff]", out);
	else if (isspace((unsigned char)c))
		fputs("[!\x01-\x08\x0e-\xff]", out);
	else
		fprintf(out, strchr("#[\\", c) ? "[%c]" : "%c", c);
}

/**
 * comm_pattern - make one pattern of a name
 * @name: the name; in it, * and ? stand for other text
 *
 * Return: the pattern, which the caller frees. The program ends if no task can have the name.
 */
char *comm_pattern(const char *name)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out;

	if (!*name)
		fail("--comm: the name is missing; --all is for all tasks");
	if (strlen(name) > COMM_MAX && !strpbrk(name, "*?"))
		fail("--comm: '%s' is longer than the name of any task: the kernel cuts it to '%.*s'",
		     name, COMM_MAX, name);
	out = open_memstream(&text, &size);
	if (!out)
		fail("not enough memory");
	for (; *name; name++)
		put(out, *name);
	if (fclose(out))
		fail("not enough memory");

	return text;
}
