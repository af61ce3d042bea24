/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events of one CPU in a trace_pipe_raw, a file of sub-buffers: a saved one, or one of this
 * machine. Nothing in the file is trusted.
 */
#ifndef _RECORDS_PAGES_H
#define _RECORDS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

struct pages;

/**
 * struct page_event - an event of the ring buffer
 * @time: when it was written
 * @missing: the number of events lost before it; -1: some
 * @data: its bytes
 * @size: the number of these bytes
 */
struct page_event {
	unsigned long long	time;
	long long		missing;
	const void		*data;
	size_t			size;
};

struct pages *pages_open(const char *path, size_t page_size);
struct pages *pages_follow(int fd, const char *path, size_t page_size);
void pages_close_all(struct pages **all, int nr_cpus);
bool pages_next(struct pages *pages, struct page_event *event);
void pages_rewind(struct pages *pages);
unsigned int pages_damages(const struct pages *pages);

#endif /* _RECORDS_PAGES_H */
