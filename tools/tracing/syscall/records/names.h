/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names that tasks had at a time: the file syscall_names of a saved trace.
 */
#ifndef _RECORDS_NAMES_H
#define _RECORDS_NAMES_H

struct names;

/* @text: the file, which is changed; NULL: no changes of names are known. */
struct names *names_open(char *text);
void names_close(struct names *names);

/* What the task was called; NULL: nothing is known but its last name. */
const char *names_find(const struct names *names, int pid, unsigned long long time);

#endif /* _RECORDS_NAMES_H */
