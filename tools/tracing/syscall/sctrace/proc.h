/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What /proc says of tasks.
 */
#ifndef _SCTRACE_PROC_H
#define _SCTRACE_PROC_H

#include <stdbool.h>
#include <stddef.h>

#include "records/source.h"

/**
 * struct proc_task - what /proc says of a task
 * @state: as in /proc/PID/task/PID/stat: Z and X have ended
 * @of_kernel: it is a thread of the kernel
 * @comm: its name
 */
struct proc_task {
	char	state;
	bool	of_kernel;
	char	comm[NAME_LEN + 1];
};

bool proc_is_ours(void);
bool proc_may_hide(void);
bool proc_in_pid_namespace(void);
bool proc_in_user_namespace(void);
bool proc_read(int pid, struct proc_task *task);
void proc_read_comm(int pid, char *comm, size_t size);
int proc_tgid(int pid);
bool proc_hides(int pid);
bool proc_runs(int pid);

#endif /* _SCTRACE_PROC_H */
