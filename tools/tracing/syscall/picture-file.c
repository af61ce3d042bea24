// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the files of a picture.
 */
#include <errno.h>
#include <string.h>

#include "report-error.h"
#include "picture-file.h"

void picture_file_open(struct picture_file *file, const char *path)
{
	file->path = path;
	file->out = fopen(path, "we");
	if (!file->out)
		fail("cannot open '%s' to write it: %s", path, strerror(errno));
}

void picture_file_write(struct picture_file *file, const void *data, size_t len)
{
	if (fwrite(data, 1, len, file->out) != len)
		fail("cannot write '%s': %s", file->path, strerror(errno));
}

void picture_file_close(struct picture_file *file)
{
	/* What is buffered is written now. */
	if (fclose(file->out))
		fail("cannot write '%s': %s", file->path, strerror(errno));
}
