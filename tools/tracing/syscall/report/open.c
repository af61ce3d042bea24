// SPDX-License-Identifier: GPL-2.0
/*
 * Opens a saved trace of any kind.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include <event-parse.h>

#include "shared/error.h"
#include "records/input.h"
#include "records/source.h"

static struct input *open_input(const char *path, const char *instance, bool plugins)
{
	struct stat stat_of;

	if (stat(path, &stat_of))
		fail("cannot open '%s': %s", path, strerror(errno));
	if (!S_ISDIR(stat_of.st_mode))
		return dat_open(path, instance, plugins);
	if (instance)
		fail("'%s' is a folder, and that has the records of one instance only", path);

	return folder_open(path, plugins);
}

/**
 * source_open - open a saved trace
 * @path: the name of the file or folder
 * @instance: the instance in a file to read, or NULL
 * @plugins: whether libtraceevent prints some events with its plugins
 *
 * Return: the open trace. The program ends if it cannot be read.
 */
struct source *source_open(const char *path, const char *instance, bool plugins)
{
	struct source *src;

	/* Otherwise the library complains about events that nobody asked for. */
	tep_set_loglevel(TEP_LOG_CRITICAL);
	src = source_of(open_input(path, instance, plugins));
	source_rewind(src);

	return src;
}
