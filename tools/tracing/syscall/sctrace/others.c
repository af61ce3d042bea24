// SPDX-License-Identifier: GPL-2.0
/*
 * Instances that are not this sctrace's: those that another one has left behind, and those because
 * of which the module stays.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <tracefs.h>

#include "module.h"
#include "others.h"
#include "tracefs.h"

/**
 * others_open - open the folder of an instance
 * @name: its name
 *
 * Return: its descriptor; less than 0: there is none.
 */
int others_open(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);

	return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void remove_dir(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/instances/%s", tracefs_tracing_dir(), name);
	rmdir(path);
}

static bool is_ours(const char *name)
{
	const char *pos = name + strlen(INSTANCE_PREFIX);

	if (strncmp(name, INSTANCE_PREFIX, strlen(INSTANCE_PREFIX)) || !*pos)
		return false;

	return strspn(pos, "0123456789-") == strlen(pos);
}

/* Removes an instance whose sctrace was killed: nobody has its lock any more. */
static int remove_stale(const char *name, void *context)
{
	int dir;

	if (!is_ours(name))
		return 0;
	dir = others_open(name);
	if (dir < 0)
		return 0;
	if (!flock(dir, LOCK_EX | LOCK_NB))
		remove_dir(name);
	close(dir);

	return 0;
}

/**
 * others_remove_stale - remove instances whose sctrace was killed
 */
void others_remove_stale(void)
{
	tracefs_instances_walk(remove_stale, NULL);
}

static int look_for_user(const char *name, void *context)
{
	struct tracefs_instance *other = tracefs_instance_alloc(NULL, name);
	bool *found = context;
	char *tracer;

	if (!other)
		return 0;
	tracer = tracefs_instance_file_read(other, tracer_file(), NULL);
	if ((name && is_ours(name)) || (tracer && strcmp(tracer, "nop\n")))
		*found = true;
	free(tracer);
	tracefs_instance_free(other);

	return *found;
}

/**
 * others_leave_module - unload the module, unless somebody traces, or another sctrace is there
 */
void others_leave_module(void)
{
	int lock = tracefs_lock();
	bool found = false;

	others_remove_stale();
	if (!look_for_user(NULL, &found))
		tracefs_instances_walk(look_for_user, &found);
	if (!found)
		module_unload(lock);
	tracefs_unlock();
}
