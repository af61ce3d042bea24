/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds tracefs, and the tracer in it.
 */
#ifndef _SCTRACE_TRACEFS_H
#define _SCTRACE_TRACEFS_H

void find_tracefs(void);
int tracefs_lock(void);
void tracefs_unlock(void);
const char *tracer_file(void);

#endif /* _SCTRACE_TRACEFS_H */
