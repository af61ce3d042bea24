// SPDX-License-Identifier: GPL-2.0
/*
 * Reads sub-buffers of the ring buffer. events/header_page and events/header_event describe
 * these: a sub-buffer has a time, a word with the number of bytes of events, and the events.
 *
 * kbuffer of libtraceevent reads the same, but does not check any length.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/error.h"
#include "pages.h"

#define HEADER_SIZE	16

/* Flags in the word after the time, which also has the number of bytes. */
#define MISSING		(1U << 31)	/* events were lost before these */
#define MISSING_STORED	(1U << 30)	/* their number is stored behind these */

/* An event's first word: five bits of type, 27 bits of time since the last event. */
#define TYPE_BITS	5
#define TIME_BITS	27

/* Smaller types are the size of the data in words; 0: the next word is the size. */
enum {
	TYPE_PADDING = 29,
	TYPE_TIME_EXTEND,
	TYPE_TIME_STAMP,
};

/* The bits that an absolute time does not have. */
#define TIME_HIGH_BITS	(0xf8ULL << 56)

/**
 * struct pages - an open file
 * @file: the file; NULL: @fd is
 * @fd: a trace_pipe_raw that does not block
 * @path: its name
 * @page: the sub-buffer that is being read
 * @page_size: the size of a sub-buffer
 * @nr: the number of this sub-buffer, from 1 on
 * @told: damages up to the sub-buffer of this number have been reported
 * @damages: how many damages have been reported
 * @pos: where in @page the next event begins
 * @end: where the last event ends
 * @time: the time of the last event
 * @missing: the number of events lost before the next event; -1: some
 */
struct pages {
	FILE			*file;
	int			fd;
	char			*path;
	uint8_t			*page;
	size_t			page_size;
	unsigned long		nr;
	unsigned long		told;
	unsigned int		damages;
	size_t			pos;
	size_t			end;
	unsigned long long	time;
	long long		missing;
};

static struct pages *make_pages(FILE *file, int fd, const char *path, size_t page_size)
{
	struct pages *pages = allocate(1, sizeof(*pages));

	pages->file = file;
	pages->fd = fd;
	pages->path = strdup(path);
	if (!pages->path)
		fail("not enough memory");
	pages->page = allocate(1, page_size);
	pages->page_size = page_size;

	return pages;
}

/**
 * pages_open - open a saved trace_pipe_raw
 * @path: its name
 * @page_size: the size of sub-buffers
 *
 * Return: the open file, or NULL if it does not exist.
 */
struct pages *pages_open(const char *path, size_t page_size)
{
	FILE *file = fopen(path, "rb");

	if (!file && errno != ENOENT)
		fail("cannot open '%s': %s", path, strerror(errno));
	if (!file)
		return NULL;

	return make_pages(file, -1, path, page_size);
}

/**
 * pages_follow - read a trace_pipe_raw of this machine
 * @fd: the file, opened not to block; pages_close_all() closes it
 * @path: its name
 * @page_size: the size of sub-buffers
 *
 * After pages_next() has found nothing, it finds what was written meanwhile.
 *
 * Return: the open file.
 */
struct pages *pages_follow(int fd, const char *path, size_t page_size)
{
	return make_pages(NULL, fd, path, page_size);
}

static void close_pages(struct pages *pages)
{
	if (pages->file)
		fclose(pages->file);
	else
		close(pages->fd);
	free(pages->path);
	free(pages->page);
	free(pages);
}

/**
 * pages_close_all - close the files of all CPUs
 * @all: of each CPU, its file or NULL; NULL: none was opened
 * @nr_cpus: how many there are
 */
void pages_close_all(struct pages **all, int nr_cpus)
{
	int cpu;

	for (cpu = 0; all && cpu < nr_cpus; cpu++) {
		if (all[cpu])
			close_pages(all[cpu]);
	}
	free(all);
}

/* Begin again with the first event. Damages are not reported twice. */
void pages_rewind(struct pages *pages)
{
	rewind(pages->file);
	pages->nr = 0;
	pages->pos = 0;
	pages->end = 0;
	pages->missing = 0;
}

/* How many damages have been reported. */
unsigned int pages_damages(const struct pages *pages)
{
	return pages->damages;
}

/* Skip the rest of this sub-buffer: it cannot be read. */
static void give_up_page(struct pages *pages, const char *why)
{
	pages->pos = pages->end;
	pages->missing = -1;
	if (pages->nr <= pages->told)
		return;
	pages->told = pages->nr;
	pages->damages++;
	complain("'%s', page %lu (of %zu bytes): %s", pages->path, pages->nr,
		 pages->page_size, why);
}

