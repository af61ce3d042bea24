/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names that tasks had at a time: the file syscall_names of a saved trace.
 */
#ifndef _RECORDS_NAMES_H
#define _RECORDS_NAMES_H

#include <stddef.h>

struct names;

/* @text: the file, which is changed; NULL: no changes of names are known. */
struct names *names_open(char *text);
void names_close(struct names *names);

/* What the task was called; NULL: nothing is known but its last name. */
const char *names_find(const struct names *names, int pid, unsigned long long time);

/* One of all names that the task had, by their number from 0; NULL: there are no more. */
const char *names_of(const struct names *names, int pid, size_t number);

#endif /* _RECORDS_NAMES_H */
