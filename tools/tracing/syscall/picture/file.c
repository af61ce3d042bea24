// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the files of a picture.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "shared/output-file.h"
#include "file.h"
#include "shared/error.h"

unsigned char *picture_bytes_add(struct picture_bytes *bytes, size_t len)
{
	if (bytes->room - bytes->len < len) {
		bytes->room = 2 * bytes->room + len;
		bytes->data = realloc(bytes->data, bytes->room);
		if (!bytes->data)
			fail("not enough memory");
	}
	bytes->len += len;

	return bytes->data + bytes->len - len;
}

void picture_bytes_add_number(struct picture_bytes *bytes, unsigned long long val,
			      unsigned int len)
{
	unsigned char *to = picture_bytes_add(bytes, len);
	unsigned int i;

	for (i = 0; i < len; i++)
		to[i] = val >> 8 * i;
}

void picture_file_open(struct picture_file *file, const char *path)
{
	file->path = path;
	file->out = output_open(path, false);
}

/* A file waits for who is slow, until the user wants to end. */
static void fail_to_write(const struct picture_file *file)
{
	fail("cannot write '%s': %s", file->path,
	     errno == EINTR ? "who reads it stands still" : strerror(errno));
}

void picture_file_write(struct picture_file *file, const void *data, size_t len)
{
	if (fwrite(data, 1, len, file->out) != len)
		fail_to_write(file);
}

void picture_file_flush(struct picture_file *file)
{
	if (fflush(file->out))
		fail_to_write(file);
}

void picture_file_close(struct picture_file *file)
{
	/* What is buffered is written now. */
	if (fclose(file->out))
		fail_to_write(file);
}
