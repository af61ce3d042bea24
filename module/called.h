/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of the kernel: who calls them is told.
 */
#ifndef _MODULE_CALLED_H
#define _MODULE_CALLED_H

struct ftrace_ops;

int called_watch(struct ftrace_ops *ops, const char *function);
void called_unwatch(struct ftrace_ops *ops);

#endif /* _MODULE_CALLED_H */
