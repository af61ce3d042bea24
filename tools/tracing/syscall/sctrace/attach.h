/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Chooses the tasks that are traced by their numbers: those of -p, and the command.
 */
#ifndef _SCTRACE_ATTACH_H
#define _SCTRACE_ATTACH_H

#include <stdbool.h>
#include <sys/types.h>

bool attach_command(pid_t pid);
void attach_all(void);
void attach_say(void);
void attach_say_unseen_ends(void);
void attach_say_detached(pid_t command);

#endif /* _SCTRACE_ATTACH_H */
