// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the names that tasks had. As kernel/trace/syscall/task/names.c does for the readers in the kernel,
 * it looks for the first change of a name that is not older than the record.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shared/error.h"
#include "names.h"

/* With the zero at the end, as in the kernel. */
#define NAME_SIZE	16

/**
 * struct change - what a task was called before some time, and since then
 * @time: by the clock of the trace
 * @pid: the task
 * @place: how many stand before it in the file
 * @old: the name before
 * @new: the name since then
 */
struct change {
	unsigned long long	time;
	int			pid;
	size_t			place;
	char			old[NAME_SIZE];
	char			new[NAME_SIZE];
};

/**
 * struct names - all of them
 * @changes: by pid, time and place
 * @nr: how many there are
 */
struct names {
	struct change	*changes;
	size_t		nr;
};

static bool is_octal(const char *digits)
{
	return digits[0] >= '0' && digits[0] <= '3' && digits[1] >= '0' && digits[1] <= '7' &&
	       digits[2] >= '0' && digits[2] <= '7';
}

/* Reads a name in quotes. Returns what is behind it, or NULL. */
static const char *read_name(const char *pos, char *name)
{
	size_t len = 0;

	if (*pos++ != ' ' || *pos++ != '"')
		return NULL;
	for (; *pos != '"'; len++) {
		if (!*pos || len == NAME_SIZE - 1)
			return NULL;
		if (*pos == '\\' && !is_octal(pos + 1))
			return NULL;
		if (*pos == '\\') {
			name[len] = (pos[1] - '0') << 6 | (pos[2] - '0') << 3 | (pos[3] - '0');
			pos += 4;
		} else {
			name[len] = *pos++;
		}
	}
	name[len] = '\0';

	return pos + 1;
}

static bool read_change(const char *line, struct change *change)
{
	char *end;
	long pid;

	errno = 0;
	change->time = strtoull(line, &end, 10);
	pid = strtol(end, &end, 10);
	if (errno || pid <= 0 || pid > INT32_MAX)
		return false;
	change->pid = pid;
	line = read_name(end, change->old);

	return line && read_name(line, change->new);
}

static int compare(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	if (x->pid != y->pid)
		return (x->pid > y->pid) - (x->pid < y->pid);
	if (x->time != y->time)
		return (x->time > y->time) - (x->time < y->time);

	/* qsort() need not keep them as they are. */
	return (x->place > y->place) - (x->place < y->place);
}

struct names *names_open(char *text)
{
	struct names *names = allocate(1, sizeof(*names));
	size_t room = 0;
	char *line;

	for (line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
		if (names->nr == room) {
			room = 2 * room + 64;
			names->changes = realloc(names->changes, room * sizeof(*names->changes));
			if (!names->changes)
				fail("not enough memory");
		}
		if (!read_change(line, &names->changes[names->nr]))
			continue;
		names->changes[names->nr].place = names->nr;
		names->nr++;
	}
	if (names->nr)
		qsort(names->changes, names->nr, sizeof(*names->changes), compare);

	return names;
}

void names_close(struct names *names)
{
	free(names->changes);
	free(names);
}

/* The first change of a task that is not older, or the place behind all of them */
static size_t find_change(const struct names *names, int pid, unsigned long long time)
{
	struct change key = { .pid = pid, .time = time };
	size_t low = 0, high = names->nr, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (compare(&names->changes[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}

	return low;
}

const char *names_find(const struct names *names, int pid, unsigned long long time)
{
	size_t at = find_change(names, pid, time);

	if (at < names->nr && names->changes[at].pid == pid)
		return names->changes[at].old;

	return at && names->changes[at - 1].pid == pid ? names->changes[at - 1].new : NULL;
}

const char *names_of(const struct names *names, int pid, size_t number)
{
	size_t at = find_change(names, pid, 0) + number / 2;

	if (at >= names->nr || names->changes[at].pid != pid)
		return NULL;

	return number % 2 ? names->changes[at].new : names->changes[at].old;
}
