/* SPDX-License-Identifier: GPL-2.0 */
/* What the kinds of pictures do differently: each has a file of its own. */
#ifndef _PICTURE_WRITER_H
#define _PICTURE_WRITER_H

#include "event.h"

struct picture_writer;

/**
 * struct picture_writer_ops - how to write a picture of one kind
 * @event: writes an event; calls come in the order of their ends
 * @lost: records of a CPU are missing before a time; -1: some
 * @close: completes the file, and frees everything
 */
struct picture_writer_ops {
	void (*event)(struct picture_writer *writer, const struct picture_event *event);
	void (*lost)(struct picture_writer *writer, int cpu, u64 time, long long missing);
	void (*close)(struct picture_writer *writer);
};

/* What each kind embeds. */
struct picture_writer {
	const struct picture_writer_ops	*ops;
};

/* @in_ns: whether the clock counts nanoseconds */
struct picture_writer *picture_perfetto_open(const char *path, bool in_ns);
struct picture_writer *picture_ctf_open(const char *path, bool in_ns);
struct picture_writer *picture_html_open(const char *path, bool in_ns);

#endif /* _PICTURE_WRITER_H */
