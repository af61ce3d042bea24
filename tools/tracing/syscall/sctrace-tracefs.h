/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds tracefs, and says what it could not do.
 */
#ifndef _SCTRACE_TRACEFS_H
#define _SCTRACE_TRACEFS_H

void find_tracefs(void);
void fail_to(const char *what) __attribute__((__noreturn__));

#endif /* _SCTRACE_TRACEFS_H */
