/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files for output, created where others may write, too.
 */
#ifndef _SHARED_OUTPUT_FILE_H
#define _SHARED_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

/**
 * output_folder - find the folder of a file
 * @path: the file
 * @follow: if the file is a link, go where it leads
 * @name: gets the name in that folder, a part of memory that is never freed
 *
 * The program ends if there is no such folder, or if somebody else could lead the file elsewhere.
 *
 * Return: a descriptor of the folder.
 */
int output_folder(const char *path, bool follow, char **name);

/**
 * output_open_in - create a file, or empty one
 * @folder: what output_folder() has returned
 * @name: its name there
 * @append: keep what it has
 *
 * Return: a descriptor; -1: errno tells why not. EPERM: it is not safe.
 */
int output_open_in(int folder, const char *name, bool append);

/**
 * output_open - create a file, or empty one
 * @path: the file
 * @append: keep what it has
 *
 * Return: the file. The program ends if there is none, or if it is not safe.
 */
FILE *output_open(const char *path, bool append);

#endif /* _SHARED_OUTPUT_FILE_H */
