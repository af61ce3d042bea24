/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The records of a CPU, one after the other, in its mapped buffer.
 */
#ifndef _KTRACE_STREAM_H
#define _KTRACE_STREAM_H

#include <kbuffer.h>

#include "info.h"

/**
 * struct stream - a CPU
 * @cpu: its number
 * @fd: the file
 * @map: the mapping
 * @size: what KTRACE_BUF_GET_SIZE says
 * @consumed: the position that was given back
 * @end: the position up to which records are wanted
 * @sub: a copy of the sub-buffer in front
 * @events: reads the events in it
 * @loaded: there are some in it
 * @commit: bytes of these
 * @read: where in these @consumed is
 * @time: of the current record
 * @record: the current record, NULL: there is none up to @end
 * @length: its bytes
 */
struct stream {
	int		cpu;
	int		fd;
	const u8	*map;
	u32		size;
	u32		consumed;
	u32		end;
	u8		*sub;
	struct kbuffer	*events;
	bool		loaded;
	u32		commit;
	u32		read;
	unsigned long long time;
	const u8	*record;
	size_t		length;
};

bool stream_open(struct stream *stream, const struct info *info, const char *path, int cpu);
void stream_begin(struct stream *stream);
void stream_next(struct stream *stream, const struct info *info);

#endif /* _KTRACE_STREAM_H */
