/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What others do with the files of trace arrays.
 */
#ifndef _MODULE_WATCH_H
#define _MODULE_WATCH_H

struct super_block;

int watch_start(struct super_block *tracefs);
void watch_stop(void);

#endif /* _MODULE_WATCH_H */
