// SPDX-License-Identifier: GPL-2.0
/*
 * The records of an instance of this machine, as they come. libtraceevent parses the formats,
 * records/pages.c reads the records.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <event-parse.h>
#include <tracefs.h>

#include "shared/error.h"
#include "records/input.h"
#include "records/pages.h"
#include "records/source.h"
#include "clock.h"
#include "live.h"

#define MAX_SUBBUF	(16 << 20)

/* The records that this program prints. */
static const char * const formats[] = {
	"syscall_call", "syscall_enter", "syscall_exit", "syscall_task",
};

/**
 * struct live - the ring buffer of an instance
 * @input: what it has in common with saved traces
 * @instance: the instance
 * @pages: of each CPU, its file of records, or NULL
 * @empty: of each CPU, when it was found that all of its records had been read, by
 *	   CLOCK_MONOTONIC
 * @looked: of each CPU, when it was asked what waits, likewise
 * @waited: of each CPU, the bytes of what was recorded before, as far as it has been read
 * @most: the most that any CPU had there, since somebody asked; SIZE_MAX: a ring buffer was full
 */
struct live {
	struct input			input;
	struct tracefs_instance		*instance;
	struct pages			**pages;
	unsigned long long		*empty;
	unsigned long long		*looked;
	size_t				*waited;
	size_t				most;
};

static struct live *to_live(const struct input *input)
{
	return container_of(input, struct live, input);
}

static void live_start(struct input *input)
{
	struct live *live = to_live(input);
	char name[64];
	int cpu, fd;

	live->pages = allocate(input->nr_cpus, sizeof(*live->pages));
	live->empty = allocate(input->nr_cpus, sizeof(*live->empty));
	live->looked = allocate(input->nr_cpus, sizeof(*live->looked));
	live->waited = allocate(input->nr_cpus, sizeof(*live->waited));
	for (cpu = 0; cpu < input->nr_cpus; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d/trace_pipe_raw", cpu);
		fd = tracefs_instance_file_open(live->instance, name,
						O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		if (fd >= 0)
			live->pages[cpu] = pages_follow(fd, name, input->max_size);
		else if (errno != ENOENT)
			fail("cannot open '%s': %s", name, strerror(errno));
	}
}

/* What was recorded before the last look has been read: how much waits now? */
static void look_anew(struct live *live, int cpu, unsigned long long time)
{
	live->looked[cpu] = time;
	live->waited[cpu] = 0;
}

static void note_waiting(struct live *live, int cpu, unsigned long long time,
			 const struct page_event *event)
{
	if (event->time + clock_offset() >= live->looked[cpu])
		look_anew(live, cpu, time);
	/* With the head that an event has in a sub-buffer */
	live->waited[cpu] += sizeof(unsigned int) + event->size;
	/* Of what waits in a full one, only that counts which is read before it is overwritten. */
	if (event->missing)
		live->most = SIZE_MAX;
	else if (live->waited[cpu] > live->most)
		live->most = live->waited[cpu];
}

static bool live_read(struct input *input, struct record *rec)
{
	struct live *live = to_live(input);
	struct pages *pages = live->pages[rec->cpu];
	unsigned long long before = now();
	struct page_event event;

	if (!pages || !pages_next(pages, &event)) {
		live->empty[rec->cpu] = before;
		look_anew(live, rec->cpu, before);
		return false;
	}
	note_waiting(live, rec->cpu, before, &event);
	rec->time = event.time;
	rec->missing = event.missing;
	rec->data = event.data;
	rec->size = event.size;

	return true;
}

static char *live_file(const struct input *input, const char *name)
{
	struct tracefs_instance *instance = to_live(input)->instance;

	/* The table is that of all instances. */
	return tracefs_instance_file_read(tracefs_file_exists(instance, name) ? instance : NULL,
					  name, NULL);
}

static void live_close(struct input *input)
{
	struct live *live = to_live(input);

	pages_close_all(live->pages, input->nr_cpus);
	free(live->empty);
	free(live->looked);
	free(live->waited);
	tep_free(input->tep);
	free(live);
}

static const struct input_ops live_ops = {
	.start		= live_start,
	.read		= live_read,
	.file		= live_file,
	.close		= live_close,
};

/**
 * live_empty_since - tell up to when all records of a CPU have been read
 * @input: what live_open() has returned
 * @cpu: the CPU
 *
 * Return: a time of CLOCK_MONOTONIC: what was recorded before has been read, if there is no
 * next record.
 */
unsigned long long live_empty_since(const struct input *input, int cpu)
{
	return to_live(input)->empty[cpu];
}

/**
 * live_backlog - tell how much has been waiting
 * @input: what live_open() has returned
 *
 * Return: the bytes of a CPU that were there, all at once, and have been read since the last time
 * that this was asked; of the CPU that had most. Of a larger backlog, the next answer has more.
 * SIZE_MAX: one was full.
 */
size_t live_backlog(const struct input *input)
{
	struct live *live = to_live(input);
	size_t most = live->most;

	live->most = 0;

	return most;
}

static char *need(const char *name, struct tracefs_instance *instance, int *len)
{
	char *text = tracefs_instance_file_read(instance, name, len);

	if (!text)
		fail("cannot read '%s' of tracefs: %s", name, strerror(errno));

	return text;
}

static void parse_header_page(struct live *live)
{
	struct tep_handle *tep = live->input.tep;
	int len, size;
	char *text = need("events/header_page", live->instance, &len);

	size = tep_parse_header_page(tep, text, len, sizeof(long)) ? 0 :
	       tep_get_sub_buffer_size(tep);
	free(text);
	if (size < 64 || size > MAX_SUBBUF)
		fail("events/header_page of tracefs is not as this program knows it");
	live->input.max_size = size;
}

static void parse_formats(struct live *live)
{
	char name[64];
	size_t i;
	int len;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		char *text;

		snprintf(name, sizeof(name), "events/ftrace/%s/format", formats[i]);
		text = need(name, NULL, &len);
		tep_parse_event(live->input.tep, text, len, "ftrace");
		free(text);
	}
}

static int count_cpus(struct tracefs_instance *instance)
{
	char name[64];
	int cpu;

	/* Those without a ring buffer have a folder, too. */
	for (cpu = 0; cpu < MAX_CPUS; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%d", cpu);
		if (!tracefs_dir_exists(instance, name))
			break;
	}

	return cpu;
}

/**
 * live_open - read the records of an instance as they come
 * @instance: the instance, whose sub-buffers have got their size
 *
 * Return: for source_of(). The program ends if the records cannot be read.
 */
struct input *live_open(struct tracefs_instance *instance)
{
	struct live *live = allocate(1, sizeof(*live));
	struct input *input = &live->input;

	tep_set_loglevel(TEP_LOG_CRITICAL);
	live->instance = instance;
	input->ops = &live_ops;
	input->path = "the ring buffer";
	input->tep = tep_alloc();
	if (!input->tep)
		fail("not enough memory");
	tep_set_long_size(input->tep, sizeof(long));
	parse_header_page(live);
	parse_formats(live);
	input->nr_cpus = count_cpus(instance);

	return input;
}
