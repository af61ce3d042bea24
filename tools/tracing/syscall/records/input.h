/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kinds of traces do differently: report/dat.c reads a trace.dat of trace-cmd,
 * report/folder.c a folder of syscall-save, sctrace/live.c a ring buffer. source.c does the
 * rest for all.
 */
#ifndef _RECORDS_INPUT_H
#define _RECORDS_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "record.h"

/* A trace with more CPUs is damaged. */
#define MAX_CPUS	8192

struct input;
struct tep_handle;

/**
 * struct input_ops - how to read a saved trace of one kind
 * @start: prepares to read records; called once, after @nr_cpus was checked
 * @read: sets time, missing, data and size of the next record of @rec->cpu; false: there
 *	  is none. The data is valid until the next call for that CPU.
 * @rewind: makes @read begin again with the first record of each CPU
 * @file: returns the text of a file of tracefs by its name there, or NULL if the trace
 *	  does not have it; the caller frees it
 * @stats: returns the text of all per_cpu/cpu*\/stats, each behind a line "CPU: NUMBER", or
 *	   NULL; the caller frees it
 * @damages: returns how many complaints @read has made; NULL: it makes none
 * @close: frees everything
 */
struct input_ops {
	void (*start)(struct input *input);
	bool (*read)(struct input *input, struct record *rec);
	void (*rewind)(struct input *input);
	char *(*file)(const struct input *input, const char *name);
	char *(*stats)(const struct input *input);
	unsigned int (*damages)(const struct input *input);
	void (*close)(struct input *input);
};

/**
 * struct input - a saved trace; each kind embeds it
 * @ops: how to read it
 * @path: the name of the file or folder
 * @tep: the formats of the events
 * @nr_cpus: the number of CPUs, as the trace has it
 * @max_size: no record can be larger
 */
struct input {
	const struct input_ops	*ops;
	const char		*path;
	struct tep_handle	*tep;
	int			nr_cpus;
	size_t			max_size;
};

/* Both end the program if the trace cannot be read. */
struct input *dat_open(const char *path, const char *instance, bool plugins);
struct input *folder_open(const char *path, bool plugins);

#endif /* _RECORDS_INPUT_H */
