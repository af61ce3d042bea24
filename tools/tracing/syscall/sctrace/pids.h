/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of tasks that the kernel traces.
 */
#ifndef _SCTRACE_PIDS_H
#define _SCTRACE_PIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

bool pids_add(const pid_t *pids, size_t nr);
bool pids_any_runs(void);

#endif /* _SCTRACE_PIDS_H */
