/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of calls, and of what else happens to tasks.
 */
#ifndef _SCTRACE_CALL_H
#define _SCTRACE_CALL_H

#include "column.h"

/* call.c */
void call_print(const struct occasion *occasion);
void call_miss(struct task *task);
void call_end(const struct occasion *occasion);

/* event.c */
void events_forget_missed(void);
bool events_missed_end(int pid);
void events_finish(void);
void event_print(struct task *task, const struct record *rec);

#endif /* _SCTRACE_CALL_H */
