/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls are missing in what another machine sends. Each of its instances numbers the calls of
 * a task for itself, from 1 when it begins to trace.
 */
#ifndef _RECEIVE_GAPS_H
#define _RECEIVE_GAPS_H

#include "stream.h"

struct stream_gaps;

struct stream_gaps *stream_gaps_open(void);
void stream_gaps_close(struct stream_gaps *gaps);

/*
 * How many calls of the task of @entry are missing before it. To be asked once for each record, in
 * the order in which they are shown.
 */
unsigned int stream_gaps_find(struct stream_gaps *gaps, const struct entry *entry);

#endif /* _RECEIVE_GAPS_H */
