/* SPDX-License-Identifier: GPL-2.0 */
/* The files of a picture, and what goes into them. Each function ends the program if it fails. */
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

/**
 * struct picture_bytes - something that is being made
 * @data: its bytes
 * @len: how many there are
 * @room: the size of the memory
 */
struct picture_bytes {
	unsigned char	*data;
	size_t		len;
	size_t		room;
};

/* Adds @len bytes, and returns where they go. */
unsigned char *picture_bytes_add(struct picture_bytes *bytes, size_t len);

/* Adds a number, the least byte first. */
void picture_bytes_add_number(struct picture_bytes *bytes, unsigned long long val,
			      unsigned int len);

void picture_file_open(struct picture_file *file, const char *path);
void picture_file_write(struct picture_file *file, const void *data, size_t len);
/* Writes what is waiting for that. */
void picture_file_flush(struct picture_file *file);
void picture_file_close(struct picture_file *file);

#endif /* _PICTURE_FILE_H */