static uint32_t word_at(const struct pages *pages, size_t pos)
{
	uint32_t word;

	memcpy(&word, pages->page + pos, sizeof(word));

	return word;
}

static uint64_t long_at(const struct pages *pages, size_t pos)
{
	uint64_t word;

	memcpy(&word, pages->page + pos, sizeof(word));

	return word;
}

/* Reads a sub-buffer. Returns how many bytes there are: 0: none. */
static size_t read_bytes(struct pages *pages)
{
	size_t got;
	ssize_t ret;

	if (pages->file) {
		got = fread(pages->page, 1, pages->page_size, pages->file);
		if (ferror(pages->file))
			fail("cannot read '%s': %s", pages->path, strerror(errno));
		return got;
	}
	do {
		ret = read(pages->fd, pages->page, pages->page_size);
	} while (ret < 0 && errno == EINTR);
	/* A CPU that was off when the instance was made has a buffer once it comes. */
	if (ret < 0 && errno != EAGAIN && errno != ENODEV)
		fail("cannot read '%s': %s", pages->path, strerror(errno));

	return ret < 0 ? 0 : ret;
}

static bool read_page(struct pages *pages)
{
	size_t got = read_bytes(pages);
	uint32_t commit;
	size_t size;

	pages->pos = 0;
	pages->end = 0;
	if (!got)
		return false;

	pages->nr++;
	if (got != pages->page_size) {
		give_up_page(pages, "it is incomplete, the end of the file is missing");
		return false;
	}
	commit = word_at(pages, sizeof(uint64_t));
	size = commit & ~(MISSING | MISSING_STORED);
	if (size > pages->page_size - HEADER_SIZE) {
		give_up_page(pages, "its size is wrong, it is left out");
		return true;
	}

	pages->time = long_at(pages, 0);
	pages->pos = HEADER_SIZE;
	pages->end = HEADER_SIZE + size;
	if (commit & MISSING) {
		pages->missing = -1;
		if ((commit & MISSING_STORED) &&
		    pages->page_size - pages->end >= sizeof(uint64_t))
			pages->missing = long_at(pages, pages->end);
		if (pages->missing <= 0)
			pages->missing = -1;
	}

	return true;
}

/* Set an absolute time. Its high bits are those of the last time. */
static void set_time(struct pages *pages, unsigned long long time)
{
	unsigned long long high = pages->time & TIME_HIGH_BITS;

	time |= high;
	if (high && time < pages->time)
		time += 1ULL << 59;
	pages->time = time;
}

/* Take one event of the page; false: it has no data for the caller. */
static bool take_event(struct pages *pages, struct page_event *event)
{
	size_t left = pages->end - pages->pos;
	uint32_t word = word_at(pages, pages->pos);
	unsigned int type = word & ((1 << TYPE_BITS) - 1);
	uint64_t time = word >> TYPE_BITS;
	size_t head = sizeof(word), size = type * sizeof(word);

	if (type == TYPE_PADDING && !time) {
		pages->pos = pages->end;
		return false;
	}
	if (!type || type >= TYPE_PADDING) {
		if (left < 2 * sizeof(word)) {
			give_up_page(pages, "its last event is cut, it is left out");
			return false;
		}
		size = word_at(pages, pages->pos + head);
	}
	switch (type) {
	case TYPE_TIME_EXTEND:
		pages->time += (uint64_t)size << TIME_BITS | time;
		pages->pos += 2 * head;
		return false;
	case TYPE_TIME_STAMP:
		set_time(pages, (uint64_t)size << TIME_BITS | time);
		pages->pos += 2 * head;
		return false;
	case 0:
		/* The size includes its own word. */
		size -= head;
		head *= 2;
		break;
	}
	if (size > left - head || size % sizeof(word)) {
		give_up_page(pages, "the size of an event is wrong, the rest is left out");
		return false;
	}

	event->data = pages->page + pages->pos + head;
	event->size = size;
	pages->pos += head + size;
	/* Padding is a discarded event, whose time does not count. */
	if (type == TYPE_PADDING)
		return false;
	pages->time += time;
	event->time = pages->time;
	event->missing = pages->missing;
	pages->missing = 0;

	return true;
}

/**
 * pages_next - take the next event
 * @pages: the file
 * @event: set to the event; its data is valid until the next call
 *
 * Return: false if there are no more events.
 */
bool pages_next(struct pages *pages, struct page_event *event)
{
	for (;;) {
		while (pages->end - pages->pos >= sizeof(uint32_t)) {
			if (take_event(pages, event))
				return true;
		}
		if (!read_page(pages))
			return false;
	}
}
