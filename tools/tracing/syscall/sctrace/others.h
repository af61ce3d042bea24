/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instances that are not those of this sctrace.
 */
#ifndef _SCTRACE_OTHERS_H
#define _SCTRACE_OTHERS_H

/* The names of all that a sctrace has made begin with it. */
#define INSTANCE_PREFIX	"sctrace-"

int others_open(const char *name);
void others_remove_stale(void);
void others_leave_module(void);

#endif /* _SCTRACE_OTHERS_H */
