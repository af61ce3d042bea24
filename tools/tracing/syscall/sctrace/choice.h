/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls and signals the user wants to see.
 */
#ifndef _SCTRACE_CHOICE_H
#define _SCTRACE_CHOICE_H

#include <stdbool.h>

/* What is written to set_syscall and syscall_filter. The caller frees it. */
char *choice_calls(const char *available);
char *choice_filter(const char *available, const char *table);
bool choice_has_signals(void);
bool choice_shows_signal(int sig);

#endif /* _SCTRACE_CHOICE_H */
