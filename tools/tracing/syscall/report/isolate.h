/* SPDX-License-Identifier: GPL-2.0 */
/* Lets a child read a trace, in which the libraries may crash or compute without an end. */
#ifndef _REPORT_ISOLATE_H
#define _REPORT_ISOLATE_H

/* Starts a child. Returns -1 in the child, and the child's status here. */
int isolate(const char *path);

/* The child is ended if it computes for a minute from now on. */
void watch_progress(void);

#endif /* _REPORT_ISOLATE_H */
