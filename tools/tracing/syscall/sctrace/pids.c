// SPDX-License-Identifier: GPL-2.0
/*
 * The list of tasks that the kernel traces, by its own numbers of them. It adds their children if
 * these are followed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "fail.h"
#include "instance.h"
#include "namespace.h"
#include "pids.h"
#include "proc.h"

#define FILE_NAME	"set_event_pid"

/* Reads which tasks are chosen. Returns NULL if none is. */
static char *read_pids(void)
{
	FILE *file = instance_open(FILE_NAME);
	char *list = NULL;
	size_t room = 0;
	ssize_t len;

	/* instance_read() does not tell an empty file from an error. */
	len = getdelim(&list, &room, '\0', file);
	if (len < 0 && ferror(file))
		fail_to("read which tasks are chosen");
	fclose(file);
	if (len >= 0)
		return list;
	free(list);

	return NULL;
}

static int compare_pids(const void *a, const void *b)
{
	const pid_t *first = a, *second = b;

	return (*first > *second) - (*first < *second);
}

/* Reads the numbers of a list, and sorts them. Returns how many there are. */
static size_t sort_pids(const char *list, pid_t **pids)
{
	size_t nr = 0, most = list ? strlen(list) / 2 + 1 : 1;
	char *end;

	*pids = allocate(most, sizeof(**pids));
	/* Without a task, the list says so in words. */
	for (; list && nr < most; list = end) {
		(*pids)[nr] = strtol(list, &end, 10);
		if (end == list)
			break;
		nr++;
	}
	qsort(*pids, nr, sizeof(**pids), compare_pids);

	return nr;
}

/**
 * pids_add - trace these tasks, and their children if these are followed
 * @pids: the kernel's numbers of them; 0: it is none
 * @nr: how many there are
 *
 * The kernel has chosen some of them already if it follows children. Each write takes as long as
 * the kernel waits for others, so all tasks go with one.
 *
 * Return: true if there were any that the kernel had not chosen.
 */
bool pids_add(const pid_t *pids, size_t nr)
{
	char *list = read_pids();
	char *text = allocate(nr + 1, sizeof("-2147483648"));
	char *here = text;
	pid_t *chosen;
	size_t i, nr_chosen;

	nr_chosen = sort_pids(list, &chosen);
	free(list);
	for (i = 0; i < nr; i++) {
		if (pids[i] && !bsearch(&pids[i], chosen, nr_chosen, sizeof(*chosen), compare_pids))
			here += sprintf(here, "%d\n", pids[i]);
	}
	if (here != text)
		instance_append(FILE_NAME, text);
	nr = here - text;
	free(chosen);
	free(text);

	return nr;
}

/* Without a task, the list says so in words. */
static bool any_runs(const char *list)
{
	pid_t here;
	char *end;

	for (; list; list = end) {
		here = namespace_from_kernel(strtol(list, &end, 10));
		if (end == list)
			break;
		/* A number less than 0 is that of nobody: who is followed has one here. */
		if (here > 0 && proc_runs(here))
			return true;
	}

	return false;
}

/**
 * pids_any_runs - tell whether any of the tasks that were chosen can make calls
 *
 * The kernel takes those that have ended from the list only if children are followed, and when
 * somebody has waited for them.
 *
 * Return: false if all of them, and all followed ones, have ended.
 */
bool pids_any_runs(void)
{
	char *list, *again;
	bool has_some;

	namespace_forget();
	list = read_pids();
	has_some = any_runs(list);
	if (!has_some && list) {
		/* The last one may have made a child before it ended: that is in the list by now. */
		again = read_pids();
		has_some = again && strcmp(list, again);
		free(again);
	}
	free(list);

	return has_some;
}
