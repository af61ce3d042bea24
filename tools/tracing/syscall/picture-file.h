/* SPDX-License-Identifier: GPL-2.0 */
/* The files of a picture. Each function ends the program if it fails. */
#ifndef _PICTURE_FILE_H
#define _PICTURE_FILE_H

#include <stddef.h>
#include <stdio.h>

/**
 * struct picture_file - a file that is being written
 * @path: its name
 * @out: the file
 */
struct picture_file {
	const char	*path;
	FILE		*out;
};

void picture_file_open(struct picture_file *file, const char *path);
void picture_file_write(struct picture_file *file, const void *data, size_t len);
void picture_file_close(struct picture_file *file);

#endif /* _PICTURE_FILE_H */
