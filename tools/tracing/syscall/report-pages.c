// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's sub-buffers, as events/header_page and events/header_event tell:
 * a time, a word that says how many bytes of events follow, and these events.
 *
 * kbuffer of libtraceevent reads the same, but takes every length for granted.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report-error.h"
#include "report-pages.h"

#define HEADER_SIZE	16

/* In the word behind the time, beside the number of bytes. */
#define MISSING		(1U << 31)	/* events were lost before these */
#define MISSING_STORED	(1U << 30)	/* how many stands behind them */

/* An event's first word: five bits of type, the other 27 are the time that passed. */
#define TYPE_BITS	5
#define TIME_BITS	27

/* Smaller types than these are the size of the data in words, 0: a word tells it. */
enum {
	TYPE_PADDING = 29,
	TYPE_TIME_EXTEND,
	TYPE_TIME_STAMP,
};

/* An absolute time lacks these bits. */
#define TIME_HIGH_BITS	(0xf8ULL << 56)

/**
 * struct pages - an open file
 * @file: it
 * @path: its name
 * @page: the sub-buffer that is being read
 * @page_size: bytes of it
 * @nr: which one it is, from 1 on
 * @told: what was wrong up to this one has been told
 * @damages: how much that was
 * @pos: where in @page the next event begins
 * @end: where the last one ends
 * @time: when the last one was
 * @missing: events lost before the next one
 */
struct pages {
	FILE			*file;
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

/**
 * pages_open - open a saved trace_pipe_raw
 * @path: its name
 * @page_size: the size of sub-buffers
 *
 * Return: it, or NULL: it is not there.
 */
struct pages *pages_open(const char *path, size_t page_size)
{
	FILE *file = fopen(path, "rb");
	struct pages *pages;

	if (!file && errno != ENOENT)
		fail("cannot open '%s': %s", path, strerror(errno));
	if (!file)
		return NULL;

	pages = calloc(1, sizeof(*pages));
	if (pages) {
		pages->file = file;
		pages->path = strdup(path);
		pages->page = malloc(page_size);
		pages->page_size = page_size;
	}
	if (!pages || !pages->path || !pages->page)
		fail("not enough memory");

	return pages;
}

void pages_close(struct pages *pages)
{
	fclose(pages->file);
	free(pages->path);
	free(pages->page);
	free(pages);
}

/* Begin again. What is wrong is not told again. */
void pages_rewind(struct pages *pages)
{
	rewind(pages->file);
	pages->nr = 0;
	pages->pos = 0;
	pages->end = 0;
	pages->missing = 0;
}

/* How many complaints there were. */
unsigned int pages_damages(const struct pages *pages)
{
	return pages->damages;
}

/* Go on with the next sub-buffer: the rest of this one cannot be read. */
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

static bool read_page(struct pages *pages)
{
	size_t got = fread(pages->page, 1, pages->page_size, pages->file);
	uint32_t commit;
	size_t size;

	pages->pos = 0;
	pages->end = 0;
	if (ferror(pages->file))
		fail("cannot read '%s': %s", pages->path, strerror(errno));
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

/* An absolute time, whose high bits are those of the time before. */
static void set_time(struct pages *pages, unsigned long long time)
{
	unsigned long long high = pages->time & TIME_HIGH_BITS;

	time |= high;
	if (high && time < pages->time)
		time += 1ULL << 59;
	pages->time = time;
}

/* Take one event of the page; false: there is none that is data. */
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
		/* That word is counted, too. */
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
	/* Padding is what has been discarded, and its time with it. */
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
 * @event: the event; its data is there until the next call
 *
 * Return: false if there is none.
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
