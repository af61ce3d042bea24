/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The standard streams of sctrace.
 */
#ifndef _SCTRACE_STREAMS_H
#define _SCTRACE_STREAMS_H

void streams_fill(void);
void streams_open_error(void);
void streams_leave(void);

#endif /* _SCTRACE_STREAMS_H */
