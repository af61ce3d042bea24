/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which trace arrays there are.
 */
#ifndef _MODULE_ARRAYS_H
#define _MODULE_ARRAYS_H

struct super_block;

int arrays_start(void);
int arrays_show(void);
void arrays_hide(void);
void arrays_stop(void);
struct super_block *arrays_super(void);

#endif /* _MODULE_ARRAYS_H */
