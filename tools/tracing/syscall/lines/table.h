/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls the numbers in a saved trace mean, for syscall-report.
 */
#ifndef _LINES_TABLE_H
#define _LINES_TABLE_H

void table_load(const char *path, char *text);

#endif /* _LINES_TABLE_H */
