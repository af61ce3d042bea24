/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The command that sctrace runs.
 */
#ifndef _SCTRACE_COMMAND_H
#define _SCTRACE_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

/* What the user sees of the command: not the steps by which sctrace starts it. */
enum command_state {
	COMMAND_WAITS,
	COMMAND_RUNS,
	COMMAND_FAILED,
};

pid_t command_start(void);
void command_go(void);
enum command_state command_state(void);
bool command_waits_by(const char *call, const unsigned long long *args);
int command_error(void);

#endif /* _SCTRACE_COMMAND_H */
