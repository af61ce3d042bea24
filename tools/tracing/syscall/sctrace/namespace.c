// SPDX-License-Identifier: GPL-2.0
/*
 * The pid namespace that sctrace runs in. The kernel records tasks, and chooses them, by its own
 * numbers; users know those that tasks have in the namespace. syscall_pids of tracefs tells both.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "shared/error.h"
#include "fail.h"
#include "namespace.h"
#include "proc.h"

#define FILE_NAME	"syscall_pids"

/* A power of two */
#define SLOTS		1024

/**
 * struct known - the numbers of a task
 * @kernels: the kernel's; 0: none
 * @here: that in the namespace; if it has none, less than 0
 */
struct known {
	pid_t	kernels;
	pid_t	here;
};

/**
 * struct namespace - the namespace
 * @fd: syscall_pids, which notes tasks while it is open; -1: the numbers are those of the kernel
 * @known: what has been asked for, each at the end of its number
 */
static struct {
	int		fd;
	struct known	known[SLOTS];
} namespace = { .fd = -1 };

/**
 * namespace_enter - look which numbers tasks have here
 *
 * To be called before any task is chosen, once tracefs has been found.
 */
void namespace_enter(void)
{
	if (!proc_in_pid_namespace())
		return;
	namespace.fd = tracefs_instance_file_open(NULL, FILE_NAME, O_RDONLY | O_CLOEXEC);
	if (namespace.fd >= 0)
		return;
	if (errno == ENOENT)
		fail("this is a pid namespace, as of a container, where tasks have other numbers than the kernel's, and the tracer of this kernel does not tell these: it is older than this program");
	fail_to("open " FILE_NAME " of tracefs");
}

/**
 * struct wanted - a task whose number for the kernel is looked for
 * @here: its number in the namespace
 * @kernels: where the kernel's number goes
 */
struct wanted {
	pid_t	here;
	pid_t	*kernels;
};

static int compare(const void *a, const void *b)
{
	const struct wanted *first = a, *second = b;

	return (first->here > second->here) - (first->here < second->here);
}

/* Finds tasks that have not ended among lines. Returns how many. */
static size_t find(char *lines, const struct wanted *wanted, size_t nr)
{
	size_t found = 0;
	char *line;

	while ((line = strsep(&lines, "\n"))) {
		struct wanted key = { }, *one;
		int kernels, end = 0;

		if (sscanf(line, "%d %d%n", &kernels, &key.here, &end) != 2 || line[end])
			continue;
		one = bsearch(&key, wanted, nr, sizeof(*wanted), compare);
		if (!one || *one->kernels)
			continue;
		*one->kernels = kernels;
		found++;
	}

	return found;
}

/**
 * namespace_to_kernels - tell the kernel's numbers of tasks
 * @here: their numbers in the namespace, each once
 * @kernels: gets the kernel's, 0: no task has this one any more
 * @nr: how many there are
 */
void namespace_to_kernels(const pid_t *here, pid_t *kernels, size_t nr)
{
	struct wanted *wanted;
	size_t i, found = 0;
	char lines[4096];
	ssize_t len = 0;

	if (namespace.fd < 0) {
		memcpy(kernels, here, nr * sizeof(*here));
		return;
	}
	wanted = allocate(nr + 1, sizeof(*wanted));
	for (i = 0; i < nr; i++) {
		kernels[i] = 0;
		wanted[i] = (struct wanted) { .here = here[i], .kernels = &kernels[i] };
	}
	qsort(wanted, nr, sizeof(*wanted), compare);
	if (lseek(namespace.fd, 0, SEEK_SET))
		fail_to("begin to read " FILE_NAME " of tracefs");
	/* A read() gives whole lines. */
	while (found < nr && (len = read(namespace.fd, lines, sizeof(lines) - 1)) > 0) {
		lines[len] = '\0';
		found += find(lines, wanted, nr);
	}
	if (len < 0)
		fail_to("read " FILE_NAME " of tracefs");
	free(wanted);
}

/**
 * namespace_to_kernel - tell the kernel's number of a task
 * @here: its number in the namespace
 *
 * Return: the number; 0: no task has this one any more.
 */
pid_t namespace_to_kernel(pid_t here)
{
	pid_t kernels;

	namespace_to_kernels(&here, &kernels, 1);

	return kernels;
}

/* A position in the file is the kernel's number of a task: the line is of that or a later one. */
static pid_t ask(pid_t kernels)
{
	int found, here;
	char line[64];
	ssize_t len;

	len = pread(namespace.fd, line, sizeof(line) - 1, kernels);
	if (len < 0)
		fail_to("read " FILE_NAME " of tracefs");
	line[len] = '\0';

	return sscanf(line, "%d %d", &found, &here) == 2 && found == kernels ? here : -kernels;
}

/**
 * namespace_from_kernel - tell the number that a task has here
 * @kernels: the kernel's, of a task whose record comes; it may have ended
 *
 * Return: the number; less than 0: the task is outside of the namespace, and this is minus the
 * kernel's.
 */
pid_t namespace_from_kernel(pid_t kernels)
{
	struct known *known = &namespace.known[kernels & (SLOTS - 1)];

	if (namespace.fd < 0 || kernels <= 0)
		return kernels;
	if (known->kernels != kernels)
		*known = (struct known) { .kernels = kernels, .here = ask(kernels) };

	return known->here;
}

/**
 * namespace_forget - ask anew from now on
 *
 * A number of the kernel's may get another task. So what is known is good for a while only.
 */
void namespace_forget(void)
{
	if (namespace.fd >= 0)
		memset(namespace.known, 0, sizeof(namespace.known));
}
