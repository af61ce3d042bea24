/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records of a trace: of a trace.dat of trace-cmd or a folder of syscall-save, for
 * syscall-report, or of a ring buffer of this machine, for sctrace. Nothing in it is trusted.
 */
#ifndef _RECORDS_SOURCE_H
#define _RECORDS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "record.h"

#define container_of(ptr, type, member)	((type *)((char *)(ptr) - offsetof(type, member)))

struct input;
struct source;

struct source *source_open(const char *path, const char *instance, bool plugins);
struct source *source_of(struct input *input);
void source_close(struct source *src);

/* The number of CPUs, and the number of those that were online. */
int source_cpus(const struct source *src);
int source_online(const struct source *src);

/*
 * source_peek() returns the next record of a CPU, or NULL. The record is valid until
 * source_advance() goes on to the one after it. source_rewind() begins again with the first.
 * source_retry() looks for more behind the last one.
 */
const struct record *source_peek(struct source *src, int cpu);
void source_advance(struct source *src, int cpu);
void source_rewind(struct source *src);
void source_retry(struct source *src, int cpu);

/* The number of damages that were found so far, and reported. */
unsigned int source_damages(const struct source *src);

/*
 * The text of a file of tracefs by its name there, and the text of all per_cpu/cpu*\/stats, each
 * behind a line "CPU: NUMBER". NULL if it was not saved. The caller frees it.
 */
char *source_setting(const struct source *src, const char *name);
char *source_stats(const struct source *src);

/* The first line of such a file, "" if it was not saved. The caller frees it. */
char *source_first_line(const struct source *src, const char *name);

/* The name of the tracer, likewise. */
char *source_tracer(const struct source *src);

/* The name that a task had, and its process; 0 if that is not known. */
const char *source_comm(struct source *src, int pid, unsigned long long time);
/* The same, as far as a change of names tells; NULL: none does. */
const char *source_changed_comm(struct source *src, int pid, unsigned long long time);
/* Names may have changed since they were read. */
void source_forget_names(struct source *src);
int source_tgid(const struct source *src, int pid);

/*
 * The text of a RECORD_OTHER that the kernel prints after the time, as far as libtraceevent
 * knows it; NULL if it does not know such records. The text may end in a newline. The next
 * call overwrites it.
 */
const char *source_text(struct source *src, const struct record *rec);

#endif /* _RECORDS_SOURCE_H */
