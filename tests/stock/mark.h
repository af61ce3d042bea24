/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a program is marked: by its own number, in the file that has to be written for that.
 */
#ifndef _TESTS_STOCK_MARK_H
#define _TESTS_STOCK_MARK_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Writes the program's number to the file, or ends. */
static void be_marked(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file || fprintf(file, "%d", (int)getpid()) < 0 || fclose(file)) {
		perror(path);
		exit(1);
	}
}

#endif /* _TESTS_STOCK_MARK_H */
