/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The instance of the tracer that one run of sctrace has for itself.
 */
#ifndef _SCTRACE_INSTANCE_H
#define _SCTRACE_INSTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct tracefs_instance;

struct tracefs_instance *instance_begin(void);
void instance_trace(void);
void instance_stop(void);
void instance_end(void);
void instance_make_room(size_t backlog);
unsigned long long instance_lost(void);
char *instance_read(const char *name);
void instance_append(const char *name, const char *text);
FILE *instance_open(const char *name);

#endif /* _SCTRACE_INSTANCE_H */
