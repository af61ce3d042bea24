/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines of the module's records.
 */
#ifndef _MODULE_LINES_H
#define _MODULE_LINES_H

#include <linux/types.h>

struct trace_event_functions;
struct trace_iterator;

extern struct trace_event_functions lines_of_calls;
extern struct trace_event_functions lines_of_tasks;
bool lines_tell_time(const struct trace_iterator *iter);

#endif /* _MODULE_LINES_H */
