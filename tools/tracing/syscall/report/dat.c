// SPDX-License-Identifier: GPL-2.0
/*
 * A saved trace of trace-cmd, a trace.dat, as libtracecmd reads it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event-parse.h>
#include <trace-cmd.h>

#include "shared/error.h"
#include "records/input.h"
#include "records/source.h"

/*
 * All versions of the library that read today's files export these functions, but declare
 * them for trace-cmd only.
 */
const char *tracecmd_get_trace_clock(struct tracecmd_input *handle) __attribute__((weak));
const char *tracecmd_get_cpustats(struct tracecmd_input *handle) __attribute__((weak));
void *tracecmd_record_page(struct tracecmd_input *handle, struct tep_record *rec)
	__attribute__((weak));
int tracecmd_page_size(struct tracecmd_input *handle) __attribute__((weak));

/**
 * struct dat_cpu - how far one CPU is read
 * @stored: the library's last record
 * @rewound: @stored is the first record, and nobody has read it yet
 */
struct dat_cpu {
	struct tep_record	*stored;
	bool			rewound;
};

/**
 * struct dat - an open trace.dat
 * @input: what it has in common with a folder
 * @handle: the library's handle of the buffer that is read
 * @whole: the library's handle of the file if @handle is an instance, otherwise NULL
 * @instance: the name of the instance, or NULL
 * @cpus: what is read of each CPU
 */
struct dat {
	struct input		input;
	struct tracecmd_input	*handle;
	struct tracecmd_input	*whole;
	const char		*instance;
	struct dat_cpu		*cpus;
};

static struct dat *to_dat(const struct input *input)
{
	return container_of(input, struct dat, input);
}

/* The library takes the size of a record from the file without a check. */
static bool is_in_page(const struct dat *dat, struct tep_record *stored)
{
	const char *page = NULL;
	size_t size = 0, at;

	if (stored->size < 0)
		return false;
	if (tracecmd_record_page && tracecmd_page_size) {
		page = tracecmd_record_page(dat->handle, stored);
		size = tracecmd_page_size(dat->handle);
	}
	/* This version of the library does not tell. If the child crashes, that is reported. */
	if (!page)
		return true;

	/* Very large if the record is before the page. */
	at = (const char *)stored->data - page;

	return at <= size && (size_t)stored->size <= size - at;
}

static void dat_start(struct input *input)
{
	to_dat(input)->cpus = allocate(input->nr_cpus, sizeof(struct dat_cpu));
}

static bool dat_read(struct input *input, struct record *rec)
{
	struct dat *dat = to_dat(input);
	struct dat_cpu *cpu = &dat->cpus[rec->cpu];

	if (!cpu->rewound) {
		tracecmd_free_record(cpu->stored);
		cpu->stored = tracecmd_read_data(dat->handle, rec->cpu);
	}
	cpu->rewound = false;
	if (!cpu->stored)
		return false;
	rec->time = cpu->stored->ts;
	rec->missing = cpu->stored->missed_events;
	rec->data = cpu->stored->data;
	rec->size = is_in_page(dat, cpu->stored) ? cpu->stored->size : 0;

	return true;
}

static void dat_rewind(struct input *input)
{
	struct dat *dat = to_dat(input);
	int nr;

	for (nr = 0; nr < input->nr_cpus; nr++) {
		struct dat_cpu *cpu = &dat->cpus[nr];

		tracecmd_free_record(cpu->stored);
		cpu->stored = tracecmd_read_cpu_first(dat->handle, nr);
		cpu->rewound = true;
	}
}

static char *dat_file(const struct input *input, const char *name)
{
	const char *clock;

	if (strcmp(name, "trace_clock") || !tracecmd_get_trace_clock)
		return NULL;
	clock = tracecmd_get_trace_clock(to_dat(input)->handle);

	return clock ? strdup(clock) : NULL;
}

/* The library returns the statistics of the top-level buffer, then those of each instance. */
static char *dat_stats(const struct input *input)
{
	const struct dat *dat = to_dat(input);
	const char *text = NULL, *end;
	char *title;

	if (tracecmd_get_cpustats)
		text = tracecmd_get_cpustats(dat->whole ?: dat->handle);
	if (text && dat->whole) {
		if (asprintf(&title, "Buffer: %s\n", dat->instance) < 0)
			fail("not enough memory");
		text = strstr(text, title);
		text = text ? text + strlen(title) : NULL;
		free(title);
	}
	if (!text)
		return NULL;
	end = strstr(text, "Buffer: ");

	return end ? strndup(text, end - text) : strdup(text);
}

static void dat_close(struct input *input)
{
	struct dat *dat = to_dat(input);
	int nr;

	for (nr = 0; nr < input->nr_cpus; nr++)
		tracecmd_free_record(dat->cpus[nr].stored);
	free(dat->cpus);
	tracecmd_close(dat->handle);
	if (dat->whole)
		tracecmd_close(dat->whole);
	free(dat);
}

static const struct input_ops dat_ops = {
	.start	= dat_start,
	.read	= dat_read,
	.rewind	= dat_rewind,
	.file	= dat_file,
	.stats	= dat_stats,
	.close	= dat_close,
};

static void no_instance(const struct dat *dat)
{
	int nr = tracecmd_buffer_instances(dat->whole);
	int i;

	for (i = 0; i < nr; i++)
		complain("'%s' has an instance '%s'", dat->input.path,
			 tracecmd_buffer_instance_name(dat->whole, i));
	fail("'%s' has no instance '%s'", dat->input.path, dat->instance);
}

static void choose_instance(struct dat *dat)
{
	int i, nr;

	dat->whole = dat->handle;
	nr = tracecmd_buffer_instances(dat->whole);
	for (i = 0; i < nr; i++) {
		const char *name = tracecmd_buffer_instance_name(dat->whole, i);

		if (name && !strcmp(name, dat->instance))
			break;
	}
	if (i >= nr)
		no_instance(dat);
	dat->handle = tracecmd_buffer_instance_handle(dat->whole, i);
	if (!dat->handle)
		fail("cannot read the instance '%s' of '%s'", dat->instance, dat->input.path);
}

/**
 * dat_open - open a trace.dat
 * @path: its name
 * @instance: the instance in it to read, or NULL for the top-level buffer
 * @plugins: whether libtraceevent uses its plugins
 *
 * Return: the open file. The program ends if it cannot be read.
 */
struct input *dat_open(const char *path, const char *instance, bool plugins)
{
	struct dat *dat = allocate(1, sizeof(*dat));
	struct input *input = &dat->input;

	tracecmd_set_loglevel(TEP_LOG_CRITICAL);
	input->ops = &dat_ops;
	input->path = path;
	dat->instance = instance;
	dat->handle = tracecmd_open(path, plugins ? 0 : TRACECMD_FL_LOAD_NO_PLUGINS);
	if (!dat->handle)
		fail("cannot read '%s': it is no trace.dat of trace-cmd, or it is damaged", path);
	if (instance)
		choose_instance(dat);

	input->tep = tracecmd_get_tep(dat->handle);
	input->nr_cpus = tep_get_cpus(input->tep);
	input->max_size = tep_get_sub_buffer_size(input->tep);
	if (tep_get_long_size(input->tep) != 8 || tep_is_file_bigendian(input->tep))
		fail("'%s' is of another kind of machine: only x86-64 has this tracer", path);

	return input;
}
