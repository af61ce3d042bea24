/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring buffer of an instance of this machine.
 */
#ifndef _SCTRACE_LIVE_H
#define _SCTRACE_LIVE_H

#include <stddef.h>

struct input;
struct tracefs_instance;

struct input *live_open(struct tracefs_instance *instance);
unsigned long long live_empty_since(const struct input *input, int cpu);
size_t live_backlog(const struct input *input);

#endif /* _SCTRACE_LIVE_H */
