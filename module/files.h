/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files in the directories of trace arrays.
 */
#ifndef _MODULE_FILES_H
#define _MODULE_FILES_H

#include <linux/types.h>

struct dentry;
struct file_operations;
struct instance;
struct super_block;

int files_start(struct super_block *tracefs);
void file_create(const char *name, umode_t mode, struct dentry *dir, void *data,
		 const struct file_operations *fops);
int files_create(struct instance *inst, struct dentry *dir, struct dentry *options_dir);
void files_remove(struct instance *inst);

#endif /* _MODULE_FILES_H */
